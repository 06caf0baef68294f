import { constants } from 'node:os'

/**
 * The exit status that a shell reports of a program that a signal has ended: 128 and the signal's number. Undefined for a
 * signal that the system does not have, such as SIGQUIT on Windows.
 *
 * @param numbers those of the system's signals
 */
export function statusOfSignal(
  signal: string | null | undefined,
  numbers: Readonly<Record<string, number>> = constants.signals,
): number | undefined {
  return signal && Object.hasOwn(numbers, signal) ? 128 + numbers[signal] : undefined
}
