import { countCodePoints } from '../bytes/graphemes.ts'
import { countLf } from '../bytes/lines.ts'
import { isPlain } from '../bytes/odd.ts'
import type { Anchor, Facts, NotText, Region } from './facts.ts'

const LF = 0x0a

/**
 * The facts of an input that is not text, as if only the plain lines at its start and at its end were in memory. No other
 * line is shown, and none of the others counts as an error.
 */
export function plainLinesOf(facts: Facts, { content, plain }: NotText): Facts {
  const { totalBytes, totalLines } = facts
  const regions = plain === 'none' ? [] : plainRegions(facts, plain)
  const isShown = (start: number, end: number) =>
    regions.some((region) => region.startByte <= start && end <= region.endByte)
  const [first, last] = [regions[0], regions[regions.length - 1]]
  const totalErrors = regions.reduce((sum, { matches }) => sum + matches.length, 0)
  const afterHead = first?.startByte === 0 ? first.firstLine + countLf(first.bytes) : 1
  const beforeTail = last?.endByte === totalBytes ? last.firstLine - 1 : totalLines
  return {
    ...facts,
    regions,
    errorMatches: facts.errorMatches.filter(({ matchStart, matchEnd }) => isShown(matchStart, matchEnd)),
    values: () => facts.values().filter((line) => isShown(line.startByte, line.startByte + line.lengthBytes)),
    errorLines: facts.errorLines.filter(({ startByte, endByte }) => isShown(startByte, endByte)),
    statements: facts.statements?.filter(({ startByte, endByte }) => isShown(startByte, endByte)) ?? [],
    totalErrors,
    anchors: endAnchors(facts, totalErrors),
    notText: { content, firstLine: afterHead, lastLine: beforeTail },
  }
}

/** The counts at both ends of an input, which may lie outside its plain lines. */
function endAnchors({ regions, totalBytes }: Facts, errors: number): Anchor[] {
  const last = regions[regions.length - 1]
  const codePoints = last ? last.codePoints + countCodePoints(last.bytes, 0, last.bytes.length) : 0
  return [
    { byte: 0, codePoints: 0, errors: 0 },
    { byte: totalBytes, codePoints, errors },
  ]
}

/** The plain lines at the start and at the end of an input, as regions. */
function plainRegions({ regions, totalBytes, totalLines }: Facts, plain: NotText['plain']): Region[] {
  const [first, last] = [regions[0], regions[regions.length - 1]]
  const found: Region[] = []
  if (plain === 'first-and-last' && first?.startByte === 0) {
    const bytes = first.bytes.subarray(0, plainStart(first.bytes))
    const matches = first.matches.filter((match) => match < bytes.length)
    if (bytes.length > 0)
      found.push({
        startByte: 0,
        endByte: bytes.length,
        bytes,
        firstLine: 1,
        codePoints: 0,
        errors: 0,
        matches,
      })
  }
  if (last?.endByte === totalBytes) {
    const from = Math.max(
      plainEnd(last),
      plain === 'last' && last.startByte === 0 ? afterLine(last.bytes) : 0,
    )
    const bytes = last.bytes.subarray(from)
    const startByte = last.startByte + from
    const isOpen = bytes.length > 0 && bytes[bytes.length - 1] !== LF
    if (bytes.length > 0)
      found.push({
        startByte,
        endByte: totalBytes,
        bytes,
        firstLine: totalLines - countLf(bytes) - (isOpen ? 1 : 0) + 1,
        codePoints: last.codePoints + countCodePoints(last.bytes, 0, from),
        errors: found[0]?.matches.length ?? 0,
        matches: last.matches.filter((match) => match >= startByte),
        startsLine: true,
      })
  }
  return found
}

function afterLine(bytes: Uint8Array): number {
  const lf = bytes.indexOf(LF)
  return lf < 0 ? bytes.length : lf + 1
}

/** Length of the whole plain lines at the start. */
function plainStart(bytes: Uint8Array): number {
  let end = 0
  for (let lf = bytes.indexOf(LF); lf >= 0; lf = bytes.indexOf(LF, end)) {
    if (!isPlain(bytes, end, lf)) return end
    end = lf + 1
  }
  return end
}

/** Index of the first of the plain lines at the end of a region. */
function plainEnd({ bytes, startByte }: Region): number {
  let start = bytes.length
  while (start > 0) {
    const lf = start < 2 ? -1 : bytes.lastIndexOf(LF, start - 2)
    // The first line of the region may have begun before it.
    if ((lf < 0 && startByte > 0) || !isPlain(bytes, lf + 1, start)) return start
    start = lf + 1
  }
  return start
}
