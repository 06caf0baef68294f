import { tolerate } from '../check/failure.ts'
import type { EvidenceMemo } from '../signal/memo.ts'
import { learnNotes } from './notes.ts'
import { FILLED, FREE, FULL, JUDGING, SLOTS, type Slots, TAKEN } from './slots.ts'

/** Where the slots are judged. */
export interface AheadThread {
  readonly slots: Slots
  /** False once the thread has ended. Slots then stay as they are. */
  readonly isRunning: boolean
  end(): void
}

/**
 * Holds the latest bytes of a stream while another thread judges their lines, then passes them on in order. No method
 * waits for the other thread. Lines for which it has no notes yet are judged when they are passed on.
 */
export class AheadQueue {
  readonly #thread: AheadThread
  readonly #slots: Slots
  readonly #memo: EvidenceMemo
  readonly #take: (bytes: Uint8Array) => void
  /** A slot's bytes in memory of this thread alone. */
  readonly #room: Uint8Array
  /** The next slot to take. */
  #oldest = 0
  /** The slot that is being filled, and its bytes so far. */
  #filling = 0
  #length = 0

  /** @param take takes the bytes in order. They are valid during the call. */
  constructor(thread: AheadThread, memo: EvidenceMemo, take: (bytes: Uint8Array) => void) {
    this.#thread = thread
    this.#slots = thread.slots
    this.#room = new Uint8Array(thread.slots.slotBytes)
    this.#memo = memo
    this.#take = take
  }

  write(bytes: Uint8Array): void {
    const { slotBytes } = this.#slots
    for (let at = 0; at < bytes.length; ) {
      if (this.#length === 0 && !this.#hasRoom()) {
        this.drain()
        this.#take(bytes.subarray(at))
        return
      }
      const part = bytes.subarray(at, at + slotBytes - this.#length)
      this.#slots.bytes(this.#filling).set(part, this.#length)
      this.#length += part.length
      at += part.length
      if (this.#length === slotBytes) this.#fill()
    }
  }

  /** Passes on everything. */
  drain(): void {
    if (this.#length > 0) this.#fill()
    while (this.#oldest < this.#filling) this.#takeOldest()
  }

  /** Makes sure that the next slot can be filled. False if the other thread is in it or has ended. */
  #hasRoom(): boolean {
    if (!this.#thread.isRunning) return false
    if (this.#filling - this.#oldest === SLOTS) this.#takeOldest()
    return Atomics.load(this.#slots.words, this.#slots.stateAt(this.#filling)) !== JUDGING
  }

  /** Gives the slot to the other thread. */
  #fill(): void {
    const slots = this.#slots
    const { words } = slots
    const slot = this.#filling++
    words[slots.lengthAt(slot)] = this.#length
    words[slots.countAt(slot)] = 0
    this.#length = 0
    Atomics.store(words, slots.stateAt(slot), FULL)
    Atomics.store(words, FILLED, this.#filling)
    Atomics.notify(words, FILLED)
  }

  #takeOldest(): void {
    const slots = this.#slots
    const { words } = slots
    const slot = this.#oldest++
    Atomics.store(words, TAKEN, this.#oldest)
    const length = words[slots.lengthAt(slot)]
    if (Atomics.compareExchange(words, slots.stateAt(slot), FULL, FREE) !== FULL) {
      try {
        const notes = { words: slots.notes(slot), scores: slots.scores(slot) }
        learnNotes(this.#memo, notes, Atomics.load(words, slots.countAt(slot)))
      } catch (error) {
        // The lines of the slot are judged when they are passed on.
        tolerate(error)
      }
    }
    this.#room.set(slots.bytes(slot).subarray(0, length))
    this.#take(this.#room.subarray(0, length))
  }
}
