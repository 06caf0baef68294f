import type { Evidence } from '../signal/evidence.ts'
import type { EvidenceMemo } from '../signal/memo.ts'
import { NOTE_WORDS } from './slots.ts'

const AT_LOW = 0
const AT_HIGH = 1
/** In 64-bit words. */
const AT_SCORE = 1
const AT_KINDS = 4
const AT_SHAPE = 5
const AT_COARSE = 6
const AT_RANGE = 7

/** The notes of one slot, in memory that both threads share. */
export interface Notes {
  words: Uint32Array
  /** The same memory. */
  scores: Float64Array
}

/** Writes what was found in the line with this fingerprint. Undefined: nothing. */
export function writeNote(
  { words, scores }: Notes,
  note: number,
  fingerprint: Uint32Array,
  found: Evidence | undefined,
): void {
  const at = NOTE_WORDS * note
  words[at + AT_LOW] = fingerprint[0]
  words[at + AT_HIGH] = fingerprint[1]
  scores[at / 2 + AT_SCORE] = found ? found.score : 0
  words[at + AT_KINDS] = found ? found.kinds : 0
  words[at + AT_SHAPE] = found ? found.shape : 0
  words[at + AT_COARSE] = found ? found.coarse : 0
  words[at + AT_RANGE] = found ? found.startByte | (found.endByte << 16) : 0
}

const found: Evidence = { score: 0, kinds: 0, startByte: 0, endByte: 0, shape: 0, coarse: 0 }

/** Has the memo remember the first `count` notes. */
export function learnNotes(memo: EvidenceMemo, { words, scores }: Notes, count: number): void {
  for (let note = 0, at = 0; note < count; note++, at += NOTE_WORDS) {
    found.score = scores[at / 2 + AT_SCORE]
    found.kinds = words[at + AT_KINDS]
    found.shape = words[at + AT_SHAPE]
    found.coarse = words[at + AT_COARSE]
    found.startByte = words[at + AT_RANGE] & 0xffff
    found.endByte = words[at + AT_RANGE] >>> 16
    memo.learn(words[at + AT_LOW], words[at + AT_HIGH], found)
  }
}
