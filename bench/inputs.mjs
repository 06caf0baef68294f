// The cells of a table: sizes of the mixed log, kinds at 1 MiB, and real logs if there are any.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { ending, mixedLog } from './corpus.mjs'
import { kinds } from './kinds.mjs'

const KIB = 1024
const MIB = 1024 * KIB
const SIZES = [32, 128, 512, 2 * KIB, 8 * KIB, 32 * KIB, 128 * KIB, 512 * KIB, 2 * MIB, 8 * MIB, 64 * MIB]
const REAL_SIZES = [64 * KIB, MIB, 64 * MIB]
/** Longer lines of real logs are broken: the scanners find more than the first match in them, and the rivals do not. */
const MOST_LINE_BYTES = 4096
/** The quick run leaves out larger inputs. */
const QUICK_BYTES = 2 * MIB

/** The corpus beside the checkout, or the logs that `npm run bench:retention -- --made` has made. */
const folders = ['../../shared/corpus/logs', '../build/out/made-logs/logs'].map((path) =>
  fileURLToPath(new URL(path, import.meta.url)),
)

/**
 * @typedef {object} Cell
 * @property {string} name
 * @property {'size' | 'kind' | 'real'} group
 * @property {Uint8Array} bytes
 */

/** @returns {Cell[]} */
export function createInputs({ quick = false } = {}) {
  const isWanted = (size) => !quick || size <= QUICK_BYTES
  const sizes = SIZES.filter(isWanted)
  const log = mixedLog(sizes.at(-1) + 64 * KIB)
  const real = realLogs()
  return [
    ...sizes.map((size) => ({ name: sizeName(size), group: 'size', bytes: ending(log, size) })),
    ...Object.entries(kinds).map(([name, make]) => ({ name, group: 'kind', bytes: make(MIB) })),
    ...REAL_SIZES.filter((size) => real !== undefined && isWanted(size)).map((size) => ({
      name: `real ${sizeName(size)}`,
      group: 'real',
      bytes: sampleOf(real, size),
    })),
  ]
}

function sizeName(bytes) {
  if (bytes < KIB) return `${bytes} B`
  return bytes < MIB ? `${bytes / KIB} KiB` : `${bytes / MIB} MiB`
}

/** All real logs, joined in the order of their names; undefined when there are none. */
function realLogs() {
  const folder = folders.find((path) => existsSync(path))
  if (folder === undefined) return undefined
  const files = readdirSync(folder).sort()
  const parts = files.map((name) => readFileSync(join(folder, name)))
  return Buffer.concat(parts.flatMap((part) => [...brokenLines(part), LINE_END]))
}

const LINE_END = Buffer.from('\n')

function brokenLines(bytes) {
  const parts = []
  for (let from = 0; from < bytes.length; ) {
    const end = bytes.indexOf(LINE_END, from)
    const stop = end < 0 ? bytes.length : end + 1
    if (stop - from <= MOST_LINE_BYTES) parts.push(bytes.subarray(from, stop))
    else
      for (let at = from; at < stop; at += MOST_LINE_BYTES)
        parts.push(bytes.subarray(at, Math.min(stop, at + MOST_LINE_BYTES)), LINE_END)
    from = stop
  }
  return parts
}

/**
 * Takes evenly spaced parts, so that a small sample does not come from a single log. A large sample repeats the whole.
 */
function sampleOf(whole, size) {
  if (size >= whole.length) {
    const copies = Array(Math.ceil(size / whole.length) + 1).fill(whole)
    return ending(Buffer.concat(copies), size)
  }
  const count = Math.ceil(size / (16 * KIB))
  const length = Math.floor(size / count)
  const step = Math.floor((whole.length - 2 * length) / count)
  return Buffer.concat(Array.from({ length: count }, (_, i) => ending(whole.subarray(i * step), length)))
}
