import { PatternWriter } from './code.mjs'

// Writes the patterns of automata as text that needs no decoding but assembly/tables.ts, and that compresses well: it is
// not compressed itself. A number has base-45 digits, one character each, the lowest first; all digits but the last are
// marked.

const VERSION = 5
const BASE = 45
const ZERO = 0x23

/** What is read in turn: evidence and locations; discounts, if there are some; and conditions of what was found. */
export const EVIDENCE = 0
export const DISCOUNTS = 1
export const CONDITIONS = 2

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

/** Flags of an automaton. */
const IS_FOLDED = 1
const IS_ANCHORED = 2
const LONGEST_REACH = 0xfff0
/** What a set holds beyond ASCII. */
const HAS_ALL_OTHERS = 1
const HAS_MALFORMED = 2

/**
 * The pack: a sum of what follows, eight characters; the digest of the forms, 16 characters; then numbers: version, forms,
 * automata, those of the first stage, those of the first two, sets; for each automaton its form, how many forms before it
 * is the one that it depends on, flags, how far matches reach before the first trigger and from the last one on, and the
 * length of its code; for each set its length; then the sets, the codes, and for each automaton how many triggers it has,
 * and these.
 *
 * @param atoms Atoms with `form`, `stage`, `after`, `syntax`, `triggers` and `reach`, in the order of their stages.
 * @param planOf src/signal/linear/plans.ts
 */
export function packOf(atoms, { forms, digest, planOf }) {
  const writer = new PatternWriter(written, planOf)
  const codes = atoms.map(({ syntax }) => writer.of(syntax))
  const sets = writer.sets.map(writtenSet)
  const until = (last) => atoms.filter(({ stage }) => stage <= last).length
  const head = [VERSION, forms, atoms.length, until(EVIDENCE), until(DISCOUNTS), sets.length]
  const records = atoms.flatMap(({ form, after, flags, anchored, reach }, i) => [
    form,
    after,
    (flags.includes('i') ? IS_FOLDED : 0) + (anchored ? IS_ANCHORED : 0),
    ...reach.map(writtenReach),
    codes[i].length,
  ])
  const lengths = sets.map(({ length }) => length)
  const triggers = atoms.map((atom) => written(atom.triggers.length) + writtenTriggers(atom.triggers))
  const body = [digest, all([...head, ...records, ...lengths]), ...sets, ...codes, ...triggers].join('')
  return sumOf(body) + body
}

/** A number of bytes, plus 1; 0 for no limit. No line that is judged at once is as long as the longest reach. */
const writtenReach = (bytes) => (bytes > LONGEST_REACH ? 0 : bytes + 1)

/** What it holds beyond ASCII; how many tails, and these, each after those that it leads to; then its first bytes. */
function writtenSet({ ascii, hasAllOthers, hasMalformed, leads, tails }) {
  const beyond = hasAllOthers ? HAS_ALL_OTHERS : hasMalformed ? HAS_MALFORMED : 0
  const first = {
    ranges: [...ascii, ...leads.ranges],
    tails: [...ascii.map(() => -1), ...leads.tails],
  }
  return all([beyond, tails.length, ...[...tails, first].flatMap(rangesOf)])
}

/** How many ranges, and of each its lowest byte, how many bytes more, and the number of its tail, 0 for none. */
const rangesOf = ({ ranges, tails }) => [
  ranges.length,
  ...ranges.flatMap((range, i) => [range >> 8, (range & 255) - (range >> 8), tails[i] + 1]),
]

/** FNV-1a of the characters, which are bytes. */
function sumOf(text) {
  let hash = 0x811c9dc5
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193)
  return (hash >>> 0).toString(16).padStart(8, '0')
}
