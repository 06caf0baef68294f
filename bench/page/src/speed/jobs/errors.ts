import type { Scanner } from '../../../../../src/core/scan/scanner.ts'
import { selectorFor } from '../../../../../src/core/scan/select.ts'
import { signalSet } from '../../../../../src/core/scan/signal-set.ts'
import { buildDfa, matchesByDfa } from '../../../../rivals/dfa.mjs'
import { linesByRegex, matchesByRegex, regexesFor } from '../../../../rivals/regex.mjs'
import { select } from '../../../../windows.mjs'
import { errorPatterns } from '../../../../words.mjs'
import { type Contender, type Job, same } from '../job.ts'

/** Selects the 512 lines that most likely tell of a failure. The rivals only find the lines with one of a few words. */
export function errorsJob(wasm: Scanner | undefined): Job {
  const literals = signalSet()
  const regexes = regexesFor(errorPatterns)
  const dfa = buildDfa(errorPatterns)
  const selected = (backend: 'wasm' | 'js') => (bytes: Uint8Array) =>
    select(selectorFor(backend), literals, bytes)
  const ours: Contender[] = [
    ...(wasm ? [{ name: 'wasm', role: 'wasm' as const, run: selected('wasm') }] : []),
    { name: 'js', role: 'js', run: selected('js') },
  ]
  const rivals: Contender[] = [
    { name: 'Aho–Corasick', role: 'rival', run: (bytes) => matchesByDfa(dfa, errorPatterns, bytes) },
    { name: 'regex', role: 'rival', run: (bytes) => matchesByRegex(latin1(bytes), regexes, true) },
    { name: 'split + regex', role: 'rival', run: (bytes) => linesByRegex(latin1(bytes), regexes) },
  ]
  return {
    contenders: [...ours, ...rivals],
    check(bytes) {
      const expected = selected('js')(bytes)
      for (const { name, run } of ours) same(name, run(bytes), expected)
      const all = inThrees(rivals[0].run(bytes) as number[])
      // `\b` does not find a word after a colour escape or inside CamelCase.
      const seen = all.filter(([offset]) => offset === 0 || !isWordByte(bytes[offset - 1]))
      same('regex', rivals[1].run(bytes), seen.flat())
      same(
        'split + regex',
        rivals[2].run(bytes),
        seen.map((match) => match[2]),
      )
      return 'The rivals find the lines with one of 24 words. The selectors look for 500, weigh the lines, count repeats and keep the best 512.'
    },
  }
}

function inThrees(numbers: readonly number[]): number[][] {
  return Array.from({ length: numbers.length / 3 }, (_, i) => numbers.slice(3 * i, 3 * i + 3))
}

const isWordByte = (byte: number): boolean => /\w/.test(String.fromCharCode(byte))

// One character per byte is the fastest decoding, and the only one whose indices are byte offsets.
const latin1 = (bytes: Uint8Array): string => new TextDecoder('latin1').decode(bytes)
