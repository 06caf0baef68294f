import { sharedKernels } from '../../../../../src/scan/instance.ts'
import { compilePatterns } from '../../../../../src/scan/patterns.ts'
import type { Scanner } from '../../../../../src/scan/scanner.ts'
import { buildDfa, matchesByDfa } from '../../../../rivals/dfa.mjs'
import { linesByRegex, matchesByRegex, regexesFor } from '../../../../rivals/regex.mjs'
import { scanMatches } from '../../../../windows.mjs'
import { errorPatterns } from '../../../../words.mjs'
import { type Contender, type Job, same } from '../job.ts'

const LF = 0x0a

/** Finds each line's first error word: byte offset, pattern and line. */
export function errorsJob(wasm: Scanner | undefined, js: Scanner): Job {
  const patterns = compilePatterns(errorPatterns)
  const regexes = regexesFor(errorPatterns)
  const dfa = buildDfa(errorPatterns)
  const byJs = (bytes: Uint8Array): number[] => scanMatches(js, patterns, bytes, countByLoop)
  const contenders: Contender[] = [
    { name: 'js', role: 'js', run: byJs },
    { name: 'Aho–Corasick', role: 'rival', run: (bytes) => matchesByDfa(dfa, errorPatterns, bytes) },
    { name: 'regex', role: 'rival', run: (bytes) => matchesByRegex(latin1(bytes), regexes, true) },
    { name: 'split + regex', role: 'rival', run: (bytes) => linesByRegex(latin1(bytes), regexes) },
  ]
  const kernels = wasm && sharedKernels()
  if (kernels) {
    const window = kernels.windowAt.value
    const countIn = (_: Uint8Array, from: number, to: number) =>
      kernels.countNewlines(window + from, to - from)
    contenders.unshift({
      name: 'wasm',
      role: 'wasm',
      run: (bytes) => scanMatches(wasm, patterns, bytes, countIn),
    })
  }
  return {
    contenders,
    check(bytes) {
      const all = inThrees(byJs(bytes))
      // `\b` does not find a word after a colour escape or inside CamelCase.
      const seen = all.filter(([offset]) => offset === 0 || !isWordByte(bytes[offset - 1]))
      const answers: Record<string, number[]> = {
        regex: seen.flat(),
        'split + regex': seen.map((match) => match[2]),
      }
      for (const { name, run } of contenders) same(name, run(bytes), answers[name] ?? all.flat())
      const missed = all.length - seen.length
      return `${missed > 0 ? `The regexes miss ${missed} of ${all.length} error lines: \\b finds no word after a colour escape or inside CamelCase. ` : ''}The split gives lines without positions.`
    },
  }
}

function inThrees(numbers: readonly number[]): number[][] {
  return Array.from({ length: numbers.length / 3 }, (_, i) => numbers.slice(3 * i, 3 * i + 3))
}

function countByLoop(bytes: Uint8Array, from: number, to: number): number {
  let count = 0
  for (let i = from; i < to; i++) if (bytes[i] === LF) count++
  return count
}

const isWordByte = (byte: number): boolean => /\w/.test(String.fromCharCode(byte))

// One character per byte is the fastest decoding, and the only one whose indices are byte offsets.
const latin1 = (bytes: Uint8Array): string => new TextDecoder('latin1').decode(bytes)
