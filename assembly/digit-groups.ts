/**
 * The bytes, with each digit replaced by the one that stands for its group. src/scan/fingerprint.ts lists the groups.
 */
// @ts-ignore: decorator
@inline
export function withDigitGroups(bytes: v128): v128 {
  const digits = i8x16.sub(bytes, i8x16.splat(0x30))
  const alike = i8x16.swizzle(
    i8x16(0x30, 0x31, 0x31, 0x31, 0x34, 0x35, 0x35, 0x31, 0x31, 0x31, 0, 0, 0, 0, 0, 0),
    digits,
  )
  return v128.bitselect(alike, bytes, i8x16.le_u(digits, i8x16.splat(9)))
}
