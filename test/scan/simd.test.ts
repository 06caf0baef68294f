import { expect, test } from 'vitest'
import { binaryHex } from '../../src/core/scan/binary.ts'
import type { KernelExports } from '../../src/core/scan/instance.ts'
import { FLAG_INVALID, FLAG_NON_ASCII } from '../../src/core/scan/scanner.ts'
import { createWasmScanner } from '../../src/core/scan/wasm.ts'
import { run } from '../support/scan-run.ts'
import { randomWeights } from '../support/token-weights.ts'
import { unitsOfText } from '../support/unit-oracle.ts'

// That the answers come from vector instructions shows when one of their constants is another: v128.const is fd 0c and
// the sixteen bytes. This one is the table that says which kind of sequence a lead byte begins, by its high nibble.
const LEADS = [0xfd, 0x0c, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0x01, 0x02, 0x1c, 0xe0]
const OF_THREE_BYTES = LEADS.indexOf(0x1c)
// And this one has the classes of bytes that token units go by; small letters up to the o have its last place but one.
const CLASSES = [0xfd, 0x0c, 27, 45, 27, 18, 45, 9, 45, 0, 36, 45, 45, 45, 9, 45, 0, 45]
const OF_LETTERS_TO_O = CLASSES.length - 2
const OF_SPACE = CLASSES[2]

const binary = Uint8Array.from(Buffer.from(binaryHex(), 'hex'))
const text = new TextEncoder().encode('中文')
const tokens = randomWeights(1)

function scanBy(module: Uint8Array<ArrayBuffer>, bytes: Uint8Array) {
  const { exports } = new WebAssembly.Instance(new WebAssembly.Module(module))
  const scanner = createWasmScanner(exports as unknown as KernelExports)
  return run(scanner, bytes, [bytes.length], tokens).totals
}

/** The module with another byte at `at` of each constant that is these bytes. */
function withAnother(constant: readonly number[], at: number, byte: number): Uint8Array<ArrayBuffer> {
  const places = placesOf(constant)
  expect(places).not.toEqual([])
  const changed = binary.slice()
  for (const place of places) changed[place + at] = byte
  return changed
}

test('what the Wasm scanner tells of text comes from its vector instructions', () => {
  expect(scanBy(binary, text).flags).toBe(FLAG_NON_ASCII)
  const changed = withAnother(LEADS, OF_THREE_BYTES, 0)
  expect(scanBy(changed, text).flags).toBe(FLAG_NON_ASCII | FLAG_INVALID)
})

test('what it says that text costs comes from them too', () => {
  const letters = 'li'.repeat(64)
  const bytes = new TextEncoder().encode(letters)
  expect(scanBy(binary, bytes).tokenUnits).toBe(unitsOfText(letters, tokens))
  const changed = withAnother(CLASSES, OF_LETTERS_TO_O, OF_SPACE)
  expect(scanBy(changed, bytes).tokenUnits).toBe(unitsOfText('\t '.repeat(64), tokens))
})

function placesOf(bytes: readonly number[]): number[] {
  const places: number[] = []
  for (let at = 0; at + bytes.length <= binary.length; at++) {
    if (bytes.every((byte, i) => binary[at + i] === byte)) places.push(at)
  }
  return places
}
