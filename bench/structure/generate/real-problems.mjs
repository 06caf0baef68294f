// Problems that the tools find which are installed anyway: TypeScript and Biome. What they count is counted in their output.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const BIN = fileURLToPath(new URL('../../../node_modules/.bin/', import.meta.url))
const FILES = 40

const source = (at) =>
  `const a${at}: number = 'x'\nlet b = missing${at}\nexport function f(o: { p: string }) { return o.q }\nf({ p: 3, r: 4 })\nif (b == 2) { }\nvar c = ${at}\n`

/** Outputs of tools, each with the form of a line that begins a problem. Groups: file and code. */
const RUNS = [
  {
    name: 'tsc, recorded',
    command: ['tsc', '--noEmit', '--strict', '--pretty', 'false'],
    form: /^(\S+)\(\d+,\d+\): error (TS\d+): .*$/gm,
  },
  {
    name: 'biome, recorded',
    command: ['biome', 'lint', '--max-diagnostics=1000', '--colors=off'],
    form: /^(\S+?):\d+:\d+ (lint\/[\w/]+)(?: +[A-Z]+)* +━+$/gm,
  },
]

/** @returns {{ name: string, text: string, total: number, byCode: object, byFile: object, firsts: string[] }[]} */
export function realProblems() {
  const folder = mkdtempSync(join(tmpdir(), 'pith-problems-'))
  try {
    const files = Array.from({ length: FILES }, (_, at) => `part${at}.ts`)
    for (const [at, file] of files.entries()) writeFileSync(join(folder, file), source(at))
    return RUNS.map(({ name, command: [tool, ...words], form }) => {
      const given = { cwd: folder, encoding: 'utf8', maxBuffer: 64 * 1024 ** 2 }
      const { stdout, stderr } = spawnSync(join(BIN, tool), [...words, ...files], given)
      const text = stdout + stderr
      return { name, ...counted(text, form) }
    })
  } finally {
    rmSync(folder, { recursive: true })
  }
}

function counted(text, form) {
  const found = [...text.matchAll(form)]
  const countBy = (group) => {
    const counts = {}
    for (const match of found) counts[match[group]] = (counts[match[group]] ?? 0) + 1
    return counts
  }
  const byCode = countBy(2)
  const firsts = Object.keys(byCode).map((code) => found.find((match) => match[2] === code)[0])
  return { text, total: found.length, byCode, byFile: countBy(1), firsts }
}
