import { expect, inject, it } from 'vitest'
import { createReader, type ReadOptions, read } from '../../../src/tools/read.ts'
import { createRandom, type Random } from '../../support/random.ts'

const backend = inject('backend')

function randomInput(random: Random): Uint8Array {
  const pieces = ['\n', '\n', 'a', 'é', '👩‍👩‍👧‍👦', '\r\n', `${'x'.repeat(300)}\n`, 'a line\n', '\xff']
  const count = random.below(random.pick([3, 40, 400]))
  const parts = Array.from({ length: count }, () => random.pick(pieces).repeat(1 + random.below(4)))
  return Buffer.concat(parts.map((part) => Buffer.from(part, part === '\xff' ? 'latin1' : 'utf8')))
}

function randomOptions(random: Random, lines: number): ReadOptions {
  return {
    backend,
    offset: 1 + random.below(lines + 2),
    ...(random.below(3) === 0 && { column: 1 + random.below(20) }),
    ...(random.below(2) === 0 && { limit: 1 + random.below(lines + 1) }),
    ...(random.below(4) === 0 && { totals: false }),
    ...(random.below(3) === 0 && { maxLineLength: 1 + random.below(30) }),
    maxBytes: random.pick([0, 3, 40, 300, 30_000]),
  }
}

/** As `read`, but what the reader says that it passes is kept from it. */
function readPassing(bytes: Uint8Array, options: ReadOptions, random: Random) {
  const reader = createReader(options)
  let passed = 0
  for (let at = 0, more = true; more && at < bytes.length; ) {
    const stretch = bytes.subarray(at, at + 1 + random.below(random.pick([2, 30, 1000])))
    const newlines = stretch.filter((byte) => byte === 0x0a).length
    const endsLine = stretch[stretch.length - 1] === 0x0a
    if (reader.passes(newlines)) {
      more = reader.pass({ bytes: stretch.length, newlines, endsLine })
      passed += stretch.length
    } else more = reader.write(stretch.slice())
    at += stretch.length
  }
  return { output: reader.end(), passed }
}

const outcome = <T>(act: () => T): T | string => {
  try {
    return act()
  } catch (error) {
    return String(error)
  }
}

it('what a page passes makes no difference to it, whatever is asked for', () => {
  let passed = 0
  for (let seed = 0; seed < 500; seed++) {
    const random = createRandom(seed)
    const bytes = randomInput(random)
    const options = randomOptions(random, bytes.filter((byte) => byte === 0x0a).length)
    const expected = outcome(() => read(bytes, options))
    const got = outcome(() => {
      const result = readPassing(bytes, options, random)
      passed += result.passed
      return result.output
    })
    expect(got, `seed ${seed}: ${JSON.stringify(options)}`).toEqual(expected)
  }
  expect(passed).toBeGreaterThan(30_000)
})
