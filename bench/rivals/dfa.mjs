// Aho–Corasick as a table: one load per byte finds all words at once, in either case.

const LF = 0x0a
const COLUMNS = 256

/**
 * Builds an automaton for literals. `table` is indexed by state + byte. States are multiples of 256. States from
 * `firstSpecial` on need handling: `firstSpecial` itself is the state after an LF, the others end a literal.
 */
export function buildDfa(patterns) {
  const { children, outputs } = trieOf(patterns)
  const { rows, order } = completed(children, outputs)
  const isFinal = (state) => outputs[state].length > 0
  const inOrder = [...order.filter((state) => !isFinal(state)), undefined, ...order.filter(isFinal)]
  const place = new Map(inOrder.map((state, i) => [state, COLUMNS * i]))
  const afterNewline = place.get(undefined)
  const table = new Uint16Array(COLUMNS * inOrder.length)
  inOrder.forEach((state = 0, i) => {
    rows[state].forEach((next, byte) => {
      table[COLUMNS * i + byte] = place.get(next)
    })
    table[COLUMNS * i + LF] = afterNewline
  })
  return { table, firstSpecial: afterNewline, outputs: inOrder.map((state = 0) => outputs[state]) }
}

function trieOf(patterns) {
  const children = [new Map()]
  const outputs = [[]]
  patterns.forEach(({ literal }, id) => {
    let state = 0
    for (const letter of literal) {
      const byte = letter.charCodeAt(0)
      if (!children[state].has(byte)) {
        children[state].set(byte, children.length)
        children.push(new Map())
        outputs.push([])
      }
      state = children[state].get(byte)
    }
    outputs[state].push(id)
  })
  return { children, outputs }
}

/**
 * Fills in each state's next state for every byte, breadth first. A literal that ends at a state's suffix also ends at
 * the state.
 */
function completed(children, outputs) {
  const rows = children.map(() => new Array(COLUMNS).fill(0))
  const order = [0]
  const suffix = [0]
  for (const state of order) {
    const fallback = state === 0 ? undefined : rows[suffix[state]]
    for (let byte = 0; byte < COLUMNS; byte++) {
      const next = children[state].get(lower(byte))
      if (next === undefined) {
        rows[state][byte] = fallback?.[byte] ?? 0
        continue
      }
      rows[state][byte] = next
      if (suffix[next] !== undefined) continue
      suffix[next] = fallback?.[byte] ?? 0
      outputs[next].push(...outputs[suffix[next]])
      order.push(next)
    }
  }
  return { rows, order }
}

const lower = (byte) => (byte >= 0x41 && byte <= 0x5a ? byte | 0x20 : byte)

/**
 * Each line's first match, as offset, pattern and line (1-indexed) in turns, by pith's rule for the beginning of a
 * word.
 */
export function matchesByDfa({ table, firstSpecial, outputs }, patterns, bytes) {
  const found = []
  let line = 1
  let state = 0
  for (let at = 0; at < bytes.length; at++) {
    state = table[state + bytes[at]]
    if (state < firstSpecial) continue
    if (state === firstSpecial) {
      line++
      continue
    }
    const id = matchOf(bytes, at + 1, outputs[state / COLUMNS], patterns)
    if (id < 0) continue
    found.push(at + 1 - patterns[id].literal.length, id, line)
    at = bytes.indexOf(LF, at) - 1
    if (at < 0) break
  }
  return found
}

/** The first of some patterns that matches at `end`; -1 for none. */
function matchOf(bytes, end, ids, patterns) {
  for (const id of ids) if (isMatch(bytes, end, patterns[id])) return id
  return -1
}

function isMatch(bytes, end, { literal, wholeWord }) {
  if (wholeWord && end < bytes.length && isWordByte(bytes[end])) return false
  const start = end - literal.length
  if (start === 0 || !isWordByte(bytes[start - 1])) return true
  const before = bytes[start - 1]
  const isHump = before >= 0x61 && before <= 0x7a && bytes[start] >= 0x41 && bytes[start] <= 0x5a
  return isHump || isAfterColour(bytes, start)
}

const isWordByte = (byte) =>
  (byte >= 0x30 && byte <= 0x39) || byte === 0x5f || ((byte | 0x20) >= 0x61 && (byte | 0x20) <= 0x7a)

function isAfterColour(bytes, start) {
  let at = start - 1
  if (bytes[at] !== 0x6d) return false
  const least = at - 16
  while (at > least && bytes[at - 1] >= 0x30 && bytes[at - 1] <= 0x3b) at--
  return bytes[at - 1] === 0x5b && bytes[at - 2] === 0x1b
}
