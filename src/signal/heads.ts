/** How lines begin that may matter and hold no literal: marks, diff signs, codes. One to four bytes in UTF-8. */
const heads: readonly string[] = [
  // Letters and codes of pytest, linters, loggers, compilers and TeX.
  'E |E\t|E:|F:|W:|C:|R:|e:|w:|X |x |F |! |l.|[E|[F|[X|[!|[-]|(X)|E0|E1|F0|F1|L: ',
  // Diffs, carets, rules and the titles between them.
  `@@|** |< |-\t|+\t|-  |+  |- "|+ "|- '|+ '|- [|+ [|- {|+ {|- <|+ <|^|~~|<<<|>>>|+++ |___|!!!|###`,
  '#  |dif|Diff|In |File',
  // Words that begin a report or one half of a pair.
  'not |npm |lern|ERR_|Cau|got|Got|lef|rig|foun|but|was|is:|l: |r: |lhs|rhs|have|to e|to b|to h|to m',
  'to c|<int|<str|<boo|<nil|<[]|<*',
  // Numbers of a list of failures.
  '1) |2) |3) |4) |5) |6) |7) |8) |9) |10) |11) |12) ',
  // Marks.
  '✕|✗|✘|✖|×|●|❌|⨯|⨉|🔴|✸|☓|💥|🚨|⛔|🛑|‼|❗|≠|→|⚠|⎯|❯|──',
].flatMap((line) => line.split('|'))

const packed = (bytes: Uint8Array): number =>
  bytes.reduce((value, byte, index) => (value | (byte << (8 * index))) >>> 0, 0)

const encoded = heads.map((head) => new TextEncoder().encode(head).subarray(0, 4))

/** By a head's low 16 bits: 0 for no, 1 for yes, 2 where the bytes after them decide. */
export const headTable: Uint8Array = (() => {
  const table = new Uint8Array(65536)
  for (const bytes of encoded) {
    if (bytes.length > 2) table[packed(bytes) & 0xffff] ||= 2
  }
  for (const bytes of encoded) {
    if (bytes.length === 2) table[packed(bytes)] = 1
    else if (bytes.length === 1)
      for (let second = 0; second < 256; second++) table[bytes[0] | (second << 8)] = 1
  }
  return table
})()

const longer: ReadonlySet<number> = new Set(encoded.filter((bytes) => bytes.length > 2).map(packed))

/** Whether a line with this head (its first four bytes, little-endian, zero-padded) may matter. */
export function isHead(head: number): boolean {
  const first = headTable[head & 0xffff]
  if (first !== 2) return first === 1
  return longer.has(head >>> 0) || longer.has(head & 0xffffff)
}
