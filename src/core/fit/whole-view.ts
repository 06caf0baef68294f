import type { Settings } from '../../settings.ts'
import type { Truncation } from '../../truncation.ts'
import { View } from '../clean/view.ts'
import { ViewMap } from '../clean/view-map.ts'
import { type ErrorPlace, placeIn } from '../hold/found.ts'
import { beginsAsText } from '../hold/intake.ts'
import { renderedText } from '../hold/rendering.ts'
import { decode } from '../words/parts.ts'
import { resultOfSmall, type Small, scanSmall } from './small.ts'
import { wholePieces } from './untruncated.ts'

const LF = 0x0a

/**
 * The short path for a small input that a terminal shows in another form.
 *
 * @returns undefined when something must be cut, and for what is left to the collector.
 */
export function wholeView(input: Uint8Array, settings: Settings): Truncation | undefined {
  const { fold, errors } = settings
  if (!fold || !errors || !beginsAsText(input)) return undefined
  const counts = { totalBytes: input.length, terminated: input[input.length - 1] === LF }
  const map = new ViewMap()
  const text = renderedText(input, settings, fold, map)
  // The collector counts errors that the terminal lost.
  if (text.length === 0 || text.length > input.length || map.isIdentity || map.errors > 0) return undefined
  const whole = scanSmall(text, settings)
  if (!whole) return undefined
  const totalLines = whole.lines - (whole.terminated ? 0 : 1) + map.lineShift + (counts.terminated ? 0 : 1)
  const view = new View([map], { ...counts, totalLines })
  return resultOfView(whole, text, view, settings)
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
  const placed = <E extends ErrorPlace>(errors: readonly E[]) =>
    errors.map((error) => ({ ...error, input: placeIn(view, error) }))
  const [errorLines, statements] = [placed(small.errorLines), placed(small.statements)]
  return resultOfSmall({ ...small, errorLines, statements }, pieces, settings, view)
}
