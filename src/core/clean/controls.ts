// Finds what is not plain text: controls, and what may be a control sequence in caret notation.

import type { Controls } from '../scan/controls.ts'
import { CUT, caretEnd, endsInCaret } from './caret.ts'

const TAB = 0x09
const LF = 0x0a
const CR = 0x0d
const DEL = 0x7f
const ESC = 0x1b
const BRACKET = 0x5b
const SGR = 0x6d
const ERASE_LINE = 0x4b
const C1_LEAD = 0xc2
const CARET = 0x5e

/** A longer colour counts as a control. */
const MAX_COLOUR_BYTES = 32
/** So many bytes are looked at before a kernel is asked. */
const NEAR_BYTES = 64

/** 1 for bytes that may begin something other than text. NUL is text here: a terminal shows nothing for it. */
const isControl = new Uint8Array(256)
isControl.fill(1, 1, 0x20)
for (const byte of [DEL, C1_LEAD, CARET]) isControl[byte] = 1
isControl[TAB] = 0

/** 1 for the same bytes without LF, which plain text has as well. */
const isOdd = Uint8Array.from(isControl)
isOdd[LF] = 0

/** 1 for bytes that may stand in a sequence in caret notation before its last one. */
const mayBeInCaret = new Uint8Array(256)
for (const byte of [CARET, BRACKET, 0x3b, 0x3f]) mayBeInCaret[byte] = 1
mayBeInCaret.fill(1, 0x30, 0x3a)

/** The first place from `from` on with a control, an LF, or what may be one. */
export function textEnd(bytes: Uint8Array, from: number, to: number): number {
  let at = from
  while (at < to && isControl[bytes[at]] === 0) at++
  return at
}

const find: Controls['find'] = (bytes, from, to) => {
  let at = from
  while (at < to && isOdd[bytes[at]] === 0) at++
  return at
}

const strip: Controls['strip'] = (bytes, from, to, target, offset, map) => {
  let length = offset
  for (let at = from; at < to; ) {
    const textStart = at
    for (let byte = bytes[at]; at < to && byte !== ESC; byte = bytes[++at]) target[length++] = byte
    map.copy(at - textStart)
    const colourStart = at
    while (at < to && bytes[at] === ESC) {
      // Its last byte is the first letter.
      at += 2
      while (bytes[at] < 0x40) at++
      at++
    }
    map.skip(at - colourStart, 0)
  }
  return length
}

/** The reference. */
export const controls: Controls = { find, coloursEnd, strip }

/**
 * The first place from `from` on that plain text does not have: a control other than TAB, LF and CRLF.
 *
 * @param isLast true when nothing follows. Otherwise this may be a place where `controlAt` says that more decides.
 */
export function plainTextEnd(
  bytes: Uint8Array,
  from: number,
  to: number,
  isLast: boolean,
  { find }: Controls = controls,
): number {
  let at = findNear(bytes, from, to, find)
  while (at < to && controlAt(bytes, at, to, isLast) === false) at = findNear(bytes, at + 1, to, find)
  return at
}

/** Whether a control other than LF and CRLF begins at a place. Undefined when `to` is there, or the bytes behind it decide. */
export function controlAt(bytes: Uint8Array, at: number, to: number, isLast: boolean): boolean | undefined {
  if (at >= to) return undefined
  const byte = bytes[at]
  const isCut = at + 1 === to
  if (byte === CR) return isCut ? isLast || undefined : bytes[at + 1] !== LF
  const undecided = isLast ? false : undefined
  if (byte === C1_LEAD) return isCut ? undecided : bytes[at + 1] >= 0x80 && bytes[at + 1] <= 0x9f
  if (byte !== CARET) return isOdd[byte] === 1
  const end = caretEnd(bytes, at, to)
  return end === CUT ? undecided : end > 0 && !endsInCaret(bytes, at)
}

/**
 * The place behind a colour, or behind an erasure of the row from the cursor on. Text goes on there as if they were not
 * there when the cursor stands at the end of its row. -1 for anything else, and where a control would come together;
 * `CUT` when more bytes decide.
 */
export function colourEnd(bytes: Uint8Array, at: number, to: number): number {
  if (bytes[at] !== ESC) return -1
  const most = Math.min(to, at + MAX_COLOUR_BYTES)
  if (at + 1 < most && bytes[at + 1] !== BRACKET) return -1
  let stop = at + 2
  while (stop < most && bytes[stop] >= 0x30 && bytes[stop] <= 0x3b) stop++
  if (stop >= most) return most === to ? CUT : -1
  const isErase =
    bytes[stop] === ERASE_LINE && (stop === at + 2 || (stop === at + 3 && bytes[at + 2] === 0x30))
  if (bytes[stop] !== SGR && !isErase) return -1
  const before = at > 0 ? bytes[at - 1] : 0
  return before === C1_LEAD || (mayBeInCaret[before] === 1 && endsInCaret(bytes, at)) ? -1 : stop + 1
}

function coloursEnd(bytes: Uint8Array, from: number, to: number): number {
  let at = from
  let last = from
  while (true) {
    const near = Math.min(to, at + NEAR_BYTES)
    while (at < near && isOdd[bytes[at]] === 0) at++
    if (at >= near) return last
    const stop = colourEnd(bytes, at, to)
    if (stop < 0) return last
    at = stop
    last = stop
  }
}

/** The same as `find`, without its start-up cost when a control is near. */
function findNear(bytes: Uint8Array, from: number, to: number, find: Controls['find']): number {
  const near = Math.min(to, from + NEAR_BYTES)
  let at = from
  while (at < near && isOdd[bytes[at]] === 0) at++
  return at < near || at === to ? at : find(bytes, at, to)
}
