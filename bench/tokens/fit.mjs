// Fits the estimator's coefficients to what the two vocabularies count, and writes src/core/tokens/coefficients.ts.
import { writeFileSync } from 'node:fs'
import { coefficientsOf, featuresOf, library, stretchesOfCommon, UNITS, variables } from './model.mjs'
import { solve } from './solve.mjs'

const file = new URL('../../src/core/tokens/coefficients.ts', import.meta.url)

/** The weight of a kind. For hostile texts, only estimates that are too low count as errors. */
const WEIGHTS = { natural: 1, 'logs of real tools': 1, dense: 0.5, hostile: 0.5 }
/**
 * Text in these languages says little about the output of tools, and the class of Latin letters cannot distinguish it.
 */
const LATIN = /^language (?:deu_1996|fra|spa|por_BR|pol|ces|vie|tur|fin)$|^messages (?:es|cs)$/
const WEIGHT_OF_LATIN = 0.3

// Classes and columns of pairs, as in src/core/scan/token-units.ts. Letters come before digits.
const DIGIT = 2
const SAME = 6

/** @param {import('./figures.mjs').Sample[]} all */
export function fit(all) {
  const samples = all.filter(({ fitted }) => fitted)
  const common = library.packLengths(stretchesOfCommon())
  const list = variables()
  const features = featuresOf(
    list,
    samples.map(({ text }) => text),
    common,
  )
  const fitted = (encoding) => coefficientsOf(list, valuesFor(list, samples, features, encoding))
  writeFileSync(file, source({ o200k: fitted('o200k'), claude: fitted('claude') }, common))
}

/**
 * Fits in two steps, because the weights of long runs must share no bit. The second step fixes them and fits the
 * others.
 */
function valuesFor(list, samples, features, encoding) {
  const rows = samples.map((sample, i) => {
    const { kind, group, tokens } = sample
    const siblings = samples.filter((other) => other.kind === kind).length
    const weight = (WEIGHTS[group] * (LATIN.test(kind) ? WEIGHT_OF_LATIN : 1)) / siblings
    return { features: features[i].map((x) => x / tokens[encoding]), weight, isFloor: group === 'hostile' }
  })
  const first = solve(list, rows)
  const runs = list.flatMap(({ list: name }, i) => (name === 'runs' ? [i] : []))
  const settled = withoutSharedBits(runs.map((i) => first[i] * UNITS))
  const capped = list.map((variable) => withRoomForRun(variable, settled))
  return solve(capped, rows, new Map(runs.map((i, at) => [i, settled[at] / UNITS])))
}

/** Caps the weight of a pair that may end a long run, so that the sum with the run's weight fits a byte. */
function withRoomForRun(variable, [consonants, digits]) {
  const before = variable.index >> 3
  const own = (variable.index & 7) < SAME ? variable.index & 7 : before
  const run = before < DIGIT && own < DIGIT ? consonants : before === DIGIT && own === DIGIT ? digits : 0
  if (variable.list !== 'pairs') return variable
  return { ...variable, most: Math.min(variable.most, (255 - run) / UNITS) }
}

/** The two numbers closest to these that share no bit. */
function withoutSharedBits([consonants, digits]) {
  let best = { distance: Number.POSITIVE_INFINITY }
  for (let a = 0; a < 192; a++) {
    for (let b = 0; b < 128; b++) {
      const distance = Math.abs(a - consonants) + 2 * Math.abs(b - digits)
      if ((a & b) === 0 && distance < best.distance) best = { distance, found: [a, b] }
    }
  }
  return best.found
}

function source(encodings, common) {
  const lines = (values, size) => {
    const rows = []
    for (let i = 0; i < values.length; i += size) rows.push(`      ${values.slice(i, i + size).join(', ')},`)
    return `[\n${rows.join('\n')}\n    ]`
  }
  const one = ({ pairs, runs, controls, characters }) => `{
    pairs: ${lines(pairs, 8)},
    runs: [${runs.join(', ')}],
    controls: [${controls.join(', ')}],
    characters: ${lines(characters, 8)},
  }`
  return `// Written by \`npm run bench:tokens -- --fit\`.

/** Costs of bytes and characters, in 128ths of a token. src/core/scan/token-units.ts explains the tables. */
export interface Coefficients {
  /**
   * A row for each of the 6 classes of the byte before. In each row, the 6 classes, and 2 for a repeat of the same
   * byte.
   */
  pairs: readonly number[]
  runs: readonly number[]
  controls: readonly number[]
  /** A row for each script in scripts.ts. */
  characters: readonly number[]
}

export const coefficients: Record<'o200k' | 'claude', Coefficients> = {
${Object.entries(encodings)
  .map(([name, made]) => `  ${name}: ${one(made)},`)
  .join('\n')}
}

/** The characters that are a single token in o200k. weights.ts unpacks the string. */
export const commonCharacters =
  '${common}'
`
}
