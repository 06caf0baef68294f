import xterm from '@xterm/headless'
import { cellWidth } from '../../src/core/clean/cell-width.ts'

/** A time stamp of Buildkite: an application command that BEL ends. */
const timeStamp = /\p{Cc}_bk;t=\d+\p{Cc}/gu

/** What is used of a terminal that is not in its types: writing without a callback. */
interface Core {
  _core: { writeSync(data: string | Uint8Array): void }
}

/**
 * The rows that xterm.js shows in the end, without blanks at their ends, and without empty rows at the end. Text that is
 * wider than the terminal is one row. Nothing erases rows that have scrolled away, because such rows are final for pith.
 * BEL ends an application command.
 */
export function shownByXterm(input: string | Uint8Array, rows = 100, cols = 1000): string[] {
  return withoutEnds(wrappedByXterm(input, rows, cols).map((parts) => parts.join('')))
}

/** The same, each row as its parts: the rows of the terminal that it takes. */
export function wrappedByXterm(input: string | Uint8Array, rows = 100, cols = 1000): string[][] {
  const terminal = new xterm.Terminal({
    allowProposedApi: true,
    cols,
    convertEol: true,
    rows,
    scrollback: 100_000,
  })
  terminal.unicode.register(provider)
  terminal.unicode.activeVersion = provider.version
  ;(terminal as unknown as Core)._core.writeSync(
    typeof input === 'string' ? input.replaceAll('\x1b[3J', '').replaceAll(timeStamp, '') : input,
  )
  const { active } = terminal.buffer
  const lines: string[][] = []
  for (let y = 0; y < active.length; y++) {
    const shown = active.getLine(y)?.translateToString(!active.getLine(y + 1)?.isWrapped) ?? ''
    const before = active.getLine(y)?.isWrapped && lines.at(-1)
    if (before) before.push(shown)
    else lines.push([shown])
  }
  terminal.dispose()
  return lines
}

/** The same of a rendered text. */
export function rowsOf(text: string): string[] {
  return withoutEnds(text.split(/\r?\n/).map(withoutTabs))
}

function withoutEnds(lines: readonly string[]): string[] {
  const trimmed = lines.map((line) => line.replace(/[ \0]+$/, ''))
  while (trimmed.at(-1) === '') trimmed.pop()
  return trimmed
}

function withoutTabs(line: string): string {
  if (!line.includes('\t')) return line
  let text = ''
  let columns = 0
  for (const character of line) {
    const width = character === '\t' ? 8 - (columns % 8) : cellWidth(character.codePointAt(0) ?? 0)
    text += character === '\t' ? ' '.repeat(width) : character
    columns += width
  }
  return text
}

/** Gives xterm.js our widths, because its own are those of Unicode 6. */
const provider = {
  version: 'pith',
  wcwidth: (codePoint: number) => cellWidth(codePoint) as 0 | 1 | 2,
  charProperties(codePoint: number, preceding: number): number {
    const own = cellWidth(codePoint)
    const before = (preceding >> 1) & 3
    const joins = own === 0 && preceding !== 0 && before > 0
    return (Math.max(own, joins ? before : 0) << 1) | (joins ? 1 : 0)
  },
}
