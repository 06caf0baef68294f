import { describe, expect, inject, it } from 'vitest'
import { controls, plainTextEnd } from '../../src/core/clean/controls.ts'
import { TerminalRenderer } from '../../src/core/clean/terminal.ts'
import { ViewMap } from '../../src/core/clean/view-map.ts'
import { controlsFor } from '../../src/core/scan/controls.ts'
import { ROOM_BYTES } from '../../src/core/scan/newlines.ts'

import { createRandom } from '../support/random.ts'

/** The rendered text, and where each of its bytes comes from. */
function rendered(bytes: Uint8Array, by: typeof controls) {
  const map = new ViewMap()
  const renderer = new TerminalRenderer({ map, controls: by, isStrongError: () => false })
  const parts = [renderer.write(bytes).slice(), renderer.end().slice()]
  const step = Math.ceil(map.viewBytes / 200)
  const places = Array.from({ length: 201 }, (_, at) => map.placeOf(at * step))
  return { text: parts.map((part) => new TextDecoder().decode(part)).join(''), places }
}

describe('the search for controls', () => {
  const fast = controlsFor(inject('backend'), controls)
  const found = (bytes: Uint8Array) => plainTextEnd(bytes, 0, bytes.length, true, fast)

  it('finds one wherever a piece ends', () => {
    for (const at of [0, 255, 256, ROOM_BYTES - 1, ROOM_BYTES, ROOM_BYTES + 1]) {
      const bytes = new Uint8Array(at + 2).fill(0x61)
      bytes.set([0x0d, 0x0d], at)
      expect(found(bytes)).toBe(at)
      bytes.set([0x0d, 0x0a], at)
      expect(found(bytes)).toBe(bytes.length)
    }
  })

  it('finds none in a text with tabs, line ends, carets and letters beyond ASCII', () => {
    const text = 'a\tb\r\n  ^~~~ ä © ü 漢\n'.repeat(500)
    const bytes = new TextEncoder().encode(text)
    expect(found(bytes)).toBe(bytes.length)
  })
  it('takes the same colours away as the reference', () => {
    const random = createRandom(3)
    const pieces = [
      '\x1b[32m',
      '\x1b[m',
      '\x1b[1;38;5;9m',
      '\x1b[K',
      '\x1b[0K',
      '\x1b[m\x1b[m',
      'a',
      'some text of a line ',
    ]
    const rare = [
      '^',
      '[',
      '^[[3',
      '12',
      '\xc2',
      '\xc2\x1b[m',
      '\r',
      '\r\n',
      '\x1b[2K',
      `\x1b[${'1;'.repeat(20)}m`,
      '\x1b',
      'é',
    ]
    for (let run = 0; run < 100; run++) {
      const rarity = random.pick([3, 20, 200])
      const pick = () => (random.below(rarity) === 0 ? random.pick(rare) : random.pick([...pieces, '\n']))
      const text = Array.from({ length: random.below(run < 98 ? 300 : 10_000) }, pick).join('')
      const bytes = Uint8Array.from(text, (letter) => letter.charCodeAt(0))
      expect(rendered(bytes, fast), JSON.stringify(text)).toEqual(rendered(bytes, controls))
    }
  })
})
