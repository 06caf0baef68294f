// Reads the characters and numbers that build/automata/pack.mjs writes.

const BASE: u32 = 45
const ZERO: u32 = 0x23

let at: usize = 0

/** Where the next character is read. */
export function place(): usize {
  return at
}

export function seek(to: usize): void {
  at = to
}

// @ts-ignore: decorator
@inline
export function peek(): u32 {
  return <u32>load<u8>(at)
}

// @ts-ignore: decorator
@inline
export function read(): u32 {
  return <u32>load<u8>(at++)
}

/** A number, the lowest digit first. All digits but the last are marked. */
export function readNumber(): u32 {
  const digit = read() - ZERO
  return digit < BASE ? digit : digit - BASE + readNumber() * BASE
}
