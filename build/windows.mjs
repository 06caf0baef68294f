// Writes src/scan/windows.ts: for each of the signal's literals, the four letters that the filter looks for, and their
// bucket. Simulated annealing chooses both for the whole list at once. It weighs how often each run of four letters
// comes in sample text: logs made by `npm run bench:retention -- --made`, if there are any, installed packages, and the
// project's own text. The same text and list give the same result. Run it after a change of the list. It takes about a
// minute.
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'

const LIST = { file: './src/signal/literals.ts', name: 'signalLiterals' }
const SEED = 20_260_314
const STEPS = 800_000
/** Temperature at the start and at the end, as a share of the cost at the start. */
const HEAT = [1e-3, 1e-6]
const MAX_FILE_BYTES = 64 * 1024
const MAX_SAMPLE_BYTES = 8 * 1024 * 1024
/** One in this many files is kept out of the sample, for measuring. */
const HELD_OUT = 5
const BLOCK_BYTES = 64
/** Cost of a place where the letters are those of an anchor, compared with one that only passes the classes. */
const ANCHOR_COST = 6

const root = fileURLToPath(new URL('..', import.meta.url))
const { list, anchorOf, assignBuckets, classOf, BUCKETS } = await loadSources()
const literals = [...new Set(list().map((entry) => (entry.literal ?? entry).toLowerCase()))].sort()
const { sample, heldOut } = readTexts()
const { weights, letterWeights } = gramWeights(sample)
const before = startState()
const after = anneal(before)
writeTable(after)
report('before', before)
report('after', after)

async function loadSources() {
  const contents = `
    export { ${LIST.name} as list } from '${LIST.file}'
    export { anchorOf, assignBuckets, BUCKETS, classOf } from './src/scan/anchors.ts'
  `
  const stdin = { contents, resolveDir: root, loader: 'ts' }
  // The existing table would hide the choice that is made without one.
  const noTable = {
    name: 'no table',
    setup({ onLoad }) {
      onLoad({ filter: /scan.windows\.ts$/ }, () => ({ contents: 'export const windows = []' }))
    },
  }
  const { outputFiles } = await build({
    stdin,
    bundle: true,
    format: 'esm',
    write: false,
    plugins: [noTable],
  })
  const base64 = Buffer.from(outputFiles[0].contents).toString('base64')
  return import(`data:text/javascript;base64,${base64}`)
}

/** Texts in the order of their paths, so that every run reads the same. */
function readTexts() {
  const isText = (path) => /^(readme|license|changelog|history)|\.(md|txt|json|log)$/i.test(basename(path))
  const own = ['README.md', 'CHANGELOG.md', 'CONTRIBUTING.md', ...filesIn('docs')]
  const files = [...filesIn('build/out/made-logs/logs'), ...filesIn('node_modules').filter(isText), ...own]
  const texts = { sample: [], heldOut: [] }
  let bytes = 0
  for (const [i, path] of files.entries()) {
    const text = readFileSync(join(root, path)).subarray(0, MAX_FILE_BYTES)
    bytes += text.length
    if (bytes > MAX_SAMPLE_BYTES) break
    texts[i % HELD_OUT === 0 ? 'heldOut' : 'sample'].push(text)
  }
  return texts
}

function filesIn(folder) {
  if (!existsSync(join(root, folder))) return []
  const entries = readdirSync(join(root, folder), { withFileTypes: true })
  const paths = entries
    .filter((entry) => !entry.name.startsWith('.'))
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .map((entry) => ({ entry, path: join(folder, entry.name) }))
  return paths.flatMap(({ entry, path }) => {
    if (entry.isDirectory()) return filesIn(path)
    return entry.isFile() ? [path] : []
  })
}

/** How often each run of four letter classes comes in the texts, and each run of four letters; see `lettersAt`. */
function gramWeights(texts) {
  const weights = new Float64Array(0x10000)
  const letterWeights = new Float64Array(0x100000)
  for (const text of texts) {
    forEachGram(text, (gram, at) => {
      weights[gram]++
      letterWeights[lettersAt(text, at - 3)]++
    })
  }
  return { weights, letterWeights }
}

/** Four letters of either case, five bits each. */
function lettersAt(text, at) {
  return (
    ((text[at] & 31) << 15) | ((text[at + 1] & 31) << 10) | ((text[at + 2] & 31) << 5) | (text[at + 3] & 31)
  )
}

function forEachGram(text, take) {
  let gram = 0
  let letters = 0
  for (let at = 0; at < text.length; at++) {
    const byteClass = classOf(text[at])
    letters = byteClass < 16 ? letters + 1 : 0
    gram = ((gram << 4) | byteClass) & 0xffff
    if (letters >= 4) take(gram, at)
  }
}

/** The choice without a table: each literal's rarest letters, in the bucket that grows least. */
function startState() {
  const anchors = literals.map((literal) => {
    const classes = Array.from(literal, (letter) => classOf(letter.charCodeAt(0)))
    const offsets = [...classes.keys()].filter((at) => /^[a-z]{4}/.test(literal.slice(at)))
    return { literal, offsets, classes, ...anchorOf(literal) }
  })
  assignBuckets(anchors)
  return { anchors }
}

/** Moves one anchor at a time. Accepts what is better, and what is worse while the temperature is high. */
function anneal({ anchors: start }) {
  const random = createRandom(SEED)
  const anchors = start.map((anchor) => ({ ...anchor }))
  const filter = createFilter(anchors)
  const letters = countAnchors(anchors)
  let cost = filter.cost() + letters.cost()
  let best = { cost, anchors: copyOf(anchors) }
  const startCost = cost
  for (let step = 0; step < STEPS; step++) {
    const heat = startCost * HEAT[0] * (HEAT[1] / HEAT[0]) ** (step / STEPS)
    const anchor = random.pick(anchors)
    const { offset, bucket } = anchor
    if (random.below(2) === 0) anchor.bucket = random.below(BUCKETS)
    else anchor.offset = random.pick(anchor.offsets)
    if (anchor.bucket === bucket && anchor.offset === offset) continue
    letters.move(anchor, offset, anchor.offset)
    const changed = filter.costWith([bucket, anchor.bucket]) + letters.cost()
    if (changed <= cost || Math.exp((cost - changed) / heat) > random.below(1e6) / 1e6) {
      cost = changed
      filter.keep()
      if (cost < best.cost) best = { cost, anchors: copyOf(anchors) }
    } else {
      letters.move(anchor, anchor.offset, offset)
      Object.assign(anchor, { offset, bucket })
    }
  }
  return best
}

/** Cost of the places whose letters are those of an anchor. Several literals may have the same anchor. */
function countAnchors(anchors) {
  const uses = new Uint16Array(0x100000)
  let sum = 0
  const add = ({ literal }, offset, amount) => {
    const gram = lettersAt(Buffer.from(literal), offset)
    const wasUsed = uses[gram] > 0
    uses[gram] += amount
    if (uses[gram] > 0 !== wasUsed) sum += amount * letterWeights[gram]
  }
  for (const anchor of anchors) add(anchor, anchor.offset, 1)
  return {
    cost: () => ANCHOR_COST * sum,
    move(anchor, from, to) {
      add(anchor, from, -1)
      add(anchor, to, 1)
    },
  }
}

function copyOf(anchors) {
  return anchors.map((anchor) => ({ ...anchor }))
}

/** The filter, evaluated for each run of classes in the sample. */
function createFilter(anchors) {
  const grams = Uint16Array.from([...weights.keys()].filter((gram) => weights[gram] > 0))
  const share = Float64Array.from(grams, (gram) => weights[gram])
  let passing = new Uint8Array(grams.length)
  let tried = new Uint8Array(grams.length)
  const tryBucket = (bucket) => {
    const [a, b, c, d] = setsOf(anchors, bucket)
    const bit = 1 << bucket
    for (let i = 0; i < grams.length; i++) {
      const gram = grams[i]
      const fits =
        (a >> (gram >> 12)) & (b >> ((gram >> 8) & 15)) & (c >> ((gram >> 4) & 15)) & (d >> (gram & 15))
      tried[i] = (tried[i] & ~bit) | ((fits & 1) << bucket)
    }
  }
  const costOf = (flags) => {
    let sum = 0
    for (let i = 0; i < flags.length; i++) if (flags[i] !== 0) sum += share[i]
    return sum
  }
  return {
    cost() {
      for (let bucket = 0; bucket < BUCKETS; bucket++) tryBucket(bucket)
      passing = tried.slice()
      return costOf(passing)
    },
    costWith(buckets) {
      tried.set(passing)
      for (const bucket of new Set(buckets)) tryBucket(bucket)
      return costOf(tried)
    },
    keep() {
      ;[passing, tried] = [tried, passing]
    },
  }
}

/** For each place of an anchor, the set of classes that the bucket's anchors have there. */
function setsOf(anchors, bucket) {
  const sets = [0, 0, 0, 0]
  for (const anchor of anchors) {
    if (anchor.bucket !== bucket) continue
    for (let place = 0; place < 4; place++) sets[place] |= 1 << anchor.classes[anchor.offset + place]
  }
  return sets
}

function createRandom(seed) {
  let state = seed
  const below = (bound) => {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    return (state >>> 0) % bound
  }
  return { below, pick: (entries) => entries[below(entries.length)] }
}

function writeTable({ anchors }) {
  const rows = Array.from({ length: BUCKETS }, (_, bucket) =>
    anchors
      .filter((anchor) => anchor.bucket === bucket)
      .map(marked)
      .join('|'),
  )
  const source = `// Generated by build/windows.mjs; not to be edited. A row for each bucket; the anchor of each literal in capitals.
export const windows: readonly string[] = [
${rows.map((row) => `  ${quoted(row)},`).join('\n')}
]
`
  writeFileSync(join(root, 'src/scan/windows.ts'), source)
}

/** A row as the formatter would quote it: in the quotes that need fewer escapes. */
function quoted(row) {
  const singles = row.split("'").length
  const doubles = row.split('"').length
  return singles > doubles ? `"${row.replaceAll('"', '\\"')}"` : `'${row.replaceAll("'", "\\'")}'`
}

function marked({ literal, offset }) {
  if (literal.includes('|')) throw new Error(`Expected a literal without |, got ${literal}`)
  const end = offset + 4
  return literal.slice(0, offset) + literal.slice(offset, end).toUpperCase() + literal.slice(end)
}

/** Reports what the filter passes in texts outside the sample: blocks, places, and places that hold an anchor. */
function report(name, { anchors }) {
  const sets = Array.from({ length: BUCKETS }, (_, bucket) => setsOf(anchors, bucket))
  const passes = (gram) =>
    sets.some(
      ([a, b, c, d]) =>
        (a >> (gram >> 12)) & (b >> ((gram >> 8) & 15)) & (c >> ((gram >> 4) & 15)) & (d >> (gram & 15)) & 1,
    )
  const known = Uint8Array.from({ length: 0x10000 }, (_, gram) => (passes(gram) ? 1 : 0))
  const letters = new Set(anchors.map(({ literal, offset }) => lettersAt(Buffer.from(literal), offset)))
  let anchorPlaces = 0
  let bytes = 0
  let places = 0
  let blocks = 0
  for (const text of heldOut) {
    let lastBlock = -1
    bytes += text.length
    forEachGram(text, (gram, at) => {
      if (known[gram] === 0) return
      places++
      if (letters.has(lettersAt(text, at - 3))) anchorPlaces++
      if (Math.floor(at / BLOCK_BYTES) !== lastBlock) blocks++
      lastBlock = Math.floor(at / BLOCK_BYTES)
    })
  }
  const percent = ((100 * blocks * BLOCK_BYTES) / bytes).toFixed(1)
  const perKib = (count) => ((1024 * count) / bytes).toFixed(1)
  console.log(
    `${name}: ${percent} % of blocks, ${perKib(places)} places a KiB, ${perKib(anchorPlaces)} with an anchor, ${literals.length} literals`,
  )
}
