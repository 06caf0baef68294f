import { JUDGED_BYTES } from '../collect/intake.ts'
import { beginsAsLog, mayBeLog } from '../collect/log-text.ts'
import { controlsFor } from '../collect/rendering.ts'
import { type Prepared, preparedFor } from '../collect/signal.ts'
import { MAX_SMALL_TEXT_BYTES, SmallTextScanner } from '../collect/small-text.ts'
import { plainTextEnd } from '../fold/controls.ts'
import type { Input } from '../options.ts'
import { decode } from '../render/parts.ts'
import type { Scanner } from '../scan/scanner.ts'
import { backendOf, scannerFor } from '../scan/select.ts'
import type { Settings } from '../settings.ts'
import type { Truncation } from '../truncation.ts'
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
  const scanner = smallTextScannerFor(settings)
  const window = scanner.window()
  const length = typeof input === 'string' ? encoder.encodeInto(input, window).written : input.length
  if (length > Math.min(maxBytes, MAX_SMALL_TEXT_BYTES)) return undefined
  if (typeof input !== 'string') window.set(input)
  // The errors of a log count.
  if (mayBeLog(settings) && given.errors && beginsAsLog(window.subarray(0, Math.min(length, JUDGED_BYTES))))
    return undefined
  if (settings.fold && isRendered(window, length, settings))
    return wholeView(window.subarray(0, length), settings, scanner)
  const small = scanSmall(scanner, window, length, settings)
  if (!small) return undefined
  const text =
    typeof input === 'string' && (small.isAscii || isWellFormed(input))
      ? input
      : decode(window.subarray(0, length))
  const segments = exactSegments(text, length, small.lines, settings.keep)
  return resultOfSmall(small, { text, segments, gaps: [] }, settings)
}

/** The result for an empty input, for which nothing is prepared: most commands that change something print nothing. */
function emptyResult(settings: Settings): Truncation {
  const backend = backendOf(settings.backend)
  const nothing = { bytes: 0, lines: 0, tokenUnits: 0, terminated: false, isAscii: true }
  const segments = exactSegments('', 0, 0, settings.keep)
  const small = { ...nothing, errorLines: [], statements: [], backend }
  return resultOfSmall(small, { text: '', segments, gaps: [] }, settings)
}

/** True when a terminal would show something else. */
const isRendered = (bytes: Uint8Array, length: number, { backend }: Settings): boolean =>
  plainTextEnd(bytes, 0, length, true, controlsFor(backend)) < length

/** False in a runtime without the method. The text is then decoded from its bytes, with the same result. */
function isWellFormed(text: string & { isWellFormed?(): boolean }): boolean {
  return text.isWellFormed?.() === true
}

/** Scanners that find error lines, one for each backend and each set of patterns. */
const withErrors = /* @__PURE__ */ new WeakMap<Scanner, WeakMap<Prepared, SmallTextScanner>>()
/** Scanners that only count, one for each backend. */
const withoutErrors = /* @__PURE__ */ new WeakMap<Scanner, SmallTextScanner>()

function smallTextScannerFor({ backend, errors }: Settings): SmallTextScanner {
  const scanner = scannerFor(backend)
  if (!errors) return knownOr(withoutErrors, scanner, () => new SmallTextScanner(scanner, undefined))
  const signal = preparedFor(errors.patterns, backend)
  const known = knownOr(withErrors, scanner, () => new WeakMap<Prepared, SmallTextScanner>())
  return knownOr(known, signal, () => new SmallTextScanner(scanner, signal))
}

function knownOr<Key extends object, Value>(map: WeakMap<Key, Value>, key: Key, make: () => Value): Value {
  const known = map.get(key)
  if (known !== undefined) return known
  const made = make()
  map.set(key, made)
  return made
}
