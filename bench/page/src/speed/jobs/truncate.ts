import type { Scanner } from '../../../../../src/core/scan/scanner.ts'
import { type Truncation, truncate } from '../../../../../src/index.ts'
import { regexesFor } from '../../../../rivals/regex.mjs'
import { errorPatterns } from '../../../../words.mjs'
import { type Contender, decoded, type Job, same } from '../job.ts'

const LIMITS = { maxLines: 2000, maxBytes: 30 * 1024, keep: 'ends', errors: true } as const

/** Times the whole call, on inputs that were never seen before. */
export function truncateJob(wasm: Scanner | undefined): Job {
  const { perLine } = regexesFor(errorPatterns)
  const call = (backend: 'wasm' | 'js') => (bytes: Uint8Array) => truncate(bytes, { ...LIMITS, backend })
  const rival = (bytes: Uint8Array) => cutBySplit(bytes, perLine)
  const contenders: Contender[] = [
    { name: 'js', role: 'js', run: call('js') },
    { name: 'split + regex', role: 'rival', run: rival },
  ]
  if (wasm) contenders.unshift({ name: 'wasm', role: 'wasm', run: call('wasm') })
  return {
    contenders,
    isFirstSeen: true,
    check(bytes) {
      const expected = call('js')(bytes)
      if (wasm) same('wasm', { ...call('wasm')(bytes), backend: 'js' } satisfies Truncation, expected)
      const { totalLines, text } = rival(bytes)
      same('split + regex', totalLines, expected.totalLines)
      same('split + regex', withinLimits(text) && withinLimits(expected.text), true)
      return 'No rival gives pith’s result; split + regex keeps head, tail, first and last error line within the limits. Every run has an input that was never seen before: other digits, and one letter in a hundred.'
    },
  }
}

const withinLimits = (text: string): boolean =>
  new TextEncoder().encode(text).length <= LIMITS.maxBytes && text.split('\n').length <= LIMITS.maxLines + 1

function cutBySplit(bytes: Uint8Array, regex: RegExp): { totalLines: number; text: string } {
  const text = decoded(bytes)
  const lines = text.split('\n')
  if (lines.at(-1) === '') lines.pop()
  const totalLines = lines.length
  const errors = lines.filter((line) => regex.test(line))
  if (totalLines <= LIMITS.maxLines && text.length * 3 <= LIMITS.maxBytes) return { totalLines, text }
  const kept = errors.length > 1 ? [errors[0], errors[errors.length - 1]] : errors
  const spare = Math.max(0, LIMITS.maxBytes - byteLength(kept.join('\n')) - 2)
  const head = takeLines(lines, spare * 0.3, LIMITS.maxLines * 0.3)
  const tail = takeLines(
    lines.slice(-LIMITS.maxLines).reverse(),
    spare * 0.7,
    LIMITS.maxLines * 0.7 - 2,
  ).reverse()
  const shown = spare > 0 ? [...head, ...kept, ...tail] : []
  return { totalLines, text: shown.join('\n') }
}

const byteLength = (text: string): number => new TextEncoder().encode(text).length

function takeLines(lines: readonly string[], maxBytes: number, maxLines: number): string[] {
  let bytes = 0
  let count = 0
  while (count < maxLines && count < lines.length) {
    bytes += byteLength(lines[count]) + 1
    if (bytes > maxBytes) break
    count++
  }
  return lines.slice(0, count)
}
