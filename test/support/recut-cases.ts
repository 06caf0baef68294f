import type { TruncateOptions } from '../../src/options.ts'
import type { Truncation } from '../../src/truncation.ts'
import type { Random } from './random.ts'

/** An input, the options of its first cut, and the limits of the second one as shares of the first text. */
export interface RecutCase {
  input: string | Uint8Array
  first: TruncateOptions
  /** Options of the second cut, beside its limits. */
  second: TruncateOptions
  /** The limits of the second cut, given what the first text measures. */
  limits(first: Truncation): TruncateOptions
}

const words = [
  'compiled',
  'module',
  'of',
  '漢字',
  'über',
  'cache',
  'e\u0301t',
  'linking',
  '🙂',
  'target',
  '"quoted"',
  'C:\\path',
]

function lineOf({ below, pick }: Random, i: number): string {
  const form = below(12)
  if (form === 0) return ''
  if (form === 1) return `error: ${pick(words)} ${i} is broken`
  if (form === 2) return `src/m${i}.ts:${i}:1 - error TS${2000 + below(300)}: ${pick(words)} failed`
  if (form === 3) return `warning: ${pick(words)} is unused`
  return `${pick(words)} ${pick(words)} ${pick(words)} ${'x'.repeat(below(40))} ${i}`
}

const longLine = (random: Random, i: number): string => {
  const { below, pick } = random
  const text = `${pick(words)} ${'abcdefghij '.repeat(5 + below(40))}`
  return below(3) === 0 ? `${text} error: ${pick(words)} ${i} failed ${text}` : `${text}${i}`
}

/** Bytes that are no UTF-8 stand in some lines. */
function malformed(text: string, { below }: Random): Uint8Array {
  const bytes = new TextEncoder().encode(text)
  for (let count = 1 + below(4); count > 0; count--) {
    const at = below(bytes.length)
    if (bytes[at] !== 0x0a) bytes[at] = 0x80 + below(0x80)
  }
  return bytes
}

export function recutCase(random: Random): RecutCase {
  const { below, pick } = random
  const lines = pick([1, 2, 3, 5, 20, 40])
  const longShare = pick([0, 0, 1, 4, 10])
  const lineEnd = pick(['\n', '\n', '\n', '\r\n'])
  const form = below(10)
  const line = (i: number): string => {
    if (below(10) < longShare) return longLine(random, i)
    if (form === 0) return `fetched object ${i} of ${lines}`
    if (form === 1 && below(4) === 0) return `step ${i}\rstep ${i} \x1b[32mdone\x1b[0m`
    return lineOf(random, i)
  }
  const text =
    Array.from({ length: lines }, (_, i) => line(i)).join(lineEnd) + pick([lineEnd, lineEnd, '']) || 'x'
  const input = below(12) === 0 ? malformed(text, random) : text
  const keep = pick(['ends', 'ends', 'ends', 'head', 'tail'] as const)
  const shared: TruncateOptions = {
    keep,
    ...(form < 2 && { fold: true }),
    ...(below(8) === 0 && { notice: false as const }),
    ...(below(8) === 0 && { errors: false }),
    ...(below(6) === 0 && { headRatio: pick([0, 0.3, 1]) }),
    ...(below(6) === 0 && { source: { artifact: '3f9a1c2b40de7781' } }),
    ...(below(3) === 0 && { maxLineLength: pick([20, 60, 100, 250]) }),
  }
  const size = typeof input === 'string' ? new TextEncoder().encode(input).length : input.length
  const first: TruncateOptions = { ...shared }
  if (below(4) > 0) first.maxBytes = 1 + Math.floor((size * (20 + below(90))) / 100)
  if (below(4) === 0) first.maxLines = 1 + below(lines + 5)
  if (below(6) === 0) first.maxTokens = 1 + Math.floor(size / (3 + below(20)))
  const share = below(4) === 0 ? 5 + below(55) : 60 + below(40)
  const unit = pick([
    'maxBytes',
    'maxBytes',
    'maxBytes',
    'maxLines',
    'maxTokens',
    'maxSerializedBytes',
  ] as const)
  const limits = (cut: Truncation): TruncateOptions => {
    const of = {
      maxBytes: cut.outputBytes,
      maxLines: cut.outputLines,
      maxTokens: cut.outputTokens,
      maxSerializedBytes: JSON.stringify(cut.text).length,
    }[unit]
    return { [unit]: Math.floor((of * share) / 100) }
  }
  const second = { ...shared }
  if (below(5) === 0) delete second.maxLineLength
  return { input, first, second, limits }
}
