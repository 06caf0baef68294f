// Memory that two threads share: a ring of slots. The stream's thread fills a slot with bytes of its input. The judging
// thread notes there what it finds in their lines.
//
//   FREE ──filled──▶ FULL ──begun──▶ JUDGING ──left──▶ LEFT ──filled──▶ FULL
//                      └──taken before it was begun──▶ FREE
//
// The stream's thread takes the slots in order and never waits: it takes a slot with as many notes as are there. It
// does not fill a slot while the other thread is in it. The other thread leaves a slot soon after it was taken.

/** Bytes of the input in a slot: one window of the scanner. */
const SLOT_BYTES = 256 * 1024
export const SLOTS = 8

/** Lines of a slot that are noted. The stream's thread judges the others. */
export const MOST_NOTES = 3072

/** 32-bit words of a note: the fingerprint, the score in two, kinds, shape, coarse hash, and the evidence's ends. */
export const NOTE_WORDS = 8

export const FREE = 0
export const FULL = 1
export const JUDGING = 2
export const LEFT = 3

// Indices in `words`. Those of the slots follow one another.
/** Slots that were filled so far. The judging thread waits for it to change. */
export const FILLED = 0
/** Slots that the stream's thread has begun to take. */
export const TAKEN = 1
const FIRST_SLOT = 2
const SLOT_WORDS = 3
const AT_STATE = 0
const AT_LENGTH = 1
const AT_NOTES = 2

const WORDS_BYTES = 4 * (FIRST_SLOT + SLOTS * SLOT_WORDS)
const NOTES_BYTES = 4 * NOTE_WORDS * MOST_NOTES
/** A multiple of 8, because a note holds a score. */
const NOTES_START = 8 * Math.ceil(WORDS_BYTES / 8)
const BYTES_START = NOTES_START + SLOTS * NOTES_BYTES

/** Slots are numbered from 0 without end. */
export class Slots {
  readonly memory: SharedArrayBuffer
  readonly words: Int32Array
  /** Most bytes of the input in a slot. */
  readonly slotBytes: number

  constructor(memory = memoryFor(SLOT_BYTES)) {
    this.memory = memory
    this.words = new Int32Array(memory, 0, WORDS_BYTES / 4)
    this.slotBytes = (memory.byteLength - BYTES_START) / SLOTS
  }

  /** The bytes of a slot, all of its room. */
  bytes(slot: number): Uint8Array {
    const { slotBytes } = this
    return new Uint8Array(this.memory, BYTES_START + (slot % SLOTS) * slotBytes, slotBytes)
  }

  /** The notes of a slot, all of their room. */
  notes(slot: number): Uint32Array {
    const start = NOTES_START + (slot % SLOTS) * NOTES_BYTES
    return new Uint32Array(this.memory, start, NOTE_WORDS * MOST_NOTES)
  }

  /** The same memory as `notes`, for the scores. */
  scores(slot: number): Float64Array {
    const start = NOTES_START + (slot % SLOTS) * NOTES_BYTES
    return new Float64Array(this.memory, start, (NOTE_WORDS / 2) * MOST_NOTES)
  }

  stateAt(slot: number): number {
    return indexOf(slot) + AT_STATE
  }

  lengthAt(slot: number): number {
    return indexOf(slot) + AT_LENGTH
  }

  countAt(slot: number): number {
    return indexOf(slot) + AT_NOTES
  }
}

/** Shared memory for a ring of slots. `slotBytes` is at most a window of the scanner. */
export const memoryFor = (slotBytes: number): SharedArrayBuffer =>
  new SharedArrayBuffer(BYTES_START + SLOTS * slotBytes)

const indexOf = (slot: number): number => FIRST_SLOT + (slot % SLOTS) * SLOT_WORDS
