/** Added to a transition into a state in which a text ends. */
export const ENDS = 2 ** 24
/** The transition of a byte that may hide a part of a text: a backspace, ESC, a backslash, or the first byte of C1. */
export const HIDES = 2 ** 25
const BACKSLASH = 0x5c
const MAY_HIDE = [0x08, 0x1b, BACKSLASH, 0xc2]
/** At the beginning of a text, only an escape for its first letter counts. */
const mayHide = (state: number, byte: number): boolean =>
  state === 0 ? byte === BACKSLASH : MAY_HIDE.includes(byte)

/** Finds texts in bytes. A state is a number times 256. State 0 is the beginning. */
interface HeadAutomaton {
  /** By state plus byte: the next state, with `ENDS`. */
  readonly plain: Int32Array
  /** The same with `HIDES`. */
  readonly table: Int32Array
  /** By state divided by 256: the texts that end there. */
  readonly endings: readonly (readonly number[])[]
}

const encoder = /* @__PURE__ */ new TextEncoder()

/** Makes the automaton of Aho and Corasick, without regard to the case of ASCII letters. */
export function automatonOf(texts: readonly string[]): HeadAutomaton {
  const edges = [new Map<number, number>()]
  const endings: number[][] = [[]]
  texts.forEach((text, index) => {
    endings[endOfPath(text, edges, endings)].push(index)
  })
  const plain = new Int32Array(edges.length * 256)
  const next = [0]
  // The state of the longest other beginning of a text that ends here.
  const others = new Int32Array(edges.length)
  for (const state of next) {
    const other = others[state]
    if (state > 0) endings[state].push(...endings[other])
    for (let byte = 0; byte < 256; byte++) {
      const target = edges[state].get(small(byte))
      const shorter = state === 0 ? 0 : (plain[other * 256 + byte] & (ENDS - 1)) >> 8
      if (target !== undefined) others[target] = shorter
      const to = target ?? (shorter === other && isPassedOver(byte) ? state : shorter)
      plain[state * 256 + byte] = to * 256
    }
    next.push(...edges[state].values())
  }
  for (let at = 0; at < plain.length; at++) {
    const isNew = plain[at] >> 8 !== at >> 8 || !isPassedOver(at & 255)
    if (isNew && endings[plain[at] >> 8].length > 0) plain[at] += ENDS
  }
  const table = plain.slice()
  for (let at = 0; at < table.length; at++) if (mayHide(at >> 8, at & 255)) table[at] = HIDES
  return { plain, table, endings }
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

/** Characters that a reader does not see may stand inside a text: controls, and all beyond ASCII to be simple. */
const isPassedOver = (byte: number): boolean => byte >= 0x7f || byte < 0x09 || (byte >= 0x0e && byte < 0x20)
