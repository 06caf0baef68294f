/** Added to a transition into a state in which a text ends. */
export const ENDS = 2 ** 24
/** The transition of a byte that may hide a part of a text: a backspace, ESC, a backslash, or the first byte of C1. */
export const HIDES = 2 ** 25

const BACKSPACE = 0x08
const ESC = 0x1b
const BACKSLASH = 0x5c
const C1 = 0xc2

/** Finds texts in bytes. A state is a number times 256. State 0 is the beginning. */
interface HeadAutomaton {
  /** By state plus byte: the next state, with `ENDS`, or `HIDES`. */
  readonly table: Int32Array
  /** By state divided by 256: the transition of 0xc2 where it does not begin a control. */
  readonly wide: Int32Array
  /** By state divided by 256: the texts that end there. */
  readonly endings: readonly (readonly number[])[]
}

const encoder = /* @__PURE__ */ new TextEncoder()

/**
 * Makes the automaton of Aho and Corasick, without regard to the case of ASCII letters. Characters that a reader does
 * not see may stand inside a text. To be simple, these are controls and everything beyond ASCII.
 */
export function automatonOf(texts: readonly string[]): HeadAutomaton {
  const edges = [new Map<number, number>()]
  const endings: number[][] = [[]]
  texts.forEach((text, index) => {
    endings[endOfPath(text, edges, endings)].push(index)
  })
  const hasWide = edges.some((targets) => [...targets.keys()].some((byte) => byte > 0x7f))
  const table = new Int32Array(edges.length * 256)
  const next = [0]
  // The state of the longest other beginning of a text that ends here.
  const others = new Int32Array(edges.length)
  for (const state of next) {
    const row = state * 256
    const other = others[state] * 256
    if (state > 0) passOver(table, row, other, hasWide)
    for (const [byte, target] of edges[state]) {
      others[target] = state === 0 ? 0 : (table[other + byte] & (ENDS - 1)) >> 8
      endings[target].push(...endings[others[target]])
      const transition = target * 256 + (endings[target].length > 0 ? ENDS : 0)
      table[row + byte] = transition
      if (byte >= 0x61 && byte <= 0x7a) table[row + byte - 0x20] = transition
      next.push(target)
    }
  }
  return { table, wide: hide(table), endings }
}

/** Writes a row that continues the other beginning, or stays in its state for a character that a reader does not see. */
function passOver(table: Int32Array, row: number, other: number, hasWide: boolean): void {
  table.copyWithin(row, other, other + 256)
  table.fill(row, row, row + 0x09)
  table.fill(row, row + 0x0e, row + 0x20)
  if (!hasWide) {
    table.fill(row, row + 0x7f, row + 256)
    return
  }
  for (let at = row + 0x7f; at < row + 256; at++) if (table[at] === other) table[at] = row
}

/** Writes `HIDES`, and returns the transitions of 0xc2 that it replaces. */
function hide(table: Int32Array): Int32Array {
  const wide = new Int32Array(table.length / 256)
  for (let row = 0; row < table.length; row += 256) {
    wide[row / 256] = table[row + C1]
    table[row + BACKSLASH] = HIDES
    // At the beginning of a text, only an escape for its first letter counts.
    if (row > 0) for (const byte of [BACKSPACE, ESC, C1]) table[row + byte] = HIDES
  }
  return wide
}

/** Adds the states of a text, and returns its last one. */
function endOfPath(text: string, edges: Map<number, number>[], endings: number[][]): number {
  let state = 0
  for (const byte of encoder.encode(text)) {
    let target = edges[state].get(small(byte))
    if (target === undefined) {
      target = edges.length
      edges.push(new Map())
      endings.push([])
      edges[state].set(small(byte), target)
    }
    state = target
  }
  return state
}

const small = (byte: number): number => (byte >= 0x41 && byte <= 0x5a ? byte + 0x20 : byte)
