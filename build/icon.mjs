// The icon of the plugins as a PNG: lines of text, with some left out, and one that is an error.
import { crc32, deflateSync } from 'node:zlib'

const SIZE = 512
const PAPER = [250, 250, 247]
const INK = [40, 44, 52]
const ERROR = [200, 40, 40]
/** Each row of text: its top and its right end, in 16ths of the side, and its colour. */
const ROWS = [
  [2, 14, INK],
  [4, 11, INK],
  [7.5, 13, ERROR],
  [11, 12, INK],
  [13, 14, INK],
]

function colourAt(x, y) {
  const unit = SIZE / 16
  const row = ROWS.find(([top, right]) => y >= top * unit && y < (top + 1) * unit && x < right * unit)
  return row && x >= 2 * unit ? row[2] : PAPER
}

function chunk(type, data) {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const ends = [Buffer.alloc(4), Buffer.alloc(4)]
  ends[0].writeUInt32BE(data.length)
  ends[1].writeUInt32BE(crc32(body))
  return Buffer.concat([ends[0], body, ends[1]])
}

/** The bytes of the file. */
export function icon() {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(SIZE, 0)
  header.writeUInt32BE(SIZE, 4)
  // 8 bits, red, green and blue.
  header.set([8, 2], 8)
  const lines = Array.from({ length: SIZE }, (_, y) =>
    // Each line begins with its filter: none.
    [0, ...Array.from({ length: SIZE }, (_, x) => colourAt(x, y)).flat()],
  )
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.from(lines.flat()))),
    chunk('IEND', Buffer.alloc(0)),
  ])
}
