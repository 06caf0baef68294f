// What a command costs beside 0 to 100,000 artifacts of others, in CPU time of the whole process and its children.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { markdownTable } from '../figures.mjs'
import { summary } from '../statistics.mjs'

const SIZES = [0, 10, 1000, 10_000, 100_000]
/** The first and the last of these sizes make the ratio. */
const LEAST = 10
const DAY_MS = 24 * 3600 * 1000

const sha256 = (text) => createHash('sha256').update(text).digest('hex')

/**
 * The rows of the table: a command, its median CPU time in milliseconds beside each number of artifacts, and how many
 * times as much as beside 10 it is beside 100,000. Commands and sizes take turns.
 */
export function measureBeside({ command, folder, env, rounds }) {
  const pith = (directory, words) => cpuOf(process.execPath, [command, ...words], directory, env)
  const keep = (directory, first) =>
    pith(directory, ['run', '-q', '--', 'seq', `${first}`, `${first + 30_000}`])
  let fresh = 0
  const calls = {
    'keep a new output': (directory) => keep(directory, ++fresh),
    'keep an equal output': (directory) => keep(directory, 0),
    'list the first page': (directory) => pith(directory, ['artifacts']),
    'complete an id': (directory) => pith(directory, ['completion', 'ids']),
    'show an id': (directory) => pith(directory, ['show', idOfEqual]),
  }
  const text = `${Array.from({ length: 30_001 }, (_, i) => i).join('\n')}\n`
  const idOfEqual = sha256(text).slice(0, 16)
  const stores = SIZES.map((size) => {
    const directory = join(folder, `beside-${size}`)
    const token = tokenOf(directory, keep)
    fill(directory, size, token)
    for (const call of Object.values(calls)) call(directory)
    return { directory }
  })
  const times = new Map(Object.keys(calls).map((name) => [name, SIZES.map(() => [])]))
  for (let round = 0; round < rounds; round++)
    for (const [name, call] of Object.entries(calls))
      for (const [at, { directory }] of stores.entries()) times.get(name)[at].push(call(directory))
  const rows = Array.from(times, ([name, all]) => [name, ...figuresOf(all)])
  return [['CPU in ms, beside', ...SIZES.map((size) => size.toLocaleString('en')), 'ratio'], ...rows]
}

function figuresOf(all) {
  const last = all.at(-1)
  const ratios = all[SIZES.indexOf(LEAST)].map((ms, round) => last[round] / ms)
  return [...all.map((some) => summary(some).median.toFixed(0)), summary(ratios).median.toFixed(2)]
}

export const besideTable = (rows) => markdownTable(rows)

/** The token of a process that has ended, like that of one which keeps an output in the directory. */
function tokenOf(directory, keep) {
  keep(directory, 0)
  const name = readdirSync(directory).find((each) => each.endsWith('.bin'))
  return name.split('.')[1].replace(/-\d+-\d+-\w+$/, `-4194304-77-${'0'.repeat(24)}`)
}

/** Writes artifacts, the oldest first. All were made within the last three days. */
function fill(directory, size, token) {
  mkdirSync(directory, { recursive: true, mode: 0o700 })
  const now = Date.now()
  for (let i = 0; i < size; i++) {
    const text = `artifact ${i}\n`
    const digest = sha256(text)
    const id = digest.slice(0, 16)
    const createdAt = Math.floor(now - 3 * DAY_MS + (2 * DAY_MS * i) / size)
    const data = `${id}.${token}.${createdAt}.${text.length}.-.bin`
    const about = { version: 1, id, sha256: digest, bytes: text.length, lines: 1, tool: 'bench' }
    writeFileSync(join(directory, data), text, { mode: 0o600 })
    const manifest = `${JSON.stringify({ ...about, label: `step ${i}`, createdAt, complete: true, data })}\n`
    writeFileSync(join(directory, `${id}.json`), manifest, { mode: 0o600 })
  }
}

/** The CPU time of a command and its children in milliseconds, as bash measures it. */
function cpuOf(file, words, directory, env) {
  const script = 'TIMEFORMAT="%U %S"; time "$@" >/dev/null 2>&1'
  const ran = spawnSync('bash', ['-c', script, 'bash', file, ...words], {
    env: { ...env, PITH_ARTIFACTS: directory, PITH_KEEP_FREE_BYTES: '0', LC_ALL: 'C' },
    encoding: 'utf8',
  })
  if (ran.status !== 0) throw new Error(`pith ${words.join(' ')} ended with status ${ran.status}`)
  const [user, system] = ran.stderr.trim().split(' ').map(Number)
  return 1000 * (user + system)
}
