/**
 * The rows that a terminal shows in the end of text with CR, BS, LF, `CSI A`, `CSI B` and `CSI K`. The most naive way to
 * find out: each cell is drawn.
 */
export function cellRows(input: string): string[][] {
  const rows: string[][] = [[]]
  let [y, x] = [0, 0]
  const rowAt = (at: number): string[] => {
    while (rows.length <= at) rows.push([])
    return rows[at]
  }
  const blank = ' '
  for (const [, count, command, letter] of input.matchAll(/\p{Cc}\[(\d*)([ABK])|([\s\S])/gu)) {
    if (command === 'A') y = Math.max(0, y - Number(count || 1))
    else if (command === 'B') {
      y += Number(count || 1)
      rowAt(y)
    } else if (command === 'K') {
      const row = rowAt(y)
      if (count === '1' || count === '2') for (let at = 0; at <= x && at < row.length; at++) row[at] = blank
      if (count !== '1') row.length = count === '2' ? 0 : Math.min(row.length, x)
    } else if (letter === '\n') {
      y++
      x = 0
      rowAt(y)
    } else if (letter === '\r') x = 0
    else if (letter === '\b') x = Math.max(0, x - 1)
    else {
      const row = rowAt(y)
      while (row.length < x) row.push(blank)
      row[x++] = letter
    }
  }
  return rows
}
