import { failureOf, tolerate } from '../check/failure.ts'
import { countLf } from '../core/bytes/lines.ts'
import { runNow } from '../core/fit/counted.ts'
import { lastResort } from '../core/fit/last-resort.ts'
import { estimate } from '../core/fit/net.ts'
import { writeFailure } from '../core/words/notices.ts'
import type { Input } from '../options.ts'
import type { Settings } from '../settings.ts'
import type { PartFailure } from '../truncation.ts'
import type { PreparedList } from './listing.ts'
import type { ToolOutput } from './output.ts'

// The net of the lists. What fails while a list is made or shown costs its form, but not its first lines.

/** What went wrong inside pith. Absent if nothing did. */
export interface FailedDetails {
  /** Errors inside pith, as in `Truncation.failures`. */
  failures?: PartFailure[]
  /** What went wrong around the list, as in `Truncation.notes`. */
  notes?: string[]
}

/** A list as its lines, by means that have nothing in common with the usual ones. */
export interface PlainList<Details> {
  /** All of its lines that are in memory, with their LFs. */
  lines: readonly string[]
  /** Most lines to show. */
  most: number
  /** Number of all lines. */
  total: number
  /** The details when so many lines are shown. */
  details(shown: number): Details
}

type Show<Details> = PreparedList<Details>['show']

/** The steps of a list, each of which may fail. */
export interface ListSteps<Details> {
  /** Makes the list. */
  make(): Show<Details>
  plain(): PlainList<Details>
  full(): Input
}

/** A list that is shown as plain lines if it cannot be made or shown otherwise. */
export function safeList<Details extends FailedDetails>(
  settings: Settings,
  { make, plain, full }: ListSteps<Details>,
): PreparedList<Details> {
  let made: Show<Details> | undefined
  return {
    settings,
    show: (given) => {
      try {
        made ??= make()
        return made(given)
      } catch (error) {
        tolerate(error)
        return ruinedList(plain(), given, error)
      }
    },
    full: () => {
      try {
        return full()
      } catch (error) {
        tolerate(error)
        return plain().lines.join('')
      }
    },
  }
}

const LISTING = 'listing'

/** The first lines of a list, and that listing has failed. */
export function ruinedList<Details extends FailedDetails>(
  { lines, most, total, details }: PlainList<Details>,
  settings: Settings,
  error: unknown,
): { output: ToolOutput<Details>; isCut: boolean } {
  const first = lines.slice(0, most)
  const clipped = first.map((line) => clippedTo(line, settings.maxLineLength))
  const bytes = new TextEncoder().encode(clipped.join(''))
  const isAll = first.length === total && clipped.every((line, index) => line === first[index])
  const ruin = {
    pieces: [{ startByte: 0, endByte: bytes.length, firstLine: 1, bytes }],
    // What is left out has a size that nobody knows.
    totalBytes: bytes.length + (isAll ? 0 : 1),
    totalLines: total,
    what: LISTING,
    status: undefined,
    source: settings.source,
    backend: 'js',
  } as const
  const result = runNow(lastResort(ruin, { ...settings, keep: 'head', estimate }), settings)
  const content = result.segments.map(({ text }) => text).join('')
  const isWhole = result.segments[0]?.endByte === bytes.length
  const shown = isWhole ? first.length : countLf(new TextEncoder().encode(content))
  const failures = [failureOf(LISTING, error)]
  const notes = [writeFailure(LISTING)]
  const output = { text: result.text, content, details: { ...details(shown), failures, notes } }
  return {
    output: result.notice === undefined ? output : { ...output, notice: result.notice },
    isCut: !isAll || !isWhole,
  }
}

function clippedTo(line: string, most: number): string {
  // A line never has more code points than UTF-16 units.
  if (line.length <= most) return line
  const points = [...line.replace(/\n$/, '')]
  if (points.length <= most) return line
  return `${points.slice(0, most - 1).join('')}…\n`
}

/** A name as a part of a line. */
export const plainName = (name: string): string => name.replaceAll(/[\r\n]/g, ' ')

/** The lines of a text, with their LFs. */
export const plainLines = (input: Input): string[] =>
  (typeof input === 'string' ? input : plainText(input)).match(/[^\n]*\n|[^\n]+$/g) ?? []

function plainText(bytes: Uint8Array): string {
  const encoding = bytes[0] === 0xff && bytes[1] === 0xfe ? 'utf-16le' : 'utf-8'
  return new TextDecoder(encoding).decode(bytes)
}
