import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll } from 'vitest'
import { createRandom, type Random } from './random.ts'

/** Makes a folder that is removed after the tests. Call it in a `describe` or a file. */
export function useFolder(): { readonly path: string } {
  let path = ''
  beforeAll(() => {
    path = mkdtempSync(join(tmpdir(), 'pith-file-'))
  })
  afterAll(() => rmSync(path, { recursive: true, force: true }))
  return {
    get path() {
      return path
    },
  }
}

/** Text of several strides and an uneven size: short and giant lines, CRLF, valid and invalid UTF-8. */
export function largeText(seed: number, sizeBytes: number): Uint8Array {
  const random = createRandom(seed)
  const bytes = new Uint8Array(sizeBytes)
  for (let at = 0; at < sizeBytes; ) {
    const unit = unitOf(random).subarray(0, sizeBytes - at)
    bytes.set(unit, at)
    // Copies of the existing bytes, of random lengths, are fast to make and end anywhere.
    let filled = at + unit.length
    for (const end = Math.min(sizeBytes, filled + random.below(300_000)); filled < end; ) {
      const length = Math.min(end - filled, unit.length)
      bytes.set(unit.subarray(0, length), filled)
      filled += length
    }
    at = filled
  }
  return bytes
}

function unitOf(random: Random): Uint8Array {
  const giant = 'x'.repeat(1 + random.below(100_000))
  const pieces = [
    'a line\n',
    'b\r\n',
    '\n',
    'é漢👍🏽\n',
    `${giant}\n`,
    'ab'.repeat(random.below(90)),
    '\xff\xe2\x82\n',
  ]
  const parts = Array.from({ length: 1 + random.below(30) }, () => random.pick(pieces))
  return Buffer.concat(parts.map((part) => Buffer.from(part, part.includes('\xff') ? 'latin1' : 'utf8')))
}

export const countLines = (bytes: Uint8Array): number => {
  let count = 0
  for (let at = bytes.indexOf(0x0a); at >= 0; at = bytes.indexOf(0x0a, at + 1)) count++
  return count
}
