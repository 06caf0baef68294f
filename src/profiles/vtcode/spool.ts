import { shellQuote } from '../../render/quote.ts'
import { invalid, optionalFunction, optionsOf, wholeNumber } from './check.ts'
import { countLines, utf8Bytes, wellFormed } from './text.ts'

/** An output of more UTF-8 bytes than this is written to a file. */
export const SPOOL_THRESHOLD_BYTES = 200_000

/** Where vtcode keeps such files. */
export const SPOOL_DIRECTORY = '.vtcode/tool-output/'

/** Writes a full output and gives its path, or nothing where it could not. */
export type SpoolWriter = (
  text: string,
  about: { tool: string; bytes: number; lines: number },
) => string | undefined

export interface SpoolOptions {
  /** Named in the notice and to the writer; `output` by default. */
  tool?: string
  /** A whole number from 0; 200,000 by default. */
  thresholdBytes?: number
  /** Called once where the output is to be spooled. What it throws is kept in `error`. */
  write?: SpoolWriter
}

export interface Spool {
  /** Whether the output is over the threshold. */
  needed: boolean
  /** UTF-8 bytes and lines of the full output. */
  bytes: number
  lines: number
  /** What to write: the full output. Absent where nothing is to be written. */
  text?: string
  /** Where the writer put it. */
  path?: string
  /** Why there is no path though there was a writer. */
  error?: string
}

/**
 * Whether an output is to be spooled, and what is to be written; with a writer, it is written. A path is named only
 * where the writer gave one.
 *
 * @throws {PithError} `PITH_INVALID_OPTION`, `PITH_INVALID_INPUT`
 * @example
 * spool('short').needed // false
 */
export function spool(text: string, options?: SpoolOptions): Spool {
  const given = optionsOf(options)
  const source = wellFormed(text)
  const threshold = wholeNumber('thresholdBytes', given.thresholdBytes, SPOOL_THRESHOLD_BYTES)
  optionalFunction('write', given.write)
  if (given.tool !== undefined && typeof given.tool !== 'string')
    throw invalid('tool', 'a string', given.tool)
  const about = { tool: given.tool ?? 'output', bytes: utf8Bytes(source), lines: countLines(source) }
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

/** The sentence that names a spool file, quoted for a shell; no path where a terminal would act on its characters. */
export function spoolNotice(bytes: number, lines: number, path: string): string {
  const size = `Output too large (${bytes} bytes, ${lines} ${lines === 1 ? 'line' : 'lines'})`
  return /[\p{Cc}\p{Surrogate}\u2028\u2029]/u.test(path)
    ? `${size}, spooled`
    : `${size}, spooled to: ${shellQuote(path)}`
}
