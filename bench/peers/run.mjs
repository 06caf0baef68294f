// npm run bench:peers [-- --json FILE]: asks about the quality of other systems' cuts and of pith's, at their own limits.
// `npm run bench` times them. Needs `npm pack` once. Lists peers that are not available with the reason.
import { writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { loadLibrary } from '../load.mjs'
import { aligned } from '../report.mjs'
import { loadPeers, pithAt, SHARED_LIMIT } from './peers.mjs'
import { answerRows, answersOf, questions } from './questions.mjs'

const { json } = parseArgs({ options: { json: { type: 'string' } } }).values
const { truncate } = await loadLibrary()
const peers = await loadPeers((name) => console.error(name))
const ours = [pithAt(truncate, SHARED_LIMIT), pithAt(truncate, SHARED_LIMIT, { tail: true })]
for (const { name, version, limit, does, reason } of [...ours, ...peers]) {
  const title = version ? `${name} ${version}` : name
  const { lines, amount, unit } = limit
  const told = `${lines === Infinity ? '' : `${lines} lines, `}${amount.toLocaleString('en')} ${unit}`
  console.log(reason ? `${title}: not here. ${reason}` : `${title} (${told}): ${does}.`)
}
const answers = [...ours, ...peers.filter(({ run }) => run)].map((contender) => ({
  name: contender.name,
  answers: answersOf(contender),
}))
console.log(`\n${aligned(answerRows(answers))}\n`)
console.log(questions.map(({ short, asks }) => `${short}: ${asks}`).join('\n'))
if (json) writeFileSync(json, `${JSON.stringify(answers, null, 2)}\n`)
