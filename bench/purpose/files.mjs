// Reads text files of this machine in the ways that agents read them, and measures how much of a limit a cut uses.
import { closeSync, openSync, readdirSync, readFileSync, readSync, statSync } from 'node:fs'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createRandom, shuffled } from '../random.mjs'
import { grouped, quantile, summary } from '../statistics.mjs'
import { linesOf } from '../structure/cut.mjs'
import { plainMethods } from './methods.mjs'

const project = fileURLToPath(new URL('../../', import.meta.url))
const FOLDERS = [
  '/usr/share/doc',
  '/usr/share/common-licenses',
  '/etc',
  '/usr/include',
  ...['src', 'docs', 'test', 'build', 'node_modules'].map((name) => join(project, name)),
]
const LEAST_BYTES = 4 * 1024
const MOST_BYTES = 200 * 1024
const MOST_OF_FOLDER = 60
const MOST_ALIKE = 3
/** So many entries of a folder are looked at, so that a large disk takes no longer. */
const MOST_ENTRIES = 6000
const SEED = 5
const FILE_SIZES = [4, 8, 30]
const KIB = 1024
/** A cut that uses less than this of its limit counts as low. */
const LOW = 0.5

/** Whole texts of what a command prints, by the command. Lines end in LF. */
const ways = {
  cat: (lines, path) => [`cat ${path}`, lines],
  'head -n': (lines, path, some) => [`head -n ${some} ${path}`, lines.slice(0, some)],
  'tail -n': (lines, path, some) => [`tail -n ${some} ${path}`, lines.slice(-some)],
  'sed -n': (lines, path, some, from) => [
    `sed -n '${from},${from + some - 1}p' ${path}`,
    lines.slice(from - 1, from + some - 1),
  ],
  'nl -ba': (lines, path) => [
    `nl -ba ${path}`,
    lines.map((line, i) => `${String(i + 1).padStart(6)}\t${line}`),
  ],
  'cat | head': (lines, path, some) => [`cat ${path} | head -${some}`, lines.slice(0, some)],
}

/** Paths of text files, the same for the same disk. */
export function textFiles({ quick = false } = {}) {
  return FOLDERS.flatMap((folder) => {
    const random = createRandom(SEED)
    const found = shuffled(pathsIn(folder), random).filter(isText)
    return fewAlike(found).slice(0, quick ? 2 : MOST_OF_FOLDER)
  })
}

/** At most a few files of a package, and of a name such as `copyright`. */
function fewAlike(paths) {
  const counts = new Map()
  return paths.filter((path) => {
    const [, alike] = /\/node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(path) ?? [undefined, basename(path)]
    counts.set(alike, (counts.get(alike) ?? 0) + 1)
    return counts.get(alike) <= MOST_ALIKE
  })
}

function pathsIn(folder) {
  const found = []
  const queue = [folder]
  for (let at = 0; at < queue.length && found.length < MOST_ENTRIES; at++) {
    for (const entry of entriesOf(queue[at])) {
      const path = join(queue[at], entry.name)
      // What was built is no text that people read.
      if (entry.isDirectory()) queue.push(...(entry.name === 'out' ? [] : [path]))
      else if (entry.isFile() && isWanted(folder, entry.name)) found.push(path)
    }
  }
  return found.sort()
}

const isWanted = (folder, name) =>
  folder.endsWith('node_modules')
    ? /^(?:readme|changelog)/i.test(name) || name.endsWith('.d.ts')
    : !/\.(?:gz|png|svg|pem|crt)$/.test(name)

function entriesOf(folder) {
  try {
    return readdirSync(folder, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1))
  } catch {
    return []
  }
}

/** Text of a fitting size, by its first bytes. Private keys and passwords are not read. */
function isText(path) {
  try {
    const { size } = statSync(path)
    if (size < LEAST_BYTES || size > MOST_BYTES || /shadow|key|secret/i.test(path)) return false
    const file = openSync(path, 'r')
    const head = Buffer.alloc(1024)
    readSync(file, head)
    closeSync(file)
    return !head.includes(0)
  } catch {
    return false
  }
}

/** @param {import('./methods.mjs').Method[]} methods those that are measured against both ends */
export function measureFiles(paths, methods) {
  const rows = paths.flatMap((path) => rowsOf(path, methods))
  return [...grouped(rows, ({ way, kib, method }) => `${kib} ${way} ${method}`).values()].map((own) => {
    const used = own.map((row) => row.used)
    const lines = own.map((row) => row.lines)
    const [{ way, kib, method }] = own
    return {
      ...{ way, kib, method, cuts: own.length },
      used: summary(used).median,
      ...{ lines: summary(lines).median, linesTenth: quantile(lines, 0.1) },
      low: own.filter((row) => row.used < LOW).map(({ command }) => command),
    }
  })
}

function rowsOf(path, methods) {
  const lines = linesOf(readFileSync(path, 'utf8'))
  const random = createRandom(SEED + lines.length)
  return Object.entries(ways).flatMap(([way, made]) => {
    const some = Math.ceil(lines.length * (0.3 + 0.6 * random()))
    const from = 1 + Math.floor((lines.length - some) * random())
    const [command, shown] = made(lines, path, some, from)
    const output = { command, bytes: Buffer.from(`${shown.join('\n')}\n`) }
    return methods.flatMap((method) => FILE_SIZES.flatMap((kib) => cutOf(output, { way, kib, method })))
  })
}

const [, , bothEnds] = plainMethods

function cutOf(output, { way, kib, method }) {
  const limit = kib * KIB
  if (output.bytes.length <= limit) return []
  const { text } = method.cut(output, limit)
  const size = Buffer.byteLength(text)
  const known = new Set(linesOf(output.bytes.toString()).map((line) => line.trimEnd()))
  const plain = distinctLines(bothEnds.cut(output, size).text, known)
  return [
    {
      ...{ way, kib, method: method.name, command: output.command },
      used: size / limit,
      lines: plain === 0 ? 1 : distinctLines(text, known) / plain,
    },
  ]
}

/** Lines of the input that a text shows whole. */
const distinctLines = (text, known) =>
  new Set(
    linesOf(text)
      .map((line) => line.trimEnd())
      .filter((line) => known.has(line)),
  ).size
