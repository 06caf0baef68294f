// Ways to reduce a log to a number of bytes: pith, what a shell can do, and other systems from npm.
import { existsSync, mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { loadPeers } from '../peers/peers.mjs'
import { cutByPith, lowered } from '../retention/contenders.mjs'
import { fill, headOf, matching, onDecoded, tailOf } from '../retention/lines.mjs'
import { unpack } from '../unpack.mjs'
import { contextMode } from './context-mode.mjs'
import { inOwnProcess } from './own-process.mjs'

/** The expression and the context of LogDx-CI's `grep` (tools/run_baseline.py at b958762). */
const WORDS = /error|failed|failure|traceback|exception|assert|panic|exit code|##\[error\]/i
const CONTEXT = { before: 3, after: 8 }
const head = ({ utf8 }, maxBytes) => headOf(utf8, maxBytes)
const tail = ({ utf8 }, maxBytes) => tailOf(utf8, maxBytes)
const grep = ({ lines }, maxBytes) => fill(lines, matching(lines, WORDS, CONTEXT), maxBytes)

/** `hybrid-grep-120k-tail` of LogDx-CI with another limit: grep where all of it fits, else tail. */
function hybrid(log, maxBytes) {
  const all = [...matching(log.lines, WORDS, CONTEXT)].map((index) => `${log.lines[index]}\n`).join('')
  return Buffer.byteLength(all) <= maxBytes ? all : tail(log, maxBytes)
}

function halves(log, maxBytes) {
  const last = tail(log, maxBytes >> 1)
  return head(log, maxBytes - Buffer.byteLength(last)) + last
}

const plain = {
  head,
  tail,
  'half head, half tail': halves,
  'lines with a failure word': ({ lines }, maxBytes) => fill(lines, matching(lines, WORDS), maxBytes),
  'LogDx grep, with context': grep,
  'grep if it fits, else tail (LogDx hybrid)': hybrid,
}

/**
 * @typedef {object} Reducer
 * @property {string} name
 * @property {(bytes: Buffer, maxBytes: number) => string | undefined} cut undefined where it gave no answer in time
 */

/**
 * The reducers, pith first, and the rivals that are not here, with the reason.
 *
 * @returns {Promise<{ reducers: Reducer[], missing: string[] }>}
 */
export async function loadReducers(truncate, tell) {
  const peers = (await loadPeers(tell)).filter(({ runAt, reason }) => runAt || reason)
  const missing = peers.flatMap(({ name, version, reason }) =>
    reason ? [`${name} ${version}: ${reason}`] : [],
  )
  const reducers = [
    { name: 'pith', cut: (bytes, maxBytes) => cutByPith(truncate, bytes, maxBytes).text },
    {
      name: 'pith, as `pith run` folds',
      cut: (bytes, maxBytes) => cutByPith(truncate, bytes, maxBytes, { fold: true }).text,
    },
    ...Object.entries(plain).map(([name, cut]) => ({ name, cut: onDecoded(cut) })),
    ...peers
      .filter(({ runAt }) => runAt)
      .map(({ name, version, runAt, read }) => ({
        name: `${name} ${version}`,
        // Their limits are in characters, or leave out markers.
        cut: onDecoded(({ text }, n) =>
          lowered(n, (maxBytes) => read(runAt(text, { maxBytes, maxLines: 100_000 })).text),
        ),
      })),
  ]
  for (const [name, load] of Object.entries({ tokenjuice, 'context-mode': contextMode })) {
    try {
      reducers.push(load(tell))
    } catch (error) {
      missing.push(`${name}: ${error.message}`)
    }
  }
  return { reducers, missing }
}

/** The folder of tokenjuice's package, and its version. It is downloaded once. */
export function packedTokenjuice(tell) {
  const folder = fileURLToPath(new URL('node_modules/.packed/', import.meta.url))
  const pinned = JSON.parse(readFileSync(new URL('package.json', import.meta.url), 'utf8')).rivals.tokenjuice
  const directory = join(folder, `tokenjuice-${pinned.version}`)
  if (!existsSync(join(directory, 'package/dist/index.js'))) {
    tell(`tokenjuice ${pinned.version}`)
    mkdirSync(directory, { recursive: true })
    unpack({ name: 'tokenjuice', ...pinned }, directory)
  }
  return { directory: join(directory, 'package'), version: pinned.version }
}

function tokenjuice(tell) {
  const { directory, version } = packedTokenjuice(tell)
  const script = `
    import { readFileSync } from 'node:fs'
    import { reduceExecution } from ${JSON.stringify(join(directory, 'dist/index.js'))}
    const input = { toolName: 'exec', command: 'ci', argv: ['ci'], combinedText: readFileSync(0, 'utf8'), exitCode: 1 }
    const { inlineText } = await reduceExecution(input, { maxInlineChars: Number(process.argv[1]) })
    process.stdout.write(inlineText)`
  const cut = inOwnProcess((maxBytes) => ['--input-type=module', '-e', script, String(maxBytes)])
  return { name: `tokenjuice ${version}`, cut }
}
