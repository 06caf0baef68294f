// How much of a kept text is terminal noise.

const ESC = '\x1b'
/** Sequences in 7 and 8 bits and in caret notation, with their strings; also a lone control that only moves. */
const SEQUENCE = new RegExp(
  [
    String.raw`(?:\x1b|\^\[)\[[0-?]*[ -/]*[@-~]`,
    String.raw`\x9b[0-?]*[ -/]*[@-~]`,
    String.raw`\x1b[\]_P^X][^\x07\x1b\n]*(?:\x07|\x1b\\)?`,
    String.raw`[\x90\x98\x9d-\x9f][^\x07\x1b\x9c\n]*[\x07\x9c]?`,
    String.raw`\x1b[ -/]*[0-~]?`,
    String.raw`[\x00-\x08\x0b\x0c\x0e-\x1a\x7f]`,
  ].join('|'),
  'g',
)
/** Sequences that go back to the first column, as CR does. */
const TO_FIRST_COLUMN = new RegExp(`${ESC}\\[[01]?G`, 'g')

const bytesOf = (text) => Buffer.byteLength(text)

/**
 * The bytes of each kind of noise in the text that a result keeps of its input, words of pith left out. A line counts
 * as repeated when it has a letter or a digit and equals an earlier kept line except for digits.
 *
 * @returns {{ kept: number, sequences: number, overwritten: number, repeated: number }}
 */
export function noiseIn(text) {
  const seen = new Set()
  const noise = { kept: bytesOf(text), sequences: 0, overwritten: 0, repeated: 0 }
  for (const line of text.split('\n')) {
    const moved = line.replace(TO_FIRST_COLUMN, '\r')
    const visible = moved.replace(SEQUENCE, '')
    noise.sequences += bytesOf(line) - bytesOf(visible)
    const layers = visible.replace(/\r+$/, '').split('\r')
    const shown = layers.pop()
    for (const layer of layers) noise.overwritten += bytesOf(layer)
    const form = shown.trimEnd().replaceAll(/\d+/g, '0')
    if (!/[\p{L}\p{N}]/u.test(form)) continue
    if (seen.has(form)) noise.repeated += bytesOf(shown)
    seen.add(form)
  }
  return noise
}

/** The share of noise in a kept text; 0 for an empty one. */
export const noiseShare = ({ kept, sequences, overwritten, repeated }) =>
  kept === 0 ? 0 : (sequences + overwritten + repeated) / kept
