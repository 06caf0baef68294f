import { mayBeginLayer } from '../clean/prefix-forms.ts'
import { cutsOf, layersAt, type PrefixedLine } from '../clean/prefixes.ts'
import { type CutView, cutView } from './cut-view.ts'
import type { Facts, Region } from './facts.ts'

const LF = 0x0a

/**
 * The facts of an input whose lines do not repeat the prefix that most of them have, such as a time. Only what is in
 * memory gets shorter. Undefined when the lines that are in memory have no such prefix. Lines keep their numbers.
 */
export function withoutPrefixes(facts: Facts): CutView | undefined {
  if (facts.notText || !mayHavePrefix(facts.regions)) return undefined
  return cutView(facts, cutsOf(facts.regions.flatMap((region) => linesOf(region))))
}

/** Lines that are looked at before all others. */
const SAMPLED_LINES = 64
/** Without a layer on this share of them the log has no prefix that most lines share. */
const LEAST_SAMPLED_SHARE = 0.35

/** False when a sample of the lines shows that most have no prefix. */
function mayHavePrefix(regions: readonly Pick<Region, 'bytes'>[]): boolean {
  const bytesHeld = regions.reduce((sum, { bytes }) => sum + bytes.length, 0)
  const step = Math.max(1, Math.floor(bytesHeld / SAMPLED_LINES))
  let sampled = 0
  let found = 0
  for (const { bytes } of regions) {
    for (let at = 0; at < bytes.length; at += step) {
      const start = at === 0 ? 0 : bytes.indexOf(LF, at) + 1
      if (start === 0 && at > 0) break
      if (start >= bytes.length) break
      sampled++
      if (
        mayBeginLayer(bytes[start]) &&
        layersAt(latin1.decode(bytes.subarray(start, start + LONGEST_PREFIX)), 0).length > 0
      )
        found++
      at = Math.max(at, start)
    }
  }
  return found >= sampled * LEAST_SAMPLED_SHARE
}

/** Bytes of a line that its prefix is looked for in. */
const LONGEST_PREFIX = 400

/** The lines that begin in a region and have own text there, or end there. */
function linesOf({ bytes, startByte, startsLine, matches }: Region): PrefixedLine[] {
  const text = latin1.decode(bytes)
  const lines: PrefixedLine[] = []
  let nextMatch = 0
  let at = startByte === 0 || startsLine === true ? 0 : bytes.indexOf(LF) + 1
  if (at === 0 && startByte !== 0 && startsLine !== true) return lines
  while (at < bytes.length) {
    const lf = bytes.indexOf(LF, at)
    const stop = lf < 0 ? bytes.length : lf + 1
    // The prefix must end before the last byte, so that no line and no region disappears.
    const layers = layersAt(text, at).filter(({ end }) => at + end < stop)
    const ownText = at + (layers[layers.length - 1]?.end ?? 0)
    while (nextMatch < matches.length && matches[nextMatch] < startByte + at) nextMatch++
    const match = matches[nextMatch] ?? Number.POSITIVE_INFINITY
    lines.push({
      startByte: startByte + at,
      layers,
      isFixed: text.slice(at, ownText).includes(BOM),
      errorByte: match < startByte + stop ? match : Number.POSITIVE_INFINITY,
    })
    at = stop
  }
  return lines
}

/** The first byte of a BOM. A layer has no other byte beyond ASCII. */
const BOM = 'ï'
/** One character for each byte. */
const latin1 = /* @__PURE__ */ new TextDecoder('latin1')
