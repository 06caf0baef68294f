import { names } from '../../../check/names.ts'
import { optionsOf, record, wholeOrInfinity } from '../../../check/values.ts'
import { plainSizer } from '../../../core/fit/sizes.ts'
import { decode } from '../../../core/words/parts.ts'
import { invalidOption } from '../../../errors.ts'
import type { Input } from '../../../options.ts'
import { inputBytes } from '../text.ts'

/** Most UTF-8 bytes of each stream. */
export const MAX_OUTPUT_BYTES = 40 * 1024

export type StreamName = 'stdout' | 'stderr'

/** What a command printed, and how it ended. */
export interface BashInput {
  stdout?: Input
  stderr?: Input
  /** Null when a signal ended the command; reported as -1. Default: 0, or -1 after a time-out. */
  exitCode?: number | null
  timedOut?: boolean
}

/**
 * Keeps all bytes of a stream somewhere and returns the absolute path to them.
 *
 * If it returns undefined or throws, the bytes were not kept. The result then names no file.
 */
export type Spill = (stream: StreamName, bytes: Uint8Array) => string | undefined

export interface BashOptions {
  /** Called for each truncated stream. Without it, no full output is kept. */
  spill?: Spill
}

const bashNames = names<BashOptions>()('spill')

/** A command's output, in the field names of zdx. */
export interface BashOutput {
  /** The first bytes of the stream, and nothing else. */
  stdout: string
  stderr: string
  exit_code: number
  timed_out: boolean
  stdout_truncated: boolean
  stderr_truncated: boolean
  stdout_total_bytes: number
  stderr_total_bytes: number
  /** The file with the full stream. Present only when the stream was truncated and kept. */
  stdout_file?: string
  stderr_file?: string
}

/**
 * Keeps the first 40,960 bytes of each stream, and cuts between characters. A single input counts as standard output.
 *
 * @throws {PithError} `PITH_INVALID_INPUT`, `PITH_INVALID_OPTION`
 * @example
 * bash({ stdout: 'done\n', exitCode: 2 }).exit_code // 2
 */
export function bash(input: Input | BashInput, options: BashOptions = {}): BashOutput {
  const { spill } = optionsOf(options, bashNames)
  const given = typeof input === 'string' || input instanceof Uint8Array ? { stdout: input } : input
  record('the input', given)
  const stdout = cutStream('stdout', given.stdout, spill)
  const stderr = cutStream('stderr', given.stderr, spill)
  return {
    stdout: stdout.text,
    stderr: stderr.text,
    exit_code: exitCodeOf(given),
    timed_out: given.timedOut === true,
    stdout_truncated: stdout.truncated,
    stderr_truncated: stderr.truncated,
    stdout_total_bytes: stdout.totalBytes,
    stderr_total_bytes: stderr.totalBytes,
    ...(stdout.file === undefined ? {} : { stdout_file: stdout.file }),
    ...(stderr.file === undefined ? {} : { stderr_file: stderr.file }),
  }
}

/**
 * Keeps the longest beginning that has at most `maxBytes` UTF-8 bytes and ends between characters.
 *
 * A malformed sequence counts as the three bytes of the U+FFFD that replaces it.
 *
 * @throws {PithError} `PITH_INVALID_INPUT`; `PITH_INVALID_OPTION` unless `maxBytes` is a whole number from 0 on, or
 *   Infinity.
 */
export function truncateAtUtf8Boundary(input: Input, maxBytes: number): string {
  wholeOrInfinity('maxBytes', maxBytes)
  const bytes = inputBytes(input)
  return decode(bytes.subarray(0, boundaryWithin(bytes, maxBytes)))
}

const boundaryWithin = (bytes: Uint8Array, maxBytes: number): number => {
  const room = { lines: Infinity, bytes: maxBytes, serializedBytes: Infinity, tokenUnits: Infinity }
  return plainSizer.fitForward(bytes, 0, bytes.length, room, Infinity)
}

interface CutStream {
  text: string
  truncated: boolean
  totalBytes: number
  file?: string
}

function cutStream(stream: StreamName, input: Input = '', spill: Spill | undefined): CutStream {
  const bytes = inputBytes(input, `\`${stream}\``)
  const end = boundaryWithin(bytes, MAX_OUTPUT_BYTES)
  const truncated = end < bytes.length
  const cut = { text: decode(bytes.subarray(0, end)), truncated, totalBytes: bytes.length }
  const file = truncated && spill ? spilled(spill, stream, bytes) : undefined
  return file === undefined ? cut : { ...cut, file }
}

/**
 * The path of a spilled stream. A failure, such as a full disk, must not lose the result, so it only leaves out the
 * path.
 */
function spilled(spill: Spill, stream: StreamName, bytes: Uint8Array): string | undefined {
  if (typeof spill !== 'function') throw invalidOption('spill', 'a function', spill)
  try {
    const path = spill(stream, bytes)
    return typeof path === 'string' && path !== '' && !/\p{Surrogate}/u.test(path) ? path : undefined
  } catch {
    return undefined
  }
}

function exitCodeOf({ exitCode, timedOut }: BashInput): number {
  if (exitCode === null) return -1
  if (exitCode === undefined) return timedOut === true ? -1 : 0
  if (Number.isSafeInteger(exitCode)) return exitCode
  throw invalidOption('exitCode', 'a whole number or null', exitCode)
}
