// npm run bench [-- --quick --docs --json FILE --no-peers --gib]: cuts logs that were never seen before, by size, form of
// input and share of error lines: pith with WebAssembly, pith with JavaScript, pith as a tail, and other systems.
import { writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { places, writeBlock } from './figures.mjs'
import { loadLibrary } from './load.mjs'
import { createRandom } from './random.mjs'
import { aligned, machine, machineLine } from './report.mjs'
import { seenContenders } from './seen/contenders.mjs'
import { poolOf } from './seen/logs.mjs'
import { forms, measureUnseen, warmUp } from './seen/measure.mjs'
import { seenFigures, seenInShort, seenNote, seenTable } from './seen/tables.mjs'

const SEED = 20_260_314
const KIB = 1024
const MIB = 1024 * KIB
const SIZES = [
  { name: '1 KiB', size: KIB },
  { name: '8 KiB', size: 8 * KIB },
  { name: '32 KiB', size: 32 * KIB },
  { name: '100 kB', size: 100e3 },
  { name: '512 KiB', size: 512 * KIB },
  { name: '2 MiB', size: 2 * MIB },
  { name: '16 MiB', size: 16 * MIB },
  { name: '100 MB', size: 100e6 },
]
const SHARES = [0, 0.01, 0.05, 0.25, 1]
const SHARED_SIZE = 512 * KIB
/** Larger logs have fewer rounds, and the quick run leaves them out. */
const LARGE = 8 * MIB
const LARGE_ROUNDS = 3
const WARM_UP_MS = 4000

const { quick, docs, json, peers, gib } = parseArgs({
  allowNegative: true,
  options: {
    quick: { type: 'boolean', default: false },
    docs: { type: 'boolean', default: false },
    json: { type: 'string' },
    peers: { type: 'boolean', default: true },
    gib: { type: 'boolean', default: false },
  },
}).values
if (docs && quick) throw new Error('Expected --docs without --quick.')

const tell = (line) => console.error(line)
const { truncate, getBackend } = await loadLibrary()
const hasWasm = getBackend() === 'wasm'
const { contenders, missing } = await seenContenders({ truncate, hasWasm, withPeers: peers, tell })
const pool = poolOf(truncate, tell)
const random = createRandom(SEED)
const rounds = quick ? 3 : 7
const facts = machine(getBackend())
console.log(`${machineLine(facts)}\nMedian of ${rounds} rounds, of which contenders take turns.\n`)

warmUp(contenders, pool, random, quick ? WARM_UP_MS / 4 : WARM_UP_MS)
const cellOf = ({ size, ...cell }) =>
  measureUnseen(contenders, pool, { rounds: size > LARGE ? LARGE_ROUNDS : rounds, ...cell, size }, random)
const wanted = SIZES.filter(({ size }) => !quick || size <= LARGE)
const sizes = Object.keys(forms).flatMap((form) => wanted.map((each) => cellOf({ ...each, form })))
// A string is not that long.
if (gib) sizes.push(cellOf({ name: '1 GiB', size: 1024 * MIB, form: 'Buffer', rounds: 1 }))
const shares = SHARES.map((errorShare) =>
  cellOf({ name: `${100 * errorShare} %`, size: SHARED_SIZE, form: 'Buffer', errorShare }),
)

console.log(`${aligned(seenTable('first seen, ms', sizes, contenders))}\n`)
console.log(`${aligned(seenTable('512 KiB, by share of error lines, ms', shares, contenders))}\n`)
console.log(seenNote({ cells: [...sizes, ...shares], contenders, missing }))
const told = contenders.map(({ name, role, isPeer }) => ({ name, role, isPeer }))
const result = { machine: facts, seed: SEED, quick, seen: { sizes, shares, contenders: told } }
if (json) writeFileSync(json, `${JSON.stringify(result, null, 2)}\n`)
if (docs) {
  writeBlock(places.seen, seenFigures(result))
  writeBlock(places.seenShort, seenInShort(result))
}
