import { countsOfBlock, startCounts } from './counts'
import { BLOCK_BYTES, RESULT, RESULT_BYTES, WINDOW_BYTES } from './memory'
import { candidatesEnd, findEvents } from './select-blocks'
import { addHits, mayBegin } from './select-literals'
import {
  AT_BYTES,
  AT_ENTERED,
  AT_WAITING,
  AT_WINDOW,
  CANDIDATES,
  HELD,
  HELD_BYTES,
  LAG_BYTES,
  LAST_BYTES,
  LITERAL_BYTES,
  PART_BYTES,
  PLACES,
  SELECT_WINDOW,
  UNIT_ENDS,
} from './select-memory'
import { endAt, endUnit, loadUnit, locate, storeUnit, unitStart } from './select-units'

// Selects the best units of an input, window by window. The twin is src/core/scan/js-selector.ts.

const LF: u8 = 10
const CR: u8 = 13

/**
 * Reads the first `length` bytes of SELECT_WINDOW, which continue SELECTION. Writes counts to RESULT, and counts token
 * units by TOKENS if `hasTokens`.
 */
export function selectWindow(length: i32, hasTokens: i32): void {
  assert(length >= 0 && length <= WINDOW_BYTES, 'selectWindow: length must lie between 0 and the window size')
  const end = SELECT_WINDOW + <usize>length
  memory.copy(SELECT_WINDOW - HELD_BYTES, HELD, HELD_BYTES)
  memory.fill(RESULT, 0, RESULT_BYTES)
  startCounts(SELECT_WINDOW, end)
  startUnits(SELECT_WINDOW)
  let at = SELECT_WINDOW - <usize>load<i32>(AT_WAITING)
  for (let from = SELECT_WINDOW; from < end; from += BLOCK_BYTES) {
    const size = min<i32>(<i32>(end - from), BLOCK_BYTES)
    countsOfBlock(from, size, hasTokens)
    // The events lag behind, so that all bytes that they depend on are there.
    const to = from + <usize>size - LAG_BYTES
    if (to <= at) continue
    readUnits(at, to)
    at = to
  }
  storeUnit()
  store<i32>(AT_WAITING, <i32>(end - at))
  store<f64>(AT_BYTES, load<f64>(AT_BYTES) + <f64>length)
  memory.copy(HELD, end - HELD_BYTES, HELD_BYTES)
}

/** Reads the bytes that wait, and ends the last unit. */
export function endSelection(): void {
  const end = LAST_BYTES + HELD_BYTES
  memory.copy(LAST_BYTES, HELD, HELD_BYTES)
  memory.fill(end, LF, 2 * LAG_BYTES)
  startUnits(end)
  const from = end - <usize>load<i32>(AT_WAITING)
  if (from < end) readUnits(from, end)
  endUnit(end, end)
  storeUnit()
  store<i32>(AT_WAITING, 0)
}

function startUnits(window: usize): void {
  store<i32>(AT_ENTERED, 0)
  store<i32>(AT_WINDOW, load<i32>(AT_WINDOW) + 1)
  loadUnit(window)
}

let candidate: usize = CANDIDATES

/** Scores the units from `from` to `to`, at most one block. The last one stays open. */
function readUnits(from: usize, to: usize): void {
  findEvents(from, to)
  candidate = CANDIDATES
  let range: usize = 0
  for (let at = from; at < to; at += 64, range += 8) {
    let ends = load<u64>(UNIT_ENDS + range)
    let places = load<u64>(PLACES + range)
    const rangeEnd = min<usize>(at + 64, to)
    for (;;) {
      const end = ends == 0 ? rangeEnd : at + <usize>ctz(ends)
      const partEnd = unitStart + PART_BYTES
      const isPart = partEnd < end
      if (!isPart && ends == 0) break
      const stop = isPart ? partEnd : end
      addCandidates(stop)
      if (places != 0) places = addPlaces(places, stop - at)
      if (isPart) {
        addCrossing(stop)
        endUnit(stop, stop)
      } else {
        endAt(stop)
        ends &= ends - 1
      }
    }
    if (places != 0) locate()
  }
  addCandidates(to)
}

/** Adds the literals whose words begin before `stop`. */
function addCandidates(stop: usize): void {
  let at = candidate
  const end = candidatesEnd
  while (at < end) {
    const word = <usize>load<u32>(at)
    if (word >= stop) break
    addHits(word, usize.MAX_VALUE)
    at += 4
  }
  candidate = at
}

/** Sees whether a location is in the first `length` bytes of a range. Returns the others. */
// @ts-ignore: decorator
@inline
function addPlaces(places: u64, length: usize): u64 {
  const before = (<u64>1 << <u64>length) - 1
  if ((places & before) != 0) locate()
  return places & ~before
}

/** Adds the literals that begin before `end`, which ends a part of a line, although their words begin behind it. */
function addCrossing(end: usize): void {
  for (let at = end; at < end + LITERAL_BYTES; at++) {
    const byte = load<u8>(at)
    if (byte == LF || byte == CR) return
    if (!isWordStart(at)) continue
    if (mayBegin(at) != 0) addHits(at, end)
    return
  }
}

function isWordStart(at: usize): bool {
  const byte = <u32>load<u8>(at)
  const before = <u32>load<u8>(at - 1)
  if (byte - 0xe3 < 11) return true
  if ((byte & 0xfe) == 0xd0) return before < 0x80
  if (!isLetter(byte)) return false
  if (!isLetter(before)) return true
  if ((before & 0x20) != 0 && (byte & 0x20) == 0) return true
  const last = <u32>load<u8>(at - 2)
  return before == 0x6d && (last - 0x30 < 10 || last == 0x5b)
}

// @ts-ignore: decorator
@inline
function isLetter(byte: u32): bool {
  return (byte | 0x20) - 0x61 < 26
}
