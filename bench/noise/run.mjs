// npm run bench:noise [-- --made --each --no-fold --logdx DIR --json FILE]: measures terminal noise in the text
// that pith keeps of recorded sessions, the share of its own words, and what runs above the limit are cut to.
import { writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { aligned } from '../aligned.mjs'
import { loadLibrary } from '../load.mjs'
import { loadLogs, loadSuccesses } from '../retention/data.mjs'
import { isKept } from '../retention/labels.mjs'
import { loadLogdx, signalsKept } from '../retention/logdx.mjs'
import { quantile, summary, wilson } from '../statistics.mjs'
import { cutter } from './cut.mjs'
import { noiseIn, noiseShare } from './noise.mjs'
import { loadSessions } from './sessions.mjs'
import { eachRows, logdxRows, noiseRows, wordRows, worthRows } from './table.mjs'

const KIB = 1024
const NOISE_BYTES = 4 * KIB
/** The limit of an agent's shell for a run. What fits it is not cut. */
const WORTH_BYTES = 8 * KIB
const LOGDX_BYTES = [2000, 8000, 16_384]

const options = {
  made: { type: 'boolean' },
  fresh: { type: 'boolean' },
  each: { type: 'boolean' },
  fold: { type: 'boolean', default: true },
  logdx: { type: 'string' },
  json: { type: 'string' },
}
const args = parseArgs({ options, allowNegative: true }).values
const { truncateToolOutput } = await loadLibrary()
const { name: set, logs } = loadLogs({ ...args, tell: (line) => console.error(line) })
const sessions = loadSessions()
const all = cutter(truncateToolOutput, { fold: args.fold, for: 'log' })
const worth = cutter(truncateToolOutput, { fold: args.fold, for: 'run' })
const unknown = worth.unknown.length > 0 ? ` This build has no option ${worth.unknown.join(', ')}.` : ''
console.log(
  `${sessions.length} sessions of ${new Set(sessions.map(({ tool }) => tool)).size} tools, ${logs.length} labelled failure logs (${set}).${unknown}\n`,
)

const result = { noise: noiseOf(), words: wordsOf(), worth: worthOf(), logdx: logdxOf() }
if (args.each) console.log(`${aligned(eachRows(result.noise.each))}\n`)
const tables = [noiseRows(result.noise), wordRows(result.words), worthRows(result.worth)]
for (const rows of tables) console.log(`${aligned(rows)}\n`)
if (result.logdx.cases > 0) console.log(`${aligned(logdxRows(result.logdx))}\n`)
if (args.json) writeFileSync(args.json, `${JSON.stringify(result, null, 2)}\n`)

function noiseOf() {
  const each = [...sessions, ...logs.map(({ id, bytes }) => ({ name: id, bytes, log: true }))]
    .map(({ name, log, bytes }) => {
      const noise = noiseIn(worth.cut(bytes, NOISE_BYTES).kept)
      return { name, log: log === true, bytes: bytes.length, ...noise, share: noiseShare(noise) }
    })
    .sort((a, b) => b.share - a.share)
  return { each, sessions: ofSet(false), logs: ofSet(true) }

  function ofSet(log) {
    const shares = each.filter((row) => row.log === log).map(({ share }) => share)
    return { median: summary(shares).median, tenth: quantile(shares, 0.9), most: shares[0] }
  }
}

/** The share of a limit that markers and notice take, on failure logs that do not fit. */
function wordsOf() {
  return [1, 2, 4, 8].map((kib) => {
    const shares = logs
      .map(({ bytes }) => all.cut(bytes, kib * KIB))
      .filter(({ truncated }) => truncated)
      .map(({ wordBytes }) => wordBytes / (kib * KIB))
    return { kib, mean: shares.reduce((sum, share) => sum + share, 0) / shares.length, ...summary(shares) }
  })
}

function worthOf() {
  const failures = logs
    .filter(({ bytes }) => bytes.length > WORTH_BYTES)
    .map(({ id, bytes, required }) => {
      const { text } = worth.cut(bytes, WORTH_BYTES)
      return { id, bytes: Buffer.byteLength(text), kept: isKept(text, required) }
    })
  const kept = failures.filter((log) => log.kept).length
  const recorded = sessions.filter(({ outcome }) => outcome === 'success')
  const successes = [...recorded, ...(args.made ? [] : loadSuccesses())].filter(
    ({ bytes }) => bytes.length > WORTH_BYTES,
  )
  const sizes = successes.map(({ bytes }) => Buffer.byteLength(worth.cut(bytes, WORTH_BYTES).text))
  return {
    failures: failures.length,
    failureBytes: summary(failures.map(({ bytes }) => bytes)),
    kept,
    interval: wilson(kept, failures.length),
    lost: failures.filter((log) => !log.kept).map(({ id }) => id),
    successes: sizes.length,
    successBytes: summary(sizes),
  }
}

function logdxOf() {
  const cases = loadLogdx(args.logdx)
  if (cases.length === 0) return { cases: 0, rows: [] }
  const rows = LOGDX_BYTES.map((maxBytes) => {
    const texts = new Map(cases.map(({ bytes }) => [bytes, all.cut(bytes, maxBytes).text]))
    const textOf = (bytes) => texts.get(bytes)
    return {
      maxBytes,
      withPrefixes: signalsKept(cases, textOf, { prefixes: true }),
      without: signalsKept(cases, textOf, { prefixes: false }),
    }
  })
  return { cases: cases.length, rows }
}
