// What a label says about a log, and when a text keeps what the label requires.
import { stripVTControlCharacters } from 'node:util'

/** The cause of a hard log is neither in the first nor in the last bytes, this many each. */
const EASY_BYTES = 8 * 1024

/** Prepares a text for comparison with labels: strips ANSI escapes, and turns CR into a space. */
const comparable = (text) => stripVTControlCharacters(text).replaceAll('\r', ' ')

/** The lines of a text as they are compared with labels. */
export const plainLinesOf = (text) => comparable(text).split('\n')

/** True when every required string is in the text. */
export function isKept(text, required) {
  const shown = comparable(text)
  return required.every((needle) => shown.includes(comparable(needle)))
}

/**
 * Makes the label of a made log. A required string may list variants separated by `|`, because versions of a tool
 * differ in wording: the variant that occurs is used. Decisive lines are the first line with each required string and
 * the first with each string of `decisive`.
 *
 * @throws {Error} for a string that isn't in the log, or a size that a log of this set doesn't have.
 */
export function labelOf(text, required, decisive) {
  const lines = plainLinesOf(text)
  const bytes = Buffer.byteLength(text)
  if (bytes < 10_000 || bytes > 400_000)
    throw new Error(`its log has ${bytes} bytes, 10 to 400 KB are wanted`)
  const needles = required.map((forms) => found(lines, forms))
  const marks = [...needles, ...decisive.map((forms) => found(lines, forms))]
  const places = marks.map((needle) => ({
    line: lines.findIndex((line) => line.includes(needle)) + 1,
    needle,
  }))
  return {
    bytes,
    lines: lines.length - 1,
    required: needles,
    hard: !isNearAnEnd(text, needles),
    decisive: places.sort((a, b) => a.line - b.line),
  }
}

function found(lines, forms) {
  const needle = forms.split('|').find((form) => lines.some((line) => line.includes(form)))
  if (needle === undefined) throw new Error(`its log does not say ${JSON.stringify(forms)}`)
  return needle
}

function isNearAnEnd(text, needles) {
  const bytes = Buffer.from(text)
  const ends = [bytes.subarray(0, EASY_BYTES), bytes.subarray(-EASY_BYTES)]
  return ends.some((end) => needles.some((needle) => comparable(end.toString()).includes(needle)))
}
