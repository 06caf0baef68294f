// What kinds cost: calls with kinds against plain scans without them, in turns in one process. Each call reads a text that
// its process has not seen. The first call of a process also compiles what it runs.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createRandom } from '../random.mjs'
import { summary } from '../statistics.mjs'
import { varied } from '../vary.mjs'
import { linesOf } from './cut.mjs'
import { cutByPith } from './methods.mjs'
import { generatedLike } from './outputs.mjs'

const child = fileURLToPath(new URL('calls.mjs', import.meta.url))
const SIZE = 4_000_000
const ROUNDS = 3
/** Calls of a process: half of them with kinds. */
const CALLS = 8
const LIMIT = 16 * 1024
/** Kinds whose first line is a header. */
const WITH_HEADER = new Set(['csv', 'tsv', 'table', 'tree'])

/** A text of the kind of an output, of about so many bytes, whose lines are not those of a text with another seed. */
function textLike(output, seed) {
  const random = createRandom(seed)
  const parts = []
  for (let bytes = 0; bytes < SIZE; bytes += parts.at(-1).length) parts.push(partLike(output, random))
  return joined(output.kind, parts)
}

/** Another output of the same generator, or a recorded one with other digits and letters. */
const partLike = (output, random) =>
  generatedLike(output, 1 + Math.floor(random() * 2 ** 30)) ??
  Buffer.from(varied(output.bytes, random)).toString()

function joined(kind, parts) {
  if (kind === 'json') return `[${parts.map((part) => part.trim()).join(',')}]\n`
  const header = WITH_HEADER.has(kind) ? `${linesOf(parts[0])[0]}\n` : ''
  return (
    header +
    parts
      .map(
        (part) =>
          `${linesOf(part)
            .slice(header ? 1 : 0)
            .join('\n')}\n`,
      )
      .join('')
  )
}

/**
 * Milliseconds of the processor for both calls for the first output of each kind, and the median of the ratios of the rounds.
 */
export function measureCost(outputs, library) {
  const folder = mkdtempSync(join(tmpdir(), 'pith-kinds-cost-'))
  try {
    const kinds = [...new Set(outputs.map(({ kind }) => kind))]
    return kinds.map((kind) => {
      const output = outputs.find((each) => each.kind === kind)
      const files = Array.from({ length: CALLS }, (_, i) => {
        const file = join(folder, `${i}`)
        writeFileSync(file, textLike(output, i + 1))
        return file
      })
      const bytes = Buffer.from(textLike(output, 1))
      const { kind: read } = cutByPith(library, { ...output, bytes }, LIMIT)
      return { kind, as: read ?? 'lines', bytes: bytes.length, ...rounds(files, output.command) }
    })
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function rounds(files, command) {
  const first = { kinds: [], lines: [] }
  const later = { kinds: [], lines: [] }
  const other = { kinds: 'lines', lines: 'kinds' }
  for (let round = 0; round < ROUNDS; round++)
    for (const mode of ['kinds', 'lines']) {
      const args = [child, command, mode, String(LIMIT), ...files]
      const times = JSON.parse(execFileSync(process.execPath, args))
      first[mode].push(times[0])
      for (let i = 2; i < times.length; i++) later[i % 2 === 0 ? mode : other[mode]].push(times[i])
    }
  return { first: compared(first), later: compared(later) }
}

const compared = ({ kinds, lines }) => ({
  kinds: summary(kinds),
  lines: summary(lines),
  ratio: summary(kinds.map((ms, i) => ms / lines[i])),
})
