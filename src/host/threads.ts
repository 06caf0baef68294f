import { availableParallelism, loadavg } from 'node:os'
import { invalidOption } from '../errors.ts'

const LOAD_PER_CORE = 2

/** True on a machine where a second thread would only take time from the first. */
export const isOverloaded = (): boolean => loadavg()[0] > LOAD_PER_CORE * availableParallelism()

/** @throws {PithError} `PITH_INVALID_OPTION` */
export function checkThreads(threads: unknown): void {
  if (threads !== undefined && threads !== 1 && threads !== 2) {
    throw invalidOption('threads', '1 or 2', threads)
  }
}
