import { unshared } from '../../check/bytes.ts'
import type { Input } from '../../options.ts'
import type { Settings } from '../../settings.ts'
import type { Truncation } from '../../truncation.ts'
import { plainTextEnd } from '../clean/controls.ts'
import { JUDGED_BYTES } from '../hold/intake.ts'
import { beginsAsLog, mayBeLog } from '../hold/log-text.ts'
import { controlsOf } from '../hold/rendering.ts'
import { backendOf } from '../scan/backend.ts'
import { decode } from '../words/parts.ts'
import { resultOfSmall, scanSmall } from './small.ts'
import { exactSegments } from './untruncated.ts'
import { wholeView } from './whole-view.ts'

/**
 * The longest input, in UTF-16 units or bytes, for which the short path is tried. It takes a tenth of the collector's
 * time. An input that turns out to be over a limit loses little time here.
 */
export const MAX_UNITS = 64 * 1024

const encoder = /* @__PURE__ */ new TextEncoder()

/**
 * The short path: the result for a small input within all limits, which is its own text. Deep-equal to the
 * collector's result.
 *
 * @returns undefined when something must be cut, for malformed bytes, and for lines that only the collector can assess.
 */
export function wholeResult(input: Input, given: Settings): Truncation | undefined {
  // The words of an answer are data, and a failed command does not come here.
  const { errors: _, ...quiet } = given
  const settings: Settings = given.errors?.onlyIfFailed ? quiet : given
  if (input.length === 0 && !settings.tokens) return emptyResult(settings)
  const { maxBytes } = settings
  // An input of a known kind is named by the long way.
  if (settings.structure || settings.tokens || input.length > Math.min(maxBytes, MAX_UNITS)) return undefined
  const bytes = typeof input === 'string' ? encoder.encode(input) : unshared(input)
  const { length } = bytes
  if (length > maxBytes) return undefined
  // The errors of a log count.
  if (mayBeLog(settings) && given.errors && beginsAsLog(bytes.subarray(0, JUDGED_BYTES))) return undefined
  if (settings.fold && isRendered(bytes, length, settings)) return wholeView(bytes, settings)
  const small = scanSmall(bytes, settings)
  if (!small) return undefined
  const text = typeof input === 'string' && (small.isAscii || isWellFormed(input)) ? input : decode(bytes)
  const segments = exactSegments(text, length, small.lines, settings.keep)
  return resultOfSmall(small, { text, segments, gaps: [] }, settings)
}

/** The result for an empty input, for which nothing is prepared: most commands that change something print nothing. */
function emptyResult(settings: Settings): Truncation {
  const backend = backendOf(settings.backend)
  const nothing = { bytes: 0, lines: 0, tokenUnits: 0, terminated: false, isAscii: true }
  const segments = exactSegments('', 0, 0, settings.keep)
  const small = {
    ...nothing,
    errorLines: [],
    totalErrors: 0,
    mayHaveMoreErrors: false,
    statements: [],
    backend,
  }
  return resultOfSmall(small, { text: '', segments, gaps: [] }, settings)
}

/** True when a terminal would show something else. */
const isRendered = (bytes: Uint8Array, length: number, { backend }: Settings): boolean =>
  plainTextEnd(bytes, 0, length, true, controlsOf(backend)) < length

/** False in a runtime without the method. The text is then decoded from its bytes, with the same result. */
function isWellFormed(text: string & { isWellFormed?(): boolean }): boolean {
  return text.isWellFormed?.() === true
}
