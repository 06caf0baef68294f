// Writes shares.tsv: of 10,000 lines of real logs that are judged, how many hold two to four bytes in a row.
// triggers.mjs reads it. Run it with a directory of logs: node build/judge/count.mjs DIRECTORY
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'esbuild'

/** So that no log counts for much more than others. */
const MOST_LINES = 1000
const MOST_BYTES = 512
const SCALE = 10_000
/** Shares are rounded to this one, doubled some times. What fewer lines hold is left out. */
const LEAST_SHARE = 50

const isJudged = await judge()
const counts = new Map()
let lines = 0
for (const file of logsIn(process.argv[2])) {
  const judged = readFileSync(file, 'latin1').toLowerCase().split(/\r?\n/).filter(isJudged)
  const step = Math.max(1, judged.length / MOST_LINES)
  for (let at = 0; at < judged.length; at += step) count(judged[Math.floor(at)].slice(0, MOST_BYTES))
}

const byShare = new Map()
for (const [bytes, held] of counts) {
  const times = Math.round(Math.log2((SCALE * held) / lines / LEAST_SHARE))
  if (times < 0) continue
  const share = LEAST_SHARE * 2 ** times
  if (!byShare.has(share)) byShare.set(share, [])
  byShare.get(share).push(bytes)
}
const rows = [...byShare].sort(([a], [b]) => b - a).map(([share, some]) => [share, ...some.sort()].join('\t'))
writeFileSync(new URL('shares.tsv', import.meta.url), `${rows.join('\n')}\n`)

function logsIn(directory) {
  return readdirSync(directory, { recursive: true })
    .map((name) => join(directory, name))
    .filter((path) => /\.(log|txt|out)$/.test(path) && statSync(path).isFile())
}

/** The scan has lines judged that hold one of these literals. */
async function judge() {
  const stdin = { contents: `export * from './src/core/judge/literals.ts'`, resolveDir: '.', loader: 'ts' }
  const { outputFiles } = await build({ stdin, bundle: true, format: 'esm', write: false })
  const { signalLiterals } = await import(
    `data:text/javascript;base64,${Buffer.from(outputFiles[0].contents).toString('base64')}`
  )
  const literals = signalLiterals().map((literal) => literal.replaceAll(/[^\w ]/g, '\\$&'))
  const pattern = new RegExp(literals.join('|'))
  return (line) => pattern.test(line)
}

/** Only of printable ASCII: other bytes are rare. */
function count(line) {
  lines++
  const held = new Set()
  for (let length = 2; length <= 4; length++) {
    for (let at = 0; at + length <= line.length; at++) held.add(line.slice(at, at + length))
  }
  for (const bytes of held) {
    if (/^[ -~]+$/.test(bytes)) counts.set(bytes, (counts.get(bytes) ?? 0) + 1)
  }
}
