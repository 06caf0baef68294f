// The estimator's weights as variables of a fit. The units of a text are linear in the weights. The factor of a weight
// is the count of the text with this weight as 1 and all others as 0, so the model can't differ from the scanners.
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base'
import { importBundled } from '../load.mjs'

/** Units in one token. */
export const UNITS = 128

const CLASSES = ['small', 'capital', 'digit', 'space', 'newline', 'sign']
const SAME = 6
const SAME_AGAIN = 7

/** Minimum costs of a repeated byte: a quarter below what o200k counts in a text that consists of nothing else. */
const REPEATED = { small: 0.094, capital: 0.375, digit: 0, space: 0.047, newline: 0.047, sign: 0.012 }
/**
 * Minimum cost of a pair that costs almost nothing inside words, but makes up the whole cost of a text without words.
 */
const LEAST = { 'capital capital': 0.2 }
const LEAST_OF_LATIN = 0.4
const MOST_REPEATED = { space: 0.06, sign: 0.03 }
const LEAST_DIGITS = 0.25

export const library = await importBundled(`
  export { UnitMeter, MOST_SCRIPTS } from './src/core/scan/token-units.ts'
  export { assembleWeights, packLengths } from './src/core/tokens/weights.ts'
  export { scripts, scriptsOfBlocks } from './src/core/tokens/scripts.ts'
`)

/**
 * @typedef {object} Variable
 * @property {string} name
 * @property {'pairs' | 'runs' | 'controls' | 'characters'} list
 * @property {number} index
 * @property {number} least in tokens
 * @property {number} most
 * @property {number} prior its value when no text determines it
 * @property {number} pull how strongly it is drawn to the prior
 */

/** @returns {Variable[]} */
export function variables() {
  const byte = { least: 0, most: 255 / UNITS, pull: 1e-4 }
  const pairs = CLASSES.flatMap((before, i) =>
    CLASSES.map((name, j) => ({
      name: `${before} ${name}`,
      list: 'pairs',
      index: 8 * i + j,
      prior: 0.3,
      ...byte,
      least: before === 'newline' ? 1 / UNITS : (LEAST[`${before} ${name}`] ?? 0),
    })),
  )
  const same = CLASSES.flatMap((name, i) => {
    const of = (words, place, least) => ({
      name: `${name} ${words}`,
      list: 'pairs',
      index: 8 * i + place,
      prior: REPEATED[name],
      ...byte,
      least,
    })
    const twice = of('twice', SAME, 1 / UNITS)
    const again = of('again and again', SAME_AGAIN, REPEATED[name])
    // A line end must cost the same after one line end as after several. Otherwise a text would cost more than its
    // lines. Rules of dashes and columns of spaces are long, but cost only one or two tokens.
    if (name in MOST_REPEATED) again.most = MOST_REPEATED[name]
    if (name === 'newline') for (const one of [twice, again]) one.least = one.most = REPEATED.newline
    return [twice, again]
  })
  return [
    ...pairs,
    ...same,
    { name: 'long consonants', list: 'runs', index: 0, prior: 0.8, ...byte, most: 1.5 },
    { name: 'long digits', list: 'runs', index: 1, prior: 0.33, ...byte, least: LEAST_DIGITS, most: 1 },
    { name: 'control', list: 'controls', index: 0, prior: 1, ...byte, pull: 1e-3 },
    { name: 'control again', list: 'controls', index: 1, prior: 0.5, ...byte, pull: 1e-3 },
    ...characters(),
  ]
}

/** Variables of characters. Without texts, the prior comes from the vocabulary: the tokens of a character by itself. */
function characters() {
  const costs = costsAlone()
  const places = ['', ', first', ', again']
  return library.scripts.flatMap((script, i) =>
    ['rare', 'common'].flatMap((kind, j) =>
      places.map((place, k) => ({
        name: `${script}, ${kind}${place}`,
        list: 'characters',
        index: 8 * i + 4 * j + k,
        least: script === 'latin' && j === 1 ? LEAST_OF_LATIN : 1 / UNITS,
        most: j === 1 ? 2 : 4.5,
        prior: j === 1 ? 0.5 : 0.9 * (costs.get(script) ?? 2.5),
        pull: 1e-3,
      })),
    ),
  )
}

function costsAlone() {
  const blocks = library.scriptsOfBlocks()
  const sums = new Map()
  for (const { codePoint, tokens } of vocabularyOfCharacters()) {
    if (tokens === 1) continue
    const script = library.scripts[blocks[codePoint >> 6]]
    const [sum, count] = sums.get(script) ?? [0, 0]
    sums.set(script, [sum + tokens, count + 1])
  }
  return new Map([...sums].map(([script, [sum, count]]) => [script, sum / count]))
}

let characterCosts

/** Each assigned character that is not ASCII, with its tokens by o200k. */
function vocabularyOfCharacters() {
  characterCosts ??= Array.from({ length: 0x20000 - 0x80 }, (_, i) => i + 0x80)
    .filter((codePoint) => !/[\p{Cn}\p{Co}\p{Cs}]/u.test(String.fromCodePoint(codePoint)))
    .map((codePoint) => ({ codePoint, tokens: countTokens(String.fromCodePoint(codePoint)) }))
  return characterCosts
}

/** Lengths of runs of characters, alternating between those that are not a single token and those that are. */
export function stretchesOfCommon() {
  const lengths = []
  let at = 0
  let end = 0
  for (const { codePoint, tokens } of vocabularyOfCharacters()) {
    if (tokens > 1) continue
    if (codePoint > end) {
      if (end > 0) lengths.push(end - at)
      lengths.push(codePoint - end)
      at = codePoint
    }
    end = codePoint + 1
  }
  return [...lengths, end - at]
}

const empty = () => ({
  pairs: Array(48).fill(0),
  runs: [0, 0],
  controls: [0, 0],
  characters: Array(8 * library.scripts.length).fill(0),
})

/** Turns a value in tokens for each variable into coefficients of the library. */
export function coefficientsOf(list, values) {
  const made = empty()
  list.forEach(({ list: name, index }, i) => {
    made[name][index] = Math.round(values[i] * UNITS)
  })
  return made
}

/** How often each variable's weight is counted in each text: one row for each text. */
export function featuresOf(list, texts, common) {
  const encoder = new TextEncoder()
  const bytes = texts.map((text) => encoder.encode(text))
  const rows = texts.map(() => new Float64Array(list.length))
  list.forEach(({ list: name, index }, i) => {
    const only = empty()
    only[name][index] = 1
    const meter = new library.UnitMeter(library.assembleWeights(only, common))
    bytes.forEach((text, row) => {
      meter.restart()
      rows[row][i] = meter.add(text, 0, text.length)
    })
  })
  return rows
}
