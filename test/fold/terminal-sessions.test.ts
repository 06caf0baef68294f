// @node

import { describe, expect, it } from 'vitest'
import { renderParts } from '../support/rendered.ts'
import { sessions } from '../support/sessions.ts'
import { some } from '../support/some.ts'
import { rowsOf, shownByXterm, wrappedByXterm } from '../support/xterm.ts'

const isAlternate = (text: string): boolean => text.includes('\x1b[?1049h') || text.includes('\x1b[?47h')

/** Joins the rows that show a row of xterm.js in parts: text that was wider than the terminal, and was overwritten. */
function joinedAs(wrapped: readonly string[][], rows: readonly string[]): string[] {
  const joined: string[] = []
  for (let at = 0; at < rows.length; ) {
    const parts = wrapped[joined.length]?.map((part) => part.trimEnd()) ?? []
    const isWrapped = parts.length > 1 && parts.every((part, index) => part === (rows[at + index] ?? ''))
    joined.push((isWrapped && wrapped[joined.length]?.join('').trimEnd()) || (rows[at] ?? ''))
    at += isWrapped ? parts.length : 1
  }
  return joined
}

describe('a recorded session', () => {
  for (const { name, columns, rows, bytes } of some(sessions, 3)) {
    it(`of ${name} looks as in xterm.js`, () => {
      const [width, height] = [columns || Infinity, rows || 100]
      const { text, map, hasControls } = renderParts(bytes, [], { columns: width, rows: height })
      expect([map.viewBytes, map.inputBytes]).toEqual([Buffer.byteLength(text), bytes.length])
      const input = Buffer.from(bytes).toString()
      if (isAlternate(input)) return
      const size = [height, (hasControls && columns) || 1000] as const
      const wrapped = wrappedByXterm(input, ...size)
      expect(joinedAs(wrapped, rowsOf(text))).toEqual(shownByXterm(input, ...size))
    })
  }
})
