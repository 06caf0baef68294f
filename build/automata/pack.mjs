import { ordered, rankOf, writtenRows } from './rows.mjs'

// Writes automata as text that compresses well and needs no decoding but assembly/tables.ts. A number has base-45
// digits, one character each, the lowest first; all digits but the last are marked. Texts of several automata that mean
// the same follow each other.

const VERSION = 3
const BASE = 45
const ZERO = 0x23

const SYMBOLS = 257
/** What is read in turn: evidence and locations; discounts, if there are some; and conditions of what was found. */
export const EVIDENCE = 0
export const DISCOUNTS = 1
export const CONDITIONS = 2

/** Streams in their order. Each has a part for each automaton. */
const STREAMS = ['columns', 'steps', 'bases', 'lengths', 'targets', 'signs', 'triggers']

function written(number) {
  let text = ''
  let rest = number
  for (; rest >= BASE; rest = Math.floor(rest / BASE))
    text += String.fromCharCode(ZERO + BASE + (rest % BASE))
  return text + String.fromCharCode(ZERO + rest)
}

const all = (numbers) => numbers.map(written).join('')
/** Stands before what is not ASCII, so that every character of the pack is a byte. */
const NOT_ASCII = '\x7f'

const writtenSign = ({ sign, column }) =>
  sign < 0x7f ? String.fromCharCode(sign) : NOT_ASCII + written(column)

const writtenBytes = (bytes) =>
  bytes.replaceAll(/[\x7f-\xff]/g, (byte) => NOT_ASCII + String.fromCharCode(byte.charCodeAt(0) & 0x7f))

/** A trigger begins with as many bytes of the one before it as its first number says, divided by this. */
const SHARED = 5

/** Each trigger: how many bytes it shares with the one before it, its length, and its other bytes. */
function writtenTriggers(triggers) {
  let before = ''
  const texts = triggers.toSorted().map((trigger) => {
    let shared = 0
    while (shared < trigger.length - 1 && before[shared] === trigger[shared]) shared++
    before = trigger
    return written(shared * SHARED + trigger.length) + writtenBytes(trigger.slice(shared))
  })
  return texts.join('')
}

/**
 * The pack: a sum of what follows, eight characters; the digest of the forms, 16 characters; then numbers: version, forms, automata, those of the first stage,
 * those of the first two, classes of symbols, the class of each symbol, and for each automaton its form, how many forms
 * before it is the one that it depends on, states, columns, and the lengths of its parts, less what is known of them;
 * then the streams.
 *
 * @param atoms Automata with `form`, `stage`, `after`, `triggers` and `automaton`, in the order of their stages.
 */
export function packOf(atoms, forms, digest) {
  const classes = classesOf(atoms.map(({ automaton }) => automaton.classOf))
  const parts = atoms.map((atom) => partsOf(atom, classes))
  const until = (last) => atoms.filter(({ stage }) => stage <= last).length
  const head = [
    VERSION,
    forms,
    atoms.length,
    until(EVIDENCE),
    until(DISCOUNTS),
    classes.symbols.length,
    ...classes.of,
  ]
  const rows = atoms.flatMap(({ form, after, automaton: { states, columns } }, i) => {
    const lengths = STREAMS.map((name) => parts[i][name].length)
    const steps = lengths[STREAMS.indexOf('steps')]
    const least = { columns: classes.symbols.length, steps: states, signs: steps }
    return [
      form,
      after,
      states,
      columns,
      ...STREAMS.map((name, stream) => lengths[stream] - (least[name] ?? 0)),
    ]
  })
  const streams = STREAMS.map((name) => parts.map((part) => part[name]).join(''))
  const body = digest + all(head) + all(rows) + streams.join('')
  return sumOf(body) + body
}

/**
 * Symbols that no automaton distinguishes share a class. Classes come in the order of columns, so that a column that is
 * new to a class is the next one.
 */
function classesOf(maps) {
  const known = new Map()
  const symbols = []
  const of = []
  const inOrder = Array.from({ length: SYMBOLS }, (_, symbol) => symbol).sort((a, b) => rankOf(a) - rankOf(b))
  for (const symbol of inOrder) {
    const key = maps.map((map) => map[symbol]).join()
    if (!known.has(key)) known.set(key, symbols.push(symbol) - 1)
    of[symbol] = known.get(key)
  }
  return { of, symbols }
}

function partsOf({ automaton, triggers }, { symbols }) {
  const inOrder = ordered(automaton)
  const { steps, bases, lengths, targets, signs } = writtenRows(inOrder)
  return {
    columns: all(recentRanks(symbols.map((symbol) => inOrder.classOf[symbol]))),
    steps: steps.map((step) => String.fromCharCode(ZERO + step)).join(''),
    bases: all(bases),
    lengths: all(lengths),
    targets: all(targets),
    signs: signs.map(writtenSign).join(''),
    triggers: writtenTriggers(triggers),
  }
}

/** For each column, how recently it came before, plus 1; 0 when it is new. */
function recentRanks(columns) {
  const recent = []
  return columns.map((column) => {
    const rank = recent.indexOf(column)
    if (rank >= 0) recent.splice(rank, 1)
    recent.unshift(column)
    return rank + 1
  })
}

/** FNV-1a of the characters, which are bytes. */
function sumOf(text) {
  let hash = 0x811c9dc5
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193)
  return (hash >>> 0).toString(16).padStart(8, '0')
}
