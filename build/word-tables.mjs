// Writes assembly/word-tables.ts: the words of src/signal/false-alarm-words.ts as tables for the kernels.
import { writeFileSync } from 'node:fs'
import { build } from 'esbuild'

const source = 'src/signal/false-alarm-words.ts'
/** The most letters of a word in a list, and the places of the table of meanings. */
const LIST_LETTERS = 11
const PLACES = 512

const { levelTags, meanings, stems } = await evaluated()

writeFileSync(
  'assembly/word-tables.ts',
  `// Made by build/word-tables.mjs from ${source}. Do not edit.

/** A table of the words that have a meaning. A hash stands at the place that its lowest bits name, or in one of the next ones. 0 marks a free place. */
export const WORD_HASHES: usize = memory.data<u32>([${hashTable().hashes}])
/** What they mean, at the same places. */
export const WORD_MEANINGS: usize = memory.data<u8>([${hashTable().bits}])
/** By a word's first letter: a bit for the low four bits of each length that a word with a meaning has. */
export const WORD_LENGTHS: usize = memory.data<u16>([${lengthsByFirst()}])
export const WORD_PLACES: u32 = ${PLACES}
/** Lists of words: the length of each, then its letters. */
export const STEMS: usize = memory.data<u8>([${listOf(stems)}])
export const STEM_COUNT: i32 = ${stems.length}
/** By a stem's first letter: a bit for each second letter. */
export const STEM_SECONDS: usize = memory.data<u32>([${secondsByFirst()}])
export const LEVEL_TAGS: usize = memory.data<u8>([${listOf(levelTags)}])
export const LEVEL_TAG_COUNT: i32 = ${levelTags.length}
export const LIST_STEP: usize = ${LIST_LETTERS + 1}
`,
)

function words() {
  const all = new Map()
  for (const [bit, list] of meanings)
    for (const word of list.split(' ')) all.set(word, (all.get(word) ?? 0) | bit)
  return all
}

function hashTable() {
  const hashes = new Array(PLACES).fill(0)
  const bits = new Array(PLACES).fill(0)
  for (const [word, meaning] of words()) {
    const hash = hashOf(word)
    let place = hash & (PLACES - 1)
    while (hashes[place] !== 0) place = (place + 1) & (PLACES - 1)
    hashes[place] = hash
    bits[place] = meaning
  }
  return { hashes, bits }
}

/** FNV-1a, as in src/signal/word-meanings.ts. */
function hashOf(word) {
  let hash = 0x811c9dc5
  for (const letter of word) hash = Math.imul(hash ^ letter.charCodeAt(0), 0x01000193)
  return hash >>> 0
}

function lengthsByFirst() {
  const table = new Array(32).fill(0)
  for (const word of words().keys()) table[word.charCodeAt(0) & 31] |= 1 << (word.length & 15)
  return table
}

function secondsByFirst() {
  const table = new Array(32).fill(0)
  for (const stem of stems)
    table[stem.charCodeAt(0) & 31] = (table[stem.charCodeAt(0) & 31] | (1 << (stem.charCodeAt(1) & 31))) >>> 0
  return table
}

function listOf(list) {
  return list.flatMap((word) => {
    if (word.length > LIST_LETTERS) throw new Error(`Expected at most ${LIST_LETTERS} letters, got ${word}.`)
    return [word.length, ...Buffer.from(word.padEnd(LIST_LETTERS, '\0'))]
  })
}

async function evaluated() {
  const { outputFiles } = await build({ entryPoints: [source], format: 'esm', write: false })
  return import(`data:text/javascript;base64,${Buffer.from(outputFiles[0].contents).toString('base64')}`)
}
