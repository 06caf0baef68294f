import { existsSync, readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { renderParts } from '../support/rendered.ts'
import { some } from '../support/some.ts'
import { rowsOf, shownByXterm } from '../support/xterm.ts'

interface Session {
  name: string
  /** Both are 0 for a pipe. */
  columns: number
  rows: number
}

const folder = new URL('sessions/', import.meta.url)
const list = new URL('sessions.json', folder)
const sessions: Session[] = existsSync(list) ? JSON.parse(readFileSync(list, 'utf8')) : []
const isAlternate = (text: string): boolean => text.includes('\x1b[?1049h') || text.includes('\x1b[?47h')

/** Joins rows that are parts of a row of `shown`: text that was wider than the terminal, and was overwritten. */
function joinedAs(shown: readonly string[], rows: readonly string[]): string[] {
  const rest = [...rows]
  return shown.map((row) => {
    let text = rest.shift() ?? ''
    while (text.length < row.length && row.startsWith(text) && rest.length > 0) text += rest.shift()
    return text
  })
}

describe('a recorded session', () => {
  for (const { name, columns, rows } of some(sessions, 3)) {
    it(`of ${name} looks as in xterm.js`, () => {
      const bytes = gunzipSync(readFileSync(new URL(`${name}.gz`, folder)))
      const [width, height] = [columns || Infinity, rows || 100]
      const { text, map, hasControls } = renderParts(bytes, [], { columns: width, rows: height })
      expect([map.viewBytes, map.inputBytes]).toEqual([Buffer.byteLength(text), bytes.length])
      if (isAlternate(bytes.toString())) return
      const shown = shownByXterm(bytes.toString(), height, (hasControls && columns) || 1000)
      expect(joinedAs(shown, rowsOf(text))).toEqual(shown)
    })
  }
})
