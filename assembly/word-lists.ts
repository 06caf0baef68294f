import { byteAt } from './byte-classes'
import { LIST_STEP } from './word-tables'

// Lists of lower-case words as word-tables.ts lays them out.

/** True if [start, end) is a word of the list, letter by letter. */
export function isInList(list: usize, count: i32, start: usize, end: usize): bool {
  for (let entry = list; count > 0; count--, entry += LIST_STEP) {
    if (<usize>byteAt(entry) == end - start && isSame(start, entry, 0)) return true
  }
  return false
}

/** Letters of the first word of the list that begins at `start`, in any case, and ends by `end`; 0 for none. */
export function lengthOfWordAt(list: usize, count: i32, start: usize, end: usize): usize {
  for (let entry = list; count > 0; count--, entry += LIST_STEP) {
    const length = <usize>byteAt(entry)
    if (start + length <= end && isSame(start, entry, 0x20)) return length
  }
  return 0
}

/** True if the word of a list's entry is at `at`, once the bits of `fold` are set in each byte. */
function isSame(at: usize, entry: usize, fold: u32): bool {
  const length = <usize>byteAt(entry)
  for (let i: usize = 0; i < length; i++) {
    if ((byteAt(at + i) | fold) != byteAt(entry + 1 + i)) return false
  }
  return true
}
