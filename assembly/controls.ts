import { isReadable } from './memory'

const VECTOR: usize = 16
const LF: u8 = 0x0a
const CR: u8 = 0x0d
const DEL: u8 = 0x7f
const CARET: u8 = 0x5e
const BRACKET: u8 = 0x5b
const C1_LEAD: u8 = 0xc2

/** All ones for the bytes below 16 that plain text does not have. CR is told by what follows it. */
// @ts-ignore: decorator
@inline
function oddBelow16(): v128 {
  return i8x16(0, -1, -1, -1, -1, -1, -1, -1, -1, 0, 0, -1, -1, 0, -1, -1)
}

/** All ones where a byte begins a control, or what may be one. Reads one byte more. */
// @ts-ignore: decorator
@inline
export function oddLanes(at: usize): v128 {
  const bytes = v128.load(at)
  const next = v128.load(at, 1)
  const controls = v128.or(
    i8x16.swizzle(oddBelow16(), bytes),
    v128.or(
      i8x16.lt_u(i8x16.sub(bytes, i8x16.splat(16)), i8x16.splat(16)),
      i8x16.eq(bytes, i8x16.splat(DEL)),
    ),
  )
  const returns = v128.andnot(i8x16.eq(bytes, i8x16.splat(CR)), i8x16.eq(next, i8x16.splat(LF)))
  const isC1 = i8x16.lt_u(i8x16.sub(next, i8x16.splat(<i8>0x80)), i8x16.splat(0x20))
  const c1 = v128.and(i8x16.eq(bytes, i8x16.splat(<i8>C1_LEAD)), isC1)
  const carets = v128.and(i8x16.eq(bytes, i8x16.splat(CARET)), i8x16.eq(next, i8x16.splat(BRACKET)))
  return v128.or(v128.or(controls, returns), v128.or(c1, carets))
}

/** All ones where a byte is not printable ASCII or LF, or is a caret. */
// @ts-ignore: decorator
@inline
function suspectLanes(at: usize): v128 {
  const bytes = v128.load(at)
  const unprintable = i8x16.ge_u(i8x16.sub(bytes, i8x16.splat(0x20)), i8x16.splat(0x5f))
  return v128.or(
    v128.andnot(unprintable, i8x16.eq(bytes, i8x16.splat(LF))),
    i8x16.eq(bytes, i8x16.splat(CARET)),
  )
}

/** `oddLanes` for one byte. What follows the last byte is not known, so it may begin anything. */
export function isOdd(at: usize, isLast: bool): bool {
  const byte = load<u8>(at)
  const next = isLast ? 0 : load<u8>(at, 1)
  if (byte == CR) return isLast || next != LF
  if (byte == C1_LEAD) return isLast || (next >= 0x80 && next <= 0x9f)
  if (byte == CARET) return isLast || next == BRACKET
  return byte == DEL || (byte < 0x20 && byte != 0 && byte != 0x09 && byte != LF)
}

/** Offset of the first byte of [ptr, ptr + len) that may begin a control other than TAB, LF and CRLF; len for none. */
export function plainEnd(ptr: usize, len: i32): i32 {
  assert(isReadable(ptr, len), 'plainEnd: ptr and len must lie inside the memory')
  const end = ptr + <usize>len
  let at = ptr
  for (; at + 4 * VECTOR < end; at += 4 * VECTOR) {
    const suspects = v128.or(
      v128.or(suspectLanes(at), suspectLanes(at + VECTOR)),
      v128.or(suspectLanes(at + 2 * VECTOR), suspectLanes(at + 3 * VECTOR)),
    )
    if (!v128.any_true(suspects)) continue
    const lanes = v128.or(
      v128.or(oddLanes(at), oddLanes(at + VECTOR)),
      v128.or(oddLanes(at + 2 * VECTOR), oddLanes(at + 3 * VECTOR)),
    )
    if (v128.any_true(lanes)) break
  }
  for (; at < end; at++) if (isOdd(at, at + 1 == end)) return <i32>(at - ptr)
  return len
}
