import { cellHash, mixed } from './column.ts'

// Where a value of JSON stands: the names around it, hashed. Items of an array share a path, and so do the objects in a long
// object, whose names are data.

/** Stands for the place of an item. */
export const ANY = 1
/** Stands for the names of an object. */
export const NAMES = 2

export const pathIn = (around: number, name: number): number => mixed(mixed(around, 0x2e), name)

const NULL = 0x6e

/** A hash of a word. 0 for `null`, as for an empty string. */
export const hashOfWord = (bytes: Uint8Array, from: number, to: number): number =>
  bytes[from] === NULL ? 0 : cellHash(bytes, from, to)
