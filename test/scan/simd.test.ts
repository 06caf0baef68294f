import { expect, test } from 'vitest'
import { binaryBase64 } from '../../src/scan/binary.ts'
import type { KernelExports } from '../../src/scan/instance.ts'
import { FLAG_INVALID, FLAG_NON_ASCII } from '../../src/scan/scanner.ts'
import { createWasmScanner } from '../../src/scan/wasm.ts'
import { run } from '../support/scan-run.ts'

// That the answers come from vector instructions shows when one of their constants is another: v128.const is fd 0c and
// the sixteen bytes. This one is the table that says which kind of sequence a lead byte begins, by its high nibble.
const LEADS = [0xfd, 0x0c, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0x01, 0x02, 0x1c, 0xe0]
const OF_THREE_BYTES = LEADS.indexOf(0x1c)

const binary = Uint8Array.from(Buffer.from(binaryBase64, 'base64'))
const text = new TextEncoder().encode('中文')

function flagsOf(module: Uint8Array<ArrayBuffer>): number {
  const { exports } = new WebAssembly.Instance(new WebAssembly.Module(module))
  return run(createWasmScanner(exports as unknown as KernelExports), text, [text.length]).totals.flags
}

test('what the Wasm scanner tells of text comes from its vector instructions', () => {
  const places = placesOf(LEADS)
  expect(places).not.toEqual([])
  expect(flagsOf(binary)).toBe(FLAG_NON_ASCII)
  const changed = binary.slice()
  for (const place of places) changed[place + OF_THREE_BYTES] = 0
  expect(flagsOf(changed)).toBe(FLAG_NON_ASCII | FLAG_INVALID)
})

function placesOf(bytes: readonly number[]): number[] {
  const places: number[] = []
  for (let at = 0; at + bytes.length <= binary.length; at++) {
    if (bytes.every((byte, i) => binary[at + i] === byte)) places.push(at)
  }
  return places
}
