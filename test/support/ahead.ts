import type { AheadOf } from '../../src/ahead/ahead.ts'
import { SpillingCollector } from '../../src/engine/stream.ts'
import type { TruncateOptions } from '../../src/options.ts'
import type { Truncation } from '../../src/truncation.ts'
import { createRandom } from './random.ts'

/** The result of a stream in pieces that end at the given places. */
export async function cut(
  bytes: Uint8Array,
  ends: readonly number[],
  options: TruncateOptions & { maxBytes: number },
  aheadOf?: AheadOf,
): Promise<Truncation> {
  const collector = new SpillingCollector({ backend: 'wasm', ...options }, { aheadOf })
  let at = 0
  for (const end of [...ends, bytes.length]) {
    await collector.write(bytes.subarray(at, end))
    at = end
  }
  return collector.end()
}

/** Lines of tools, of which many are errors, with words that no other log has. */
export function variedLog(seed: number, size: number): Uint8Array {
  const random = createRandom(seed)
  const words = Array.from({ length: 900 }, () => random.below(2 ** 30).toString(36))
  const lines: string[] = []
  for (let bytes = 0; bytes < size; bytes += lines[lines.length - 1].length + 1) {
    const [a, b, c] = [random.pick(words), random.pick(words), random.below(5000)]
    lines.push(
      random.pick([
        `src/${a}/${b}.ts:${c}:7: error: cannot find name '${a}'`,
        `[INFO] compiled ${a}/${b} in ${c} ms`,
        `not ok ${c} - ${a} keeps ${b}`,
        `2024-01-02T10:00:00.${c}Z ${a} warning: ${b} is deprecated`,
        `Error: ${a} failed: ${b} (code ${c})`,
        `\u001b[31m${a} FAILED\u001b[0m ${b}`,
        `${a} ${b} ${c}`,
      ]),
    )
  }
  return Buffer.from(`${lines.join('\n')}\n`)
}

/** The ends of so many pieces of equal size. */
export const evenly = (bytes: Uint8Array, count: number): number[] =>
  Array.from({ length: count }, (_, at) => Math.floor((at * bytes.length) / count))
