// npm run bench:peers [-- --json FILE --quick]: compares other systems' truncation with pith's, on the same job
// and with the same limits, and asks about the quality of each cut. Needs `npm pack` once. Lists peers that are not
// available with the reason.
import { writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { aligned } from '../aligned.mjs'
import { loadLibrary } from '../load.mjs'
import { createRandom } from '../random.mjs'
import { machine, machineLine } from '../report.mjs'
import { loadPeers, pithAt, SHARED_LIMIT } from './peers.mjs'
import { answersOf, questions } from './questions.mjs'
import { answerTable, peerList, timeTable } from './tables.mjs'
import { timings } from './timing.mjs'

const SEED = 20_260_314

const options = { json: { type: 'string' }, quick: { type: 'boolean' } }
const { json, quick } = parseArgs({ options }).values
const { truncate, getBackend } = await loadLibrary()
const facts = machine(getBackend())
const peers = await loadPeers((name) => console.error(name))
const ours = [pithAt(truncate, SHARED_LIMIT), pithAt(truncate, SHARED_LIMIT, { tail: true })]
console.log(`${machineLine(facts)}\n\n${peerList([...ours, ...peers])}\n`)

const answers = [...ours, ...peers.filter(({ run }) => run)].map((contender) => ({
  name: contender.name,
  answers: answersOf(contender),
}))
console.log(`${aligned(answerTable(answers))}\n`)
console.log(`${questions.map(({ short, asks }) => `${short}: ${asks}`).join('\n')}\n`)

console.log(`A log cut in memory, ms: the median of the rounds, ± half their range. "a : b" is how many times as fast as a b is;
below 1 the peer is faster. A peer that takes text alone decodes a Buffer within its time.
`)
const times = []
for (const part of timings({ truncate, peers, isQuick: quick, random: createRandom(SEED) })) {
  times.push(part)
  console.log(`${aligned(timeTable(part))}\n`)
}
const listed = [...ours, ...peers].map(({ name, version, limit, does, reason }) => {
  return { name, version, limit, does, reason }
})
const result = { machine: facts, seed: SEED, peers: listed, answers, times }
if (json) writeFileSync(json, `${JSON.stringify(result, null, 2)}\n`)
