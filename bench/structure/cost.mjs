// What kinds cost: the first call of a process with kinds, against a plain scan of the same input without them.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { summary } from '../statistics.mjs'
import { linesOf } from './cut.mjs'
import { cutByPith } from './methods.mjs'

const child = fileURLToPath(new URL('first-call.mjs', import.meta.url))
const SIZE = 4_000_000
const ROUNDS = 9
const LIMIT = 16 * 1024
/** Kinds whose first line is a header. */
const WITH_HEADER = new Set(['csv', 'tsv', 'table', 'tree'])

/** A text of the kind of an output, of about so many bytes. */
function enlarged({ kind, text }, size = SIZE) {
  if (kind === 'json') {
    const times = Math.ceil(size / text.length)
    return `[${Array.from({ length: times }, () => text.trim()).join(',')}]\n`
  }
  const lines = linesOf(text)
  const header = WITH_HEADER.has(kind) ? `${lines.shift()}\n` : ''
  const body = `${lines.join('\n')}\n`
  return header + body.repeat(Math.ceil(size / body.length))
}

/**
 * Milliseconds of the processor for both calls for the first output of each kind, and the median of the ratios of the rounds. Outputs that
 * pith reads as lines show what kinds cost elsewhere.
 */
export function measureCost(outputs, library) {
  const folder = mkdtempSync(join(tmpdir(), 'pith-kinds-cost-'))
  try {
    const kinds = [...new Set(outputs.map(({ kind }) => kind))]
    return kinds.map((kind) => {
      const output = outputs.find((each) => each.kind === kind)
      const text = enlarged(output)
      const file = join(folder, kind.replaceAll(/\W/g, '-'))
      writeFileSync(file, text)
      const { kind: read } = cutByPith(library, { ...output, bytes: Buffer.from(text) }, LIMIT)
      return { kind, as: read ?? 'lines', bytes: text.length, ...rounds(file, output.command) }
    })
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function rounds(file, command) {
  const times = { kinds: [], lines: [] }
  const run = (mode) => {
    times[mode].push(Number(execFileSync(process.execPath, [child, file, command, mode, String(LIMIT)])))
  }
  for (let round = 0; round < ROUNDS; round++) {
    const order = round % 2 === 0 ? ['kinds', 'lines'] : ['lines', 'kinds']
    order.forEach(run)
  }
  const ratio = summary(times.kinds.map((ms, i) => ms / times.lines[i]))
  return { kinds: summary(times.kinds), lines: summary(times.lines), ratio }
}
