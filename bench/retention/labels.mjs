// What a label says of a log, and when a text keeps what it asks for.
import { stripVTControlCharacters } from 'node:util'

/** The cause of a hard log is in neither its first nor its last so many bytes. */
const EASY_BYTES = 8 * 1024

/** A text as labels are compared with it: ANSI stripped, CR read as a space. */
const comparable = (text) => stripVTControlCharacters(text).replaceAll('\r', ' ')

/** Whether every required string is in the text. */
export function isKept(text, required) {
  const shown = comparable(text)
  return required.every((needle) => shown.includes(comparable(needle)))
}

/**
 * The label of a made log. A required string may have forms apart by `|`, as versions of a tool word them: the one that
 * occurs is taken. Decisive lines are those with a required string or a string of `decisive`, the first of each.
 *
 * @throws {Error} for a string that isn't in the log, or a size that a log of this set doesn't have.
 */
export function labelOf(text, required, decisive) {
  const lines = comparable(text).split('\n')
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
