import { peek, place, read, readNumber, seek } from './cursor'
import { MAX_NODES, SETS, TAILS } from './memory'

// Makes the nodes of an automaton from the code of its pattern, which build/automata/code.mjs writes from the pattern's
// end to its beginning.

/** A node is 8 bytes: kind u8, lowest byte u8, highest byte u8, then from 4 on two other nodes, u16 each. */
export const NODE_SHIFT: usize = 3
export const NODE_LOW: usize = 1
export const NODE_HIGH: usize = 2
export const NODE_NEXT: usize = 4
export const NODE_OTHER: usize = 6

// Kinds of nodes.
/** The pattern has matched. The first node is of this kind. */
export const MATCH: u8 = 0
/** Takes a byte of a range. Is at `other` too, which takes other bytes; 0 if there is none. */
export const TAKE: u8 = 1
/** Takes a letter in either case. Is at `other` too. */
export const TAKE_FOLDED: u8 = 2
/** Is at both `next` and `other`. */
export const SPLIT: u8 = 3
/** Takes the rest of a code point whose first byte is already taken. */
export const REST: u8 = 4
/** Takes the rest of a sequence that turns out to be unfinished. */
export const BROKEN: u8 = 5
export const LINE_START: u8 = 6
export const LINE_END: u8 = 7
export const WORD_BOUNDARY: u8 = 8
const NO_WORD_BOUNDARY: u8 = 9

// Words of build/automata/code.mjs.
const OPEN: u32 = 0x28
const BAR: u32 = 0x7c
const CLOSE: u32 = 0x29
const OPTIONAL: u32 = 0x3f
const ANY_TIMES: u32 = 0x2a
const SOME_TIMES: u32 = 0x2b
const TIMES: u32 = 0x7b
const SET: u32 = 0x5b
const ESCAPE: u32 = 0x5c
const BYTE: u32 = 0x7d
const AT_LINE_START: u32 = 0x5e
const AT_LINE_END: u32 = 0x24
const AT_WORD_BOUNDARY: u32 = 0x7e
const AT_NO_WORD_BOUNDARY: u32 = 0x60

/** Of a set: what it holds beyond ASCII. */
const HAS_ALL_OTHERS: u32 = 1
const HAS_MALFORMED: u32 = 2
const LAST_LEAD: u32 = 0xf4

let nodesAt: usize = 0
let isFolded: bool = false
/** The number of nodes made last. */
export let nodes: u32 = 0
/** Whether one of them is a word boundary or none. */
export let hasWords: bool = false

/** Makes the nodes of the code from `from` to `end` at `target`, where `MAX_NODES` have room. Returns the first one to visit. */
export function makeNodes(from: usize, end: usize, target: usize, fold: bool): u32 {
  nodesAt = target
  isFolded = fold
  nodes = 0
  hasWords = false
  seek(from)
  return run(add(MATCH, 0, 0), end)
}

function add(kind: u8, next: u32, other: u32): u32 {
  assert(nodes < MAX_NODES, 'makeNodes: the build refuses patterns with more nodes')
  const node = nodesAt + (<usize>nodes << NODE_SHIFT)
  store<u8>(node, kind)
  store<u16>(node, <u16>next, NODE_NEXT)
  store<u16>(node, <u16>other, NODE_OTHER)
  return nodes++
}

function take(low: u32, high: u32, next: u32, other: u32): u32 {
  const node = nodesAt + (<usize>nodes << NODE_SHIFT)
  store<u8>(node, <u8>low, NODE_LOW)
  store<u8>(node, <u8>high, NODE_HIGH)
  return add(TAKE, next, other)
}

function letter(character: u32, next: u32): u32 {
  const node = take(character, character, next, 0)
  if (isFolded && character - 0x61 < 26) store<u8>(nodesAt + (<usize>node << NODE_SHIFT), TAKE_FOLDED)
  return node
}

/** Makes what comes before `next`, up to a bar or a closing sign. */
function run(next: u32, end: usize): u32 {
  let entry = next
  while (place() < end && peek() != BAR && peek() != CLOSE) entry = item(entry, end)
  return entry
}

function item(next: u32, end: usize): u32 {
  const sign = read()
  if (sign == OPEN) return choices(next, end)
  if (sign == OPTIONAL) return repeat(0, 1, next, end)
  if (sign == ANY_TIMES) return repeat(0, 0, next, end)
  if (sign == SOME_TIMES) return repeat(1, 0, next, end)
  if (sign == TIMES) {
    const least = readNumber()
    return repeat(least, readNumber(), next, end)
  }
  if (sign == SET) return set(readNumber(), next)
  if (sign == BYTE) {
    const byte = readNumber() + 0x80
    return take(byte, byte, next, 0)
  }
  const assertion = assertionOf(sign)
  if (assertion == 0) return letter(sign == ESCAPE ? read() : sign, next)
  if (assertion >= WORD_BOUNDARY) hasWords = true
  return add(assertion, next, 0)
}

/** The kind of node for a sign; 0 for a sign of no assertion. */
function assertionOf(sign: u32): u8 {
  if (sign == AT_LINE_START) return LINE_START
  if (sign == AT_LINE_END) return LINE_END
  if (sign == AT_WORD_BOUNDARY) return WORD_BOUNDARY
  return sign == AT_NO_WORD_BOUNDARY ? NO_WORD_BOUNDARY : 0
}

function choices(next: u32, end: usize): u32 {
  let entry = run(next, end)
  while (read() == BAR) {
    const other = run(next, end)
    entry = add(SPLIT, other, entry)
  }
  return entry
}

/** The item that follows, `least` to `most` times; without an end if `most` is 0. */
function repeat(least: u32, most: u32, next: u32, end: usize): u32 {
  const body = place()
  let entry = next
  let required = least
  if (most == 0) {
    const loop = add(SPLIT, 0, next)
    const once = item(loop, end)
    store<u16>(nodesAt + (<usize>loop << NODE_SHIFT), <u16>once, NODE_NEXT)
    entry = least == 0 ? loop : once
    if (least > 0) required--
  }
  for (let times = least; times < most; times++) {
    seek(body)
    const once = item(entry, end)
    entry = add(SPLIT, once, next)
  }
  for (; required > 0; required--) {
    seek(body)
    entry = item(entry, end)
  }
  return entry
}

/** A node that takes a character of a set. Its tails, which take the bytes after the first one, are made before it. */
function set(number: u32, next: u32): u32 {
  const after = place()
  seek(<usize>load<u32>(SETS + (<usize>number << 2)))
  const beyond = readNumber()
  const tails = readNumber()
  for (let tail: u32 = 0; tail < tails; tail++) {
    store<u16>(TAILS + (<usize>(tail + 1) << 1), <u16>ranges(next, 0))
  }
  let entry = beyond == HAS_ALL_OTHERS ? take(0x80, 0xff, add(REST, next, 0), 0) : 0
  if (beyond == HAS_MALFORMED) {
    const broken = add(BROKEN, next, 0)
    entry = take(0x80, 0xc1, next, 0)
    entry = take(0xc2, LAST_LEAD, broken, entry)
    entry = take(LAST_LEAD + 1, 0xff, next, entry)
  }
  entry = ranges(next, entry)
  seek(after)
  return entry
}

/** Nodes that take a byte of the ranges that follow. Each leads to a tail of the set, or to `next`. */
function ranges(next: u32, other: u32): u32 {
  let entry = other
  for (let left = readNumber(); left > 0; left--) {
    const low = readNumber()
    const high = low + readNumber()
    const tail = readNumber()
    const target = tail == 0 ? next : <u32>load<u16>(TAILS + (<usize>tail << 1))
    entry = take(low, high, target, entry)
  }
  return entry
}
