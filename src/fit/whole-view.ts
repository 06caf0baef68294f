import { placeIn } from '../collect/found.ts'
import { beginsAsText } from '../collect/intake.ts'
import { mayHavePrefix } from '../collect/prefix-view.ts'
import { renderedText } from '../collect/rendering.ts'
import { MAX_SMALL_TEXT_BYTES, type SmallTextScanner } from '../collect/small-text.ts'
import { View } from '../fold/view.ts'
import { ViewMap } from '../fold/view-map.ts'
import { decode } from '../render/parts.ts'
import type { Settings } from '../settings.ts'
import type { Truncation } from '../truncation.ts'
import { resultOfSmall, type Small, scanSmall } from './small.ts'
import { wholePieces } from './untruncated.ts'

const LF = 0x0a
const CR = 0x0d

/**
 * The short path for a small input of which a terminal shows something else: all of what it shows, or all but repeated
 * lines.
 *
 * @returns undefined when something must be cut, and for what is left to the collector.
 */
export function wholeView(
  input: Uint8Array,
  settings: Settings,
  scanner: SmallTextScanner,
): Truncation | undefined {
  const { fold, errors, source } = settings
  if (!fold || !errors || !beginsAsText(input)) return undefined
  // Counted first, because the scan may write over the input.
  const counts = { totalBytes: input.length, terminated: input[input.length - 1] === LF }
  const map = new ViewMap()
  const text = renderedText(input, settings, fold, map)
  // The collector counts errors that the terminal lost, and takes out CRs.
  if (text.includes(CR)) return undefined
  if (text.length === 0 || text.length > input.length || map.isIdentity || map.errors > 0) return undefined
  const whole = scanned(text, settings, scanner)
  if (!whole) return undefined
  const totalLines = scanner.newlines + map.lineShift + (counts.terminated ? 0 : 1)
  const view = new View([map], { ...counts, totalLines })
  const repeats = new ViewMap()
  const shorter = scanner.folded(text.length, {
    map: repeats,
    numberOf: (byte, line) => line + map.placeOf(byte).lineShift,
  })
  // Prefixes and hidden errors are found by the collector, and a source is named by the notice.
  if (repeats.errors > 0) return undefined
  if (mayHavePrefix([{ bytes: shorter ?? text }]) || (shorter && source)) return undefined
  if (!shorter || shorter.length >= text.length) return resultOfView(whole, text, view, settings)
  const folded = scanned(shorter, settings, scanner)
  return folded && resultOfView(folded, shorter, view.with(repeats), settings)
}

function scanned(text: Uint8Array, settings: Settings, scanner: SmallTextScanner): Small | undefined {
  if (text.length > MAX_SMALL_TEXT_BYTES) return undefined
  const window = scanner.window()
  window.set(text)
  return scanSmall(scanner, window, text.length, settings)
}

function resultOfView(small: Small, bytes: Uint8Array, view: View, settings: Settings): Truncation {
  const facts = {
    totalBytes: small.bytes,
    totalLines: small.lines,
    terminated: small.terminated,
    regions: [{ bytes }],
    mayBeMalformed: false,
    source: settings.source,
    view,
  }
  const text = decode(bytes)
  const pieces = { ...wholePieces(facts, settings, text), text }
  const errorLines = small.errorLines.map((error) => ({ ...error, input: placeIn(view, error) }))
  return resultOfSmall({ ...small, errorLines }, pieces, settings, view)
}
