// npm run bench:manuals [-- --missed]: manuals of this machine, and helps of tools. Which share of their headings does a cut
// show while there is room for a line of each, and which share of their options?
import { spawnSync } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { loadLibrary } from '../load.mjs'
import { aligned } from '../report.mjs'
import { linesOf } from './cut.mjs'
import { methodsFor } from './methods.mjs'

const FOLDER = '/usr/share/man/man1'
const PAGES = 160
const MOST_OF_FAMILY = 3
const LIMITS_KIB = [2, 4, 8]
const MARK_BYTES = 40

const textOf = (command, ...words) => {
  const env = { ...process.env, MANWIDTH: '80', NO_COLOR: '1' }
  const { stdout, status } = spawnSync(command, words, { encoding: 'utf8', env, timeout: 20_000 })
  return status === 0 ? stdout : ''
}

/** Pages of many tools: every nth one, of a family of commands at most three. */
function manuals() {
  const families = new Map()
  let names = []
  try {
    names = readdirSync(FOLDER).filter((name) => {
      const family = name.split(/[-_.]/)[0]
      families.set(family, (families.get(family) ?? 0) + 1)
      return /^\w[\w-]*\.1\.gz$/.test(name) && families.get(family) <= MOST_OF_FAMILY
    })
  } catch {}
  const stride = Math.max(1, Math.floor(names.length / PAGES))
  return names
    .filter((_, at) => at % stride === 0)
    .map((name) => name.slice(0, -5))
    .map((name) => ({ command: `man ${name}`, text: textOf('man', name) }))
}

const helps = () =>
  readdirSync('node_modules/.bin').map((name) => ({
    command: `${name} --help`,
    text: textOf(`node_modules/.bin/${name}`, '--help'),
  }))

const isHeading = (line, at, lines) =>
  (/^[A-Z][A-Z /-]+$/.test(line) || /^[A-Z][\w ]*:$/.test(line)) &&
  /^\s+\S/.test(lines.slice(at + 1).find(Boolean) ?? '')

const { createCollector } = await loadLibrary()
const { kindsFor } = await import('../../dist/structure/index.js')
const methods = methodsFor({ createCollector, kindsFor }).filter(({ name }) => name !== 'pi')
const outputs = [...manuals(), ...helps()].flatMap(({ command, text }) => {
  const lines = linesOf(text)
  const headings = lines.filter(isHeading)
  const options = lines.filter((line) => /^\s+-[\w-]/.test(line))
  return headings.length > 0
    ? [{ command, text, headings, options, bytes: Buffer.from(text), exitCode: 0 }]
    : []
})

const shareOf = (rows, key) => {
  const all = rows.reduce((sum, row) => sum + row[key][1], 0)
  return `${((100 * rows.reduce((sum, row) => sum + row[key][0], 0)) / Math.max(1, all)).toFixed(1)} %`
}

for (const kib of LIMITS_KIB) {
  const limit = kib * 1024
  const fitting = outputs.filter(
    ({ headings, bytes }) =>
      bytes.length > limit && headings.reduce((sum, line) => sum + line.length + MARK_BYTES, 200) <= limit,
  )
  const table = methods.map(({ name, cut }) => {
    const rows = fitting.map((output) => {
      const { content, kind } = cut(output, limit)
      const shown = new Set(linesOf(content))
      const count = (lines) => [lines.filter((line) => shown.has(line)).length, lines.length]
      const row = { headings: count(output.headings), options: count(output.options) }
      if (process.argv.includes('--missed') && name === 'pith' && row.headings[0] < row.headings[1])
        console.log(`${output.command} as ${kind}: ${output.headings.filter((line) => !shown.has(line))}`)
      return row
    })
    return [name, shareOf(rows, 'headings'), shareOf(rows, 'options')]
  })
  console.log(`${aligned([[`${fitting.length} texts, ${kib} KiB`, 'headings', 'options'], ...table])}\n`)
}
