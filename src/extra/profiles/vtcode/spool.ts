import { names } from '../../../check/names.ts'
import { optionsOf, wholeOrInfinity } from '../../../check/values.ts'
import { shellQuote } from '../../../core/words/quote.ts'
import { invalidOption as invalid } from '../../../errors.ts'
import { checkedText, lines as linesIn, utf8Bytes } from '../text.ts'

/** An output of more UTF-8 bytes than this is written to a file. */
export const SPOOL_THRESHOLD_BYTES = 200_000

/** The directory where vtcode keeps these files. */
export const SPOOL_DIRECTORY = '.vtcode/tool-output/'

/** Writes a full output and returns its path, or undefined when it failed. */
export type SpoolWriter = (
  text: string,
  about: { tool: string; bytes: number; lines: number },
) => string | undefined

export interface SpoolOptions {
  /** Name of the tool, which the writer gets; `output` by default. */
  tool?: string
  /** A whole number from 0 on; 200,000 by default. */
  thresholdBytes?: number
  /** Called once if the output must be spooled. The message of an error that it throws goes to `error`. */
  write?: SpoolWriter
}

const spoolNames = names<SpoolOptions>()('tool thresholdBytes write')

export interface Spool {
  /** True when the output is over the threshold. */
  needed: boolean
  /** Size of the full output: UTF-8 bytes, and lines. */
  bytes: number
  lines: number
  /** The full output, to be written. Absent when `needed` is false. */
  text?: string
  /** The path that the writer returned. */
  path?: string
  /** Why there is no path although there was a writer. */
  error?: string
}

/**
 * Decides whether an output must be spooled, and calls the writer if there is one. The result has a path only if the
 * writer returned one.
 *
 * @throws {PithError} `PITH_INVALID_OPTION`, `PITH_INVALID_INPUT`
 * @example
 * spool('short').needed // false
 */
export function spool(text: string, options?: SpoolOptions): Spool {
  const given = optionsOf(options, spoolNames)
  const source = checkedText(text)
  const threshold = wholeOrInfinity('thresholdBytes', given.thresholdBytes, SPOOL_THRESHOLD_BYTES)
  if (given.write !== undefined && typeof given.write !== 'function')
    throw invalid('write', 'a function', given.write)
  if (given.tool !== undefined && typeof given.tool !== 'string')
    throw invalid('tool', 'a string', given.tool)
  const about = { tool: given.tool ?? 'output', bytes: utf8Bytes(source), lines: linesIn(source) }
  const size = { bytes: about.bytes, lines: about.lines }
  if (about.bytes <= threshold) return { needed: false, ...size }
  const decision: Spool = { needed: true, ...size, text: source }
  if (given.write === undefined) return decision
  try {
    const path: unknown = given.write(source, about)
    if (typeof path === 'string' && path !== '') return { ...decision, path }
    return { ...decision, error: 'the writer gave no path' }
  } catch (error) {
    return { ...decision, error: error instanceof Error ? error.message : String(error) }
  }
}

/** The sentence that names a spool file, quoted for a shell. Leaves out a path that holds control characters. */
export function spoolNotice(bytes: number, lines: number, path: string): string {
  const size = `Output too large (${bytes} bytes, ${lines} ${lines === 1 ? 'line' : 'lines'})`
  return /[\p{Cc}\p{Surrogate}\u2028\u2029]/u.test(path)
    ? `${size}, spooled`
    : `${size}, spooled to: ${shellQuote(path)}`
}
