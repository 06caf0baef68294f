import { type NewlineCounter, newlineCounterFor } from '../../../../../src/core/scan/newlines.ts'
import type { Scanner } from '../../../../../src/core/scan/scanner.ts'
import { countLines } from '../../../../oracle.mjs'
import { countBySwar } from '../../../../rivals/swar.mjs'
import { type Contender, decoded, type Job, same } from '../job.ts'

const LF = 0x0a

/** Counts the ends of lines. */
export function countJob(wasm: Scanner | undefined): Job {
  const contenders: Contender[] = [
    { name: 'js', role: 'js', run: (bytes) => countBy(newlineCounterFor('js'), bytes) },
    { name: 'indexOf loop', role: 'rival', run: countByIndexOf },
    { name: 'SWAR', role: 'rival', run: countBySwar },
    { name: 'split', role: 'rival', run: (bytes) => decoded(bytes).split('\n').length - 1 },
    { name: 'regex', role: 'rival', run: (bytes) => decoded(bytes).match(/\n/g)?.length ?? 0 },
  ]
  if (wasm) {
    const counter = newlineCounterFor('wasm')
    contenders.unshift({ name: 'wasm', role: 'wasm', run: (bytes) => countBy(counter, bytes) })
  }
  return {
    contenders,
    check(bytes) {
      const expected = countLines(bytes)
      for (const { name, run } of contenders) same(name, run(bytes), expected)
      return undefined
    },
  }
}

/** Counts LF. Copies the bytes into the counter's memory first, which is part of the time. */
function countBy(counter: NewlineCounter, bytes: Uint8Array): number {
  const { room } = counter
  let count = 0
  for (let at = 0; at < bytes.length; at += room.length) {
    const part = bytes.subarray(at, at + room.length)
    room.set(part)
    count += counter.count(0, part.length)
  }
  return count
}

function countByIndexOf(bytes: Uint8Array): number {
  let count = 0
  for (let at = bytes.indexOf(LF); at >= 0; at = bytes.indexOf(LF, at + 1)) count++
  return count
}
