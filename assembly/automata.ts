import { columns, makeColumns } from './columns'
import { AFTER_OTHER, AFTER_WORD, AT_LINE_START, contextAfter, END, goesOn, isWord } from './contexts'
import {
  AUTOMATA,
  AUTOMATA_END,
  BUCKETS,
  BUCKETS_BYTES,
  MAX_NODES,
  REACHED,
  SEEN,
  STACK,
  THREADS,
} from './memory'
import {
  BROKEN,
  hasWords,
  LINE_END,
  LINE_START,
  makeNodes,
  MATCH,
  NODE_HIGH,
  NODE_LOW,
  NODE_NEXT,
  NODE_OTHER,
  NODE_SHIFT,
  nodes,
  REST,
  SPLIT,
  TAKE,
  TAKE_FOLDED,
  WORD_BOUNDARY,
} from './nodes'

// Automata are made while lines are read: an automaton when a line first needs it, a state and a transition when a line
// first leads there. A log visits few of them.
//
// A state is the context between two bytes and the nodes that are waiting there. It has a row of cells: by column, the
// address of the next state's row, or one of:

/** The pattern matches before the symbol. */
export const HIT: u32 = 0x80000000
/** The pattern can no longer match, or it has not matched before the end of the line. */
export const DEAD: u32 = 0x80000001
/** The memory is full: all automata have to be forgotten. */
export const FULL: u32 = 0x80000002
/** Not known yet. */
export const UNKNOWN: u32 = 0xffffffff

// Offsets in an automaton's record.
export const RECORD_BYTES: usize = 64
/** Address of the first state's row; 0 before the automaton is made. */
export const RECORD_ROW: usize = 0
/** Address of the 256 columns by byte. */
export const RECORD_CLASSES: usize = 4
/** Column of the end of the line. */
export const RECORD_END: usize = 8
export const RECORD_FORM: usize = 12
const RECORD_NODES: usize = 16
/** How many nodes there are, and the first one. */
const RECORD_COUNT: usize = 20
const RECORD_START: usize = 24
/** 1 if a word boundary or none is among the nodes. */
const RECORD_WORDS: usize = 28
/** 1 if letters match in either case, plus 2 if matches begin only at the line's start. */
export const RECORD_FLAGS: usize = 32
/** Addresses of the pattern's code. */
export const RECORD_CODE: usize = 36
export const RECORD_CODE_END: usize = 40
/** The form without which the automaton's form changes nothing; its own form if there is none. */
export const RECORD_AFTER: usize = 44

/** Behind the columns by byte: a bit for each symbol with which a match may begin. */
const STARTS: usize = 256
const STARTS_BYTES: usize = 40

/** How many bytes of a match come before the first trigger of the line, and from the start of the last one on. */
export const RECORD_BEFORE: usize = 60
export const RECORD_BEHIND: usize = 62
/** No limit, and more than any line has. */
export const NO_LIMIT: usize = 0xffff

/** By context up to AFTER_OTHER, the row of the state where no nodes wait; 0 before it is made. */
const RECORD_NONE: usize = 48

const IS_FOLDED: u32 = 1
export const IS_ANCHORED: u32 = 2

// Before a row are 16 bytes, and before them the nodes, u16 each:
const STATE_BYTES: usize = 16
/** The row of the state before it in its bucket, u32. */
const STATE_BEFORE: usize = 0
/** The automaton's record, u32. */
const STATE_RECORD: usize = 4
const STATE_CONTEXT: usize = 8
/** How many nodes, u16. */
const STATE_COUNT: usize = 10
/** More than is written behind a row when it is made, 16 bytes at once. */
const ROW_SLACK: usize = 16

let freeAt: usize = AUTOMATA
/** Of the transition that is made: how many nodes are on STACK, whether the pattern matched, and the automaton. */
let open: usize = 0
let popped: u32 = 0
let isMatched: bool = false
let nodesAt: usize = 0

/** Forgets all automata. The caller forgets them in their records. */
export function forgetStates(): void {
  freeAt = AUTOMATA
  memory.fill(BUCKETS, 0, BUCKETS_BYTES)
}

/** Makes an automaton with its first state. False if the memory is full. */
export function makeAutomaton(record: usize): bool {
  const classes = freeAt
  const starts = classes + STARTS
  const target = starts + STARTS_BYTES
  if (target + (<usize>MAX_NODES << NODE_SHIFT) > AUTOMATA_END) return false
  const flags = load<u32>(record, RECORD_FLAGS)
  const from = <usize>load<u32>(record, RECORD_CODE)
  const end = <usize>load<u32>(record, RECORD_CODE_END)
  const start = makeNodes(from, end, target, (flags & IS_FOLDED) != 0)
  makeColumns(target, classes)
  freeAt = target + (<usize>nodes << NODE_SHIFT)
  store<u32>(record, <u32>classes, RECORD_CLASSES)
  store<u32>(record, columns - 1, RECORD_END)
  store<u32>(record, <u32>target, RECORD_NODES)
  store<u32>(record, nodes, RECORD_COUNT)
  store<u32>(record, start, RECORD_START)
  store<u32>(record, u32(hasWords), RECORD_WORDS)
  memory.fill(record + RECORD_NONE, 0, 12)
  markStarts(record, starts, start)
  const row = noneOf(record, AT_LINE_START)
  store<u32>(record, row, RECORD_ROW)
  return row != 0
}

/** Marks the symbols that nodes at the start of a match take, or all if a match may be empty. */
function markStarts(record: usize, starts: usize, first: u32): void {
  memory.fill(starts, 0, STARTS_BYTES)
  clear(SEEN, record)
  nodesAt = <usize>load<u32>(record, RECORD_NODES)
  push(first)
  while (open > 0) {
    const node = pop()
    const kind = load<u8>(node)
    const low = <u32>load<u8>(node, NODE_LOW)
    const other = <u32>load<u16>(node, NODE_OTHER)
    if (kind == MATCH) memory.fill(starts, 0xff, STARTS_BYTES)
    else if (kind == TAKE || kind == TAKE_FOLDED) {
      const step: u32 = kind == TAKE ? 1 : 0x20
      const high = kind == TAKE ? <u32>load<u8>(node, NODE_HIGH) : low
      for (let byte = kind == TAKE ? low : low - 0x20; byte <= high; byte += step) mark(starts, byte)
    } else push(<u32>load<u16>(node, NODE_NEXT))
    if (other != 0 || kind == SPLIT) push(other)
  }
}

/** Makes the transition of a state by a symbol of a column. Returns its cell, or FULL. */
export function makeCell(record: usize, row: usize, column: usize, symbol: u32): u32 {
  const cell = transition(record, row, column, symbol)
  if (cell != FULL) store<u32>(row + (column << 2), cell)
  return cell
}

function transition(record: usize, row: usize, column: usize, symbol: u32): u32 {
  const context = <u32>load<u16>(row - STATE_BYTES, STATE_CONTEXT)
  const isInside = goesOn(context, symbol)
  clear(SEEN, record)
  clear(REACHED, record)
  nodesAt = <usize>load<u32>(record, RECORD_NODES)
  isMatched = false
  let isReached = visitThreads(row, context, symbol, isInside)
  const begins = context == AT_LINE_START || (load<u32>(record, RECORD_FLAGS) & IS_ANCHORED) == 0
  if (begins && !isInside && !isMatched && isStart(record, symbol)) {
    const isOther = context > AFTER_OTHER || load<u16>(row - STATE_BYTES, STATE_COUNT) > 0
    if (!isReached && isOther && symbol != END) return cellOfNone(record, context, column, symbol)
    push(load<u32>(record, RECORD_START))
    if (visit(context, symbol, isInside)) isReached = true
  }
  if (isMatched) return HIT
  if (symbol == END || (!isReached && (load<u32>(record, RECORD_FLAGS) & IS_ANCHORED) != 0)) return DEAD
  let after = contextAfter(context, symbol, isInside)
  if (after == AFTER_WORD && load<u32>(record, RECORD_WORDS) == 0) after = AFTER_OTHER
  const state = isReached ? stateOf(record, after) : noneOf(record, after)
  return state == 0 ? FULL : state
}

/** The cell of a state without nodes, for a symbol that ends all that has begun: only what begins with it is left. */
function cellOfNone(record: usize, context: u32, column: usize, symbol: u32): u32 {
  const none = noneOf(record, min<u32>(context, AFTER_OTHER))
  if (none == 0) return FULL
  const cell = load<u32>(<usize>none + (column << 2))
  return cell == UNKNOWN ? makeCell(record, <usize>none, column, symbol) : cell
}

/** The row of the state behind a byte of ASCII, if nothing that began before it matters. 0 if the memory is full. */
export function rowAfter(record: usize, byte: u32): u32 {
  return noneOf(record, load<u32>(record, RECORD_WORDS) != 0 && isWord(byte) ? AFTER_WORD : AFTER_OTHER)
}

/** The row of the state with a context where no nodes wait. 0 if the memory is full. */
function noneOf(record: usize, context: u32): u32 {
  const place = record + RECORD_NONE + (<usize>context << 2)
  if (context <= AFTER_OTHER && load<u32>(place) != 0) return load<u32>(place)
  clear(REACHED, record)
  const row = stateOf(record, context)
  if (context <= AFTER_OTHER) store<u32>(place, row)
  return row
}

function visitThreads(row: usize, context: u32, symbol: u32, isInside: bool): bool {
  const count = <usize>load<u16>(row - STATE_BYTES, STATE_COUNT)
  const first = row - STATE_BYTES - ((count + 1) & ~1) * 2
  for (let i: usize = 0; i < count; i++) push(<u32>load<u16>(first + (i << 1)))
  return visit(context, symbol, isInside)
}

/** For few bytes, a loop takes less time than the instruction for it, which calls the runtime. */
function clear(list: usize, record: usize): void {
  const end = list + listBytes(record)
  for (let at = list; at < end; at += 8) store<u64>(at, 0)
}

/** Bytes of a list of nodes. */
function listBytes(record: usize): usize {
  return (<usize>(load<u32>(record, RECORD_COUNT) + 63) >> 6) << 3
}

function isStart(record: usize, symbol: u32): bool {
  const marks = load<u8>(<usize>load<u32>(record, RECORD_CLASSES) + STARTS + <usize>(symbol >> 3))
  return ((marks >> <u8>(symbol & 7)) & 1) != 0
}

function push(node: u32): void {
  if (!mark(SEEN, node)) return
  store<u16>(STACK + (open << 1), <u16>node)
  open++
}

/** Takes a node from STACK. Its number is in `popped`. */
function pop(): usize {
  open--
  popped = <u32>load<u16>(STACK + (open << 1))
  return nodesAt + (<usize>popped << NODE_SHIFT)
}

/** Sets a bit of a list. False if it was set. */
export function mark(list: usize, bit: u32): bool {
  const place = list + <usize>(bit >> 3)
  const mask = <u8>1 << <u8>(bit & 7)
  const marks = load<u8>(place)
  store<u8>(place, marks | mask)
  return (marks & mask) == 0
}

/** Visits the nodes on STACK and those that they lead to. True if some take the symbol or wait. */
function visit(context: u32, symbol: u32, isInside: bool): bool {
  let isReached = false
  while (open > 0) {
    const node = pop()
    const kind = load<u8>(node)
    const next = <u32>load<u16>(node, NODE_NEXT)
    const other = <u32>load<u16>(node, NODE_OTHER)
    const isTaker = kind == TAKE || kind == TAKE_FOLDED
    const waits = isInside && (kind == REST || kind == BROKEN)
    if (kind == MATCH) isMatched = true
    else if (waits || (isTaker && takes(node, kind, symbol))) {
      mark(REACHED, waits ? popped : next)
      isReached = true
    } else if (!isTaker && holds(kind, context, symbol)) push(next)
    if (other != 0 || kind == SPLIT) push(other)
  }
  return isReached
}

// @ts-ignore: decorator
@inline
function takes(node: usize, kind: u8, symbol: u32): bool {
  const low = <u32>load<u8>(node, NODE_LOW)
  if (kind == TAKE_FOLDED) return (symbol | 0x20) == low && symbol < 0x80
  return symbol >= low && symbol <= <u32>load<u8>(node, NODE_HIGH)
}

/** Whether a node is passed without taking a byte. */
function holds(kind: u8, context: u32, symbol: u32): bool {
  if (kind == REST || kind == SPLIT) return true
  if (kind == BROKEN) return context > AFTER_OTHER
  if (kind == LINE_START) return context == AT_LINE_START
  if (kind == LINE_END) return symbol == END
  return ((context == AFTER_WORD) != isWord(symbol)) == (kind == WORD_BOUNDARY)
}

/** The row of the state with a context and the nodes that REACHED lists, which is made if it is new. 0 if the memory is full. */
function stateOf(record: usize, context: u32): u32 {
  const count = listThreads(record)
  let hash = (<u32>record ^ (context << 20)) * 0x9e3779b1
  for (let i: usize = 0; i < count; i++) {
    hash = (hash ^ <u32>load<u16>(THREADS + (i << 1))) * 0x85ebca6b
    hash ^= hash >> 15
  }
  const bucket = BUCKETS + (<usize>(hash >> 20) << 2)
  for (let row = <usize>load<u32>(bucket); row != 0; ) {
    const state = row - STATE_BYTES
    if (isState(state, record, context, count)) return <u32>row
    row = <usize>load<u32>(state, STATE_BEFORE)
  }
  return addState(bucket, record, context, count)
}

function isState(state: usize, record: usize, context: u32, count: usize): bool {
  if (<usize>load<u32>(state, STATE_RECORD) != record || <u32>load<u16>(state, STATE_CONTEXT) != context) return false
  if (<usize>load<u16>(state, STATE_COUNT) != count) return false
  const first = state - ((count + 1) & ~1) * 2
  for (let at: usize = 0; at < count << 1; at += 2) {
    if (load<u16>(first + at) != load<u16>(THREADS + at)) return false
  }
  return true
}

function addState(bucket: usize, record: usize, context: u32, count: usize): u32 {
  const state = freeAt + ((count + 1) & ~1) * 2
  const row = state + STATE_BYTES
  const cells = <usize>(load<u32>(record, RECORD_END) + 1) << 2
  if (row + cells + ROW_SLACK > AUTOMATA_END) return 0
  for (let at: usize = 0; at < count << 1; at += 8) store<u64>(freeAt + at, load<u64>(THREADS + at))
  store<u32>(state, load<u32>(bucket), STATE_BEFORE)
  store<u32>(state, <u32>record, STATE_RECORD)
  store<u16>(state, <u16>context, STATE_CONTEXT)
  store<u16>(state, <u16>count, STATE_COUNT)
  for (let at: usize = 0; at < cells; at += 16) v128.store(row + at, i8x16.splat(-1))
  store<u32>(bucket, <u32>row)
  freeAt = row + cells
  return <u32>row
}

/** Lists in THREADS what REACHED has marked. Returns how many. */
function listThreads(record: usize): usize {
  const bytes = listBytes(record)
  let count: usize = 0
  for (let at: usize = 0; at < bytes; at += 8) {
    for (let marks = load<u64>(REACHED + at); marks != 0; marks &= marks - 1) {
      store<u16>(THREADS + (count << 1), <u16>((<u64>at << 3) + ctz(marks)))
      count++
    }
  }
  return count
}
