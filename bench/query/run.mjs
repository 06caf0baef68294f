// node bench/query/run.mjs [--missed] [--half tuned|'held out']: how many questions are answered by what is shown.
import { parseArgs } from 'node:util'
import { truncate } from '../../dist/index.js'
import { topics } from './questions.mjs'

const KIB = [2, 4, 8]
const { values } = parseArgs({ options: { missed: { type: 'boolean' }, half: { type: 'string' } } })

const lines = (text) => text.split('\n')
const words = (ask) =>
  ask
    .match(/\w{3,}/g)
    .filter((word) => !/^(the|how|what|why|who|was|did|does|and|for|are|which|where|when)$/.test(word))

/** The whole lines among the first bytes. */
const headOf = (text, bytes) => (text.length <= bytes ? text : text.slice(0, bytes).replace(/[^\n]*$/, ''))

/** Both ends, half of the room each. */
const headTail = (text, bytes) => {
  const half = Math.floor(bytes / 2)
  return `${headOf(text, half)}${text.slice(-half).replace(/^[^\n]*/, '')}`
}

/** What `grep -i` prints for the words, as far as it fits. */
const grep = (text, bytes, ask) => {
  const pattern = new RegExp(words(ask).join('|'), 'i')
  const found = lines(text).filter((line) => pattern.test(line))
  return headOf(found.join('\n'), bytes)
}

const cut = (text, bytes, options) => truncate(text, { maxBytes: bytes, maxLines: Infinity, ...options }).text
export const methods = {
  'with a query': (text, bytes, query, purpose) => cut(text, bytes, { for: purpose, query }),
  'without one': (text, bytes, _, purpose) => cut(text, bytes, { for: purpose }),
  'head and tail': headTail,
  'grep -i': grep,
}

const isShown = (text, answer) => lines(text).some((line) => answer.test(line))

function score(half) {
  const rows = new Map(Object.keys(methods).map((name) => [name, KIB.map(() => 0)]))
  let asked = 0
  for (const topic of topics.filter((one) => one.half === half)) {
    const text = topic.text()
    if (!text) continue
    const found = KIB.map(() => 0)
    for (const [ask, answer] of topic.questions) {
      if (!isShown(text, answer)) {
        console.error(`No line of ${topic.name} answers: ${ask}`)
        continue
      }
      asked++
      for (const [name, method] of Object.entries(methods))
        for (const [i, kib] of KIB.entries()) {
          const hit = isShown(method(text, kib * 1024, ask, topic.for), answer)
          if (hit) rows.get(name)[i]++
          if (name === 'with a query' && hit) found[i]++
          if (name === 'with a query' && !hit && values.missed)
            console.log(`  ${kib} KiB ${topic.name}: ${ask}`)
        }
    }
    console.log(`  ${topic.name}, ${text.length} bytes: ${found.join(' / ')} of ${topic.questions.length}`)
  }
  console.log(
    `\n| ${asked} questions, ${half} | ${KIB.map((kib) => `${kib} KiB`).join(' | ')} |\n|---|---|---|---|`,
  )
  for (const [name, counts] of rows)
    console.log(
      `| ${name} | ${counts.map((count) => `${Math.round((100 * count) / asked)} %`).join(' | ')} |`,
    )
}

for (const half of ['tuned', 'held out']) if (values.half === undefined || values.half === half) score(half)
