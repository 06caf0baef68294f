// Words, names and paths for made texts, as varied as in real texts. They come from the pinned packages, weighted by
// how often they occur there.
import { filesLike, filesOf } from '../packages.mjs'

export const pick = (random, list) => list[Math.floor(random() * list.length)]
export const number = (random, below) => Math.floor(random() * below)
/** A number from `low` to `high`, with a uniform distribution of its logarithm. */
export const spread = (random, low, high) => Math.floor(low * (high / low) ** random())
export const some = (random, low, high, make) =>
  Array.from({ length: low + number(random, high - low + 1) }, make)

const once = (make) => {
  let value
  return () => {
    value ??= make()
    return value
  }
}

/** Prose of manuals, and of comments in declarations, which covers far more than one tool. */
const runningWords = once(() => {
  const manuals = filesLike('npm', /^docs\/content\/.*\.md$/).map(({ text }) => text)
  const declarations = filesLike('typescript', /lib\.(dom|webworker|es5|es2020\.intl)\.d\.ts$/)
  const comments = declarations.flatMap(({ text }) => text.match(/^\s*\* [A-Z].*$/gm) ?? [])
  return [...manuals, ...new Set(comments)].join(' ').match(/\b[A-Za-z][a-z]{1,14}\b/g)
})

/** Consecutive words of real sentences. */
export function phrase(random, words) {
  const all = runningWords()
  const from = number(random, all.length - words)
  return all
    .slice(from, from + words)
    .join(' ')
    .toLowerCase()
}

const longWords = once(() => runningWords().filter((text) => text.length > 3))
const differentWords = once(() => [...new Set(longWords())])

/** A name for a thing, from rare and common words. */
export const word = (random) => pick(random, random() < 0.5 ? longWords() : differentWords()).toLowerCase()

const PEOPLE =
  'anna kowalski bjorn lindqvist carlos mendoza dmitri volkov emily nguyen fatima hassan giovanni rossi hiroshi tanaka ingrid johansson jamal okafor katarzyna wojcik liam oconnor mei chen nadia petrova olivia schmidt priya raghavan quentin dubois rashid karimov sofia papadopoulos tomas novak uma krishnan viktor szabo wei zhang ximena alvarez yusuf demir zoe martin aleksander bergstrom chloe fontaine daniel goldberg esther mbeki felix wagner grace campbell henrik andersen isabella moreau'.split(
    ' ',
  )

/** A first or a last name. */
export const person = (random) => pick(random, PEOPLE)

const identifiers = once(() => {
  const sources = ['ace-code', 'react-native-screens', 'graphile-worker', '@capacitor/android', 'node-gyp']
  const text = sources
    .flatMap((name) =>
      filesOf(name)
        .slice(0, 60)
        .map((file) => file.text),
    )
    .join('\n')
  return text.match(/\b[A-Za-z_][A-Za-z0-9_]{3,28}\b/g)
})

export const identifier = (random) => pick(random, identifiers())

export const typeName = (random) => {
  const name = identifier(random).replaceAll('_', '')
  return name[0].toUpperCase() + name.slice(1)
}

const paths = once(() => {
  const sources = [
    'npm',
    'ace-code',
    'react-native-screens',
    're2',
    'node-gyp',
    '@wordpress/block-library',
    'bullmq',
  ]
  return sources.flatMap((name) => filesOf(name).map(({ path }) => path))
})

/** A relative path of a real file. */
export const path = (random) => pick(random, paths())

const javaClasses = once(() =>
  filesLike('@capacitor/android', /\.java$/).map(({ path: file }) =>
    file
      .replace(/^.*\/java\//, '')
      .replace(/\.java$/, '')
      .replaceAll('/', '.'),
  ),
)

export const javaClass = (random) => pick(random, javaClasses())

const packages = once(() =>
  filesLike('npm', /^node_modules\/[^/]+\/package\.json$/).map(({ text }) => {
    const { name, version, license = 'MIT', description = '' } = JSON.parse(text)
    return { name, version, license, description }
  }),
)

export const npmPackage = (random) => pick(random, packages())

const crates = once(() => {
  const [{ text }] = filesOf('@nomicfoundation/solidity-analyzer')
  const listed = [...text.matchAll(/name = "(.+)"\nversion = "(.+)"/g)]
  return listed.map(([, name, version]) => ({ name, version }))
})

export const crate = (random) => pick(random, crates())

const messages = once(() => Object.keys(JSON.parse(filesLike('typescript', /^lib\/de\//)[0].text)))

/** A compiler's message in English: `Cannot_find_name_0_2304` turned into a sentence. */
export function diagnostic(random) {
  const key = pick(random, messages())
  const code = key.slice(key.lastIndexOf('_') + 1)
  const sentence = key.slice(0, key.lastIndexOf('_')).replaceAll('_', ' ')
  return { code, sentence: sentence.replace(/\b\d\b/g, () => `'${identifier(random)}'`) }
}

const HEX = '0123456789abcdef'
export const hex = (random, length) => Array.from({ length }, () => HEX[number(random, 16)]).join('')

export const uuid = (random) =>
  `${hex(random, 8)}-${hex(random, 4)}-4${hex(random, 3)}-${'89ab'[number(random, 4)]}${hex(random, 3)}-${hex(random, 12)}`

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'
export const base64 = (random, length) => Array.from({ length }, () => ALPHABET[number(random, 64)]).join('')

export const ip = (random) =>
  [pick(random, [10, 172, 192, 203, 34, 52, 88]), ...some(random, 3, 3, () => number(random, 256))].join('.')

export const semver = (random) =>
  `${spread(random, 1, 30) - 1}.${number(random, 25)}.${spread(random, 1, 40) - 1}`

const START = Date.UTC(2026, 0, 5)
/** A time that advances by up to two seconds per line. */
export const moment = (random, line) => new Date(START + line * 1700 + number(random, 1000))
export const isoTime = (random, line) => moment(random, line).toISOString()

const two = (value) => String(value).padStart(2, '0')
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']
export const month = (random) => pick(random, MONTHS)

/** `05/Jan/2026:00:00:01 +0000` */
export function accessTime(random, line) {
  const at = moment(random, line)
  return `${two(at.getUTCDate())}/${MONTHS[at.getUTCMonth()]}/${at.getUTCFullYear()}:${at.toISOString().slice(11, 19)} +0000`
}

/** `Jan  5 00:00:01` */
export function syslogTime(random, line) {
  const at = moment(random, line)
  return `${MONTHS[at.getUTCMonth()]} ${String(at.getUTCDate()).padStart(2)} ${at.toISOString().slice(11, 19)}`
}

/** `2026-01-05 00:00:01,234` */
export const plainTime = (random, line) =>
  isoTime(random, line).replace('T', ' ').replace('.', ',').slice(0, 23)

export const seconds = (random) => (random() ** 3 * 40).toFixed(2)
export const size = (random) =>
  `${(random() * 900 + 1).toFixed(random() < 0.5 ? 1 : 2)} ${pick(random, ['kB', 'KB', 'MB'])}`
