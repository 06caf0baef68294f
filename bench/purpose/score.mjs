// How many questions each method answers, and how sure that is.
import { createHash } from 'node:crypto'
import { createRandom } from '../random.mjs'
import { grouped, quantile } from '../statistics.mjs'
import { isAnswered, shownOf } from './answers.mjs'

export const SIZES = [4, 8, 16, 30]
const KIB = 1024
const SEED = 99
const RESAMPLES = 1000

/** Half of the tools, by their names: whoever changes pith looks at the answers of the others alone. */
export const isHeldOut = (tool) => createHash('sha256').update(`half ${tool}`).digest()[0] % 2 === 1

/**
 * What each method answers of one recording. Only those sizes count that the recording exceeds: where nothing is left
 * out, every method answers everything.
 *
 * @returns {{ method: string, kib: number, answered: boolean[], bytes: number, tokens: number }[]}
 */
export function scoresOf(recording, methods, count) {
  const rows = []
  for (const method of methods) {
    for (const kib of SIZES) {
      if (recording.bytes.length <= kib * KIB) continue
      const cut = method.cut(recording, kib * KIB)
      checkSize(cut, kib * KIB, `${method.name}: ${recording.command}`)
      const shown = shownOf(cut)
      rows.push({
        method: method.name,
        kib,
        answered: recording.questions.map((question) => isAnswered(shown, question)),
        bytes: Buffer.byteLength(cut.text),
        tokens: count(cut.text),
      })
    }
  }
  return rows
}

function checkSize({ text }, maxBytes, of) {
  const bytes = Buffer.byteLength(text)
  if (bytes > maxBytes) throw new Error(`${of} has ${bytes} bytes, more than ${maxBytes}.`)
}

/**
 * The share of the questions that are answered, with 95 % of its bootstrap. Whole tools are drawn, because the outputs of
 * one tool are alike.
 *
 * @param {{ tool: string, answered: boolean[], tokens: number }[]} rows
 */
export function shareOf(rows) {
  const asked = rows.reduce((sum, { answered }) => sum + answered.length, 0)
  const tools = [...grouped(rows, ({ tool }) => tool).values()].map((own) => [
    own.reduce((sum, { answered }) => sum + answered.filter(Boolean).length, 0),
    own.reduce((sum, { answered }) => sum + answered.length, 0),
  ])
  const random = createRandom(SEED)
  const shares = Array.from({ length: RESAMPLES }, () => resampled(tools, random))
  return {
    share: ratio(tools),
    interval: [quantile(shares, 0.025), quantile(shares, 0.975)],
    asked,
    outputs: rows.length,
    tools: tools.length,
    tokens: rows.reduce((sum, { tokens }) => sum + tokens, 0) / rows.length,
  }
}

const resampled = (tools, random) => ratio(tools.map(() => tools[Math.floor(random() * tools.length)]))

function ratio(tools) {
  const hits = tools.reduce((sum, [hit]) => sum + hit, 0)
  return hits / tools.reduce((sum, [, asked]) => sum + asked, 0)
}
