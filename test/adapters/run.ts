import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, inject } from 'vitest'

const run = promisify(execFile)

/** What a program of the project reports, as its last line. */
export async function reportOf(
  program: string,
  { env = {} }: { env?: Readonly<Record<string, string>> } = {},
): Promise<Report> {
  const path = join(inject('adaptersProject'), program.replace(/\.ts$/, '.js'))
  const options = {
    maxBuffer: 1 << 26,
    cwd: inject('adaptersProject'),
    env: { ...process.env, ...env },
    timeout: 120_000,
  }
  const { stdout } = await run(process.execPath, [path], options)
  return JSON.parse(stdout.trimEnd().split('\n').at(-1) ?? '')
}

// biome-ignore lint/suspicious/noExplicitAny: each program reports something else.
type Report = Record<string, any>

/** What reached a model: at most 4 KiB, with the error from the middle of 320 KB. */
export const cutWithError = {
  bytes: expect.toSatisfy((bytes: number) => bytes > 0 && bytes <= 4096),
  hasError: true,
}
