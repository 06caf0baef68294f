// node bench/files/judged.mjs [--mb N --rounds N --no-peers]: how long pith takes to cut a large log that no memory
// holds, as a file and as the output of a command; beside it pi's tail of the same bytes, and tee and tail. Part of `npm run bench`. Contenders take turns in every round.
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { loadLibrary } from '../load.mjs'
import { loadPeers } from '../peers/peers.mjs'
import { createRandom, shuffled } from '../random.mjs'
import { digits, plainTable } from '../report.mjs'
import { poolOf, unseenLog } from '../seen/logs.mjs'
import { ratiosTo, summary } from '../statistics.mjs'

const MB = 1_000_000
const ERROR_SHARE = 0.05
const LIMITS = { maxLines: 2000, maxBytes: 30 * 1024 }
/** What other rows are compared with, in a file and in a pipe. */
const OF_FILE = 'pith truncateFile'
const OF_COMMAND = 'pith run -- cat FILE, artifact kept'

const dist = (name) => new URL(`../../dist/${name}`, import.meta.url)
const command = fileURLToPath(dist('cli/main.js'))
const tell = (line) => console.error(line)

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { mb, rounds, peers } = parseArgs({
    allowNegative: true,
    options: {
      mb: { type: 'string', default: '100' },
      rounds: { type: 'string', default: '7' },
      peers: { type: 'boolean', default: true },
    },
  }).values
  const how = { bytes: Number(mb) * MB, rounds: Number(rounds), random: createRandom(1), withPeers: peers }
  console.log(plainTable(await measureJudged(how)))
}

/**
 * Returns milliseconds and ratios as a table and as data.
 *
 * @param {{ bytes: number, rounds: number, random: () => number, withPeers: boolean }} options
 */
export async function measureJudged({ bytes, rounds, random, withPeers }) {
  const { truncate } = await loadLibrary()
  const folder = mkdtempSync(join(tmpdir(), 'pith-bench-'))
  try {
    const path = join(folder, 'log')
    writeFileSync(path, unseenLog(poolOf(truncate, tell), { size: bytes, errorShare: ERROR_SHARE, random }))
    const list = [...(await fileContenders(path, withPeers)), ...pipeContenders(path, folder)]
    return tableOf(bytes, await measure(list, rounds, random))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

async function fileContenders(path, withPeers) {
  const { truncateFile } = await import(dist('node/index.js').href)
  const file = async () => (await truncateFile(path, LIMITS)).text
  const pi = withPeers && (await loadPeers(tell)).find(({ name, runAt }) => name === 'pi' && runAt)
  const tail = () => pi.runAt(readFileSync(path).toString(), LIMITS) && undefined
  return [
    { name: OF_FILE, run: file, group: 'file', isOwn: true },
    ...(pi ? [{ name: `pi ${pi.version}, its tail of the whole file`, run: tail, group: 'file' }] : []),
  ]
}

function pipeContenders(path, folder) {
  const shell = (script, env) => () =>
    execFileSync('sh', ['-c', script], {
      encoding: 'utf8',
      env: { ...process.env, FILE: path, NODE: process.execPath, PITH: command, ...env },
      maxBuffer: 2 ** 26,
    })
  const store = join(folder, 'artifacts')
  const call = shell('"$NODE" "$PITH" run --quiet -- cat "$FILE"', { PITH_ARTIFACTS: store })
  const run = () => {
    const text = call()
    rmSync(store, { recursive: true, force: true })
    return text
  }
  const tee = shell(`cat "$FILE" | tee "$FILE.kept" | tail -n ${LIMITS.maxLines} > /dev/null`, {})
  return [
    { name: OF_COMMAND, run, group: 'pipe', isOwn: true },
    { name: 'cat FILE | tee KEPT | tail', run: () => tee() && undefined, group: 'pipe' },
    { name: 'pith run -- true', run: () => shell('"$NODE" "$PITH" run --quiet -- true', {})() && undefined },
  ]
}

/** Milliseconds of the rounds, by contender. The first round warms up, and compares the texts of a group. */
async function measure(contenders, rounds, random) {
  const rows = contenders.map(({ name, group }) => ({ name, group, rounds: [] }))
  const texts = new Map()
  for (let round = 0; round <= rounds; round++) {
    for (const contender of shuffled(contenders, random)) {
      const row = rows.find(({ name }) => name === contender.name)
      const start = performance.now()
      const text = await contender.run()
      const ms = performance.now() - start
      if (round > 0) row.rounds.push(ms)
      if (!contender.isOwn) continue
      const known = texts.get(contender.group) ?? text
      texts.set(contender.group, known)
      assert.equal(text, known, contender.name)
    }
  }
  return rows.map((row) => ({ ...row, ms: summary(row.rounds) }))
}

function tableOf(bytes, measured) {
  const title = `a log of ${digits(bytes / MB)} MB, never seen, ${100 * ERROR_SHARE} % of its lines errors`
  const own = {
    file: measured.find(({ name }) => name === OF_FILE),
    pipe: measured.find(({ name }) => name === OF_COMMAND),
  }
  const rows = measured.map((row) => {
    const { name, group, ms } = row
    const ours = own[group]
    const ratio = ours && (ours === row ? 1 : 1 / ratiosTo(ours, [row])[name])
    return [
      name,
      `${digits(ms.median)} (${digits(ms.min)}–${digits(ms.max)})`,
      ratio === undefined ? '–' : `${digits(ratio)}x`,
    ]
  })
  const columns = [title, 'ms', 'as fast as pith']
  return { title, columns, rows, json: { bytes, rows: measured } }
}
