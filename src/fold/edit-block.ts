import type { Edit, Place, Repeat } from './edit.ts'

const COPY = 0
/** Input that nothing stands for. */
const SKIP = 1
const REPLACE = 2
const REPEAT = 3
const KINDS = 4

/** A smaller number of bytes takes one byte. */
const SMALL = 0x80 / KINDS
const LEAST_BYTES = 512
/** Most bytes that one edit takes: six numbers of up to eight bytes. */
const MOST_EDIT_BYTES = 48

/** Some edits in order, each as a few small numbers. */
export class EditBlock {
  readonly start: Readonly<Place>
  /** The place after the last edit. */
  readonly end: Place
  length = 0
  #bytes = new Uint8Array(0)

  constructor(start: Place) {
    this.start = start
    this.end = { ...start }
  }

  copy(bytes: number): void {
    this.#reserve()
    this.#put(bytes * KINDS + COPY)
    this.end.viewByte += bytes
    this.end.inputByte += bytes
  }

  /** Copied input, and then input without a line end that nothing stands for. */
  copyAndSkip(copied: number, skipped: number): void {
    this.#reserve()
    const end = this.end
    if (copied > 0 && copied < SMALL && skipped < SMALL) {
      const bytes = this.#bytes
      bytes[this.length++] = copied * KINDS + COPY
      bytes[this.length++] = skipped * KINDS + SKIP
    } else {
      if (copied > 0) this.#put(copied * KINDS + COPY)
      this.#put(skipped * KINDS + SKIP)
    }
    end.viewByte += copied
    end.inputByte += copied + skipped
  }

  replace({ inputBytes, inputLines, viewBytes, viewLines, errors = 0, isRepeat = false }: Edit): void {
    this.#reserve()
    const isSkip = inputLines === 0 && viewBytes === 0 && viewLines === 0 && errors === 0
    this.#put(inputBytes * KINDS + (isSkip ? SKIP : isRepeat ? REPEAT : REPLACE))
    if (!isSkip) for (const value of [inputLines, viewBytes, viewLines, errors]) this.#put(value)
    this.end.viewByte += viewBytes
    this.end.inputByte += inputBytes
    this.end.lineShift += inputLines - viewLines
    this.end.errors += errors
  }

  placeOf(viewByte: number): Place {
    const found = { ...this.start }
    for (const { kind, before, after } of this.#edits()) {
      Object.assign(found, before)
      if (viewByte <= before.viewByte) break
      if (viewByte < after.viewByte) {
        const most = kind === COPY ? Infinity : after.inputByte - before.inputByte
        found.inputByte += Math.min(most, viewByte - before.viewByte)
        found.viewByte = viewByte
        return found
      }
      Object.assign(found, after)
    }
    // Copied bytes after the last edit are not written yet.
    found.inputByte += Math.max(0, viewByte - found.viewByte)
    found.viewByte = Math.max(viewByte, found.viewByte)
    return found
  }

  viewByteOf(inputByte: number): number {
    let found: Place = this.start
    for (const { kind, before, after } of this.#edits()) {
      if (inputByte <= before.inputByte) return before.viewByte
      if (inputByte < after.inputByte)
        return kind === COPY ? before.viewByte + inputByte - before.inputByte : after.viewByte
      found = { ...after }
    }
    return found.viewByte + inputByte - found.inputByte
  }

  /** True when an edit other than a copy lies in a range of the view or begins there. */
  hasEdit(startByte: number, endByte: number): boolean {
    for (const { kind, before, after } of this.#edits()) {
      if (before.viewByte >= endByte) return false
      if (kind !== COPY && (before.viewByte >= startByte || after.viewByte > startByte)) return true
    }
    return false
  }

  repeatsIn(startByte: number, endByte: number): Repeat[] {
    const found: Repeat[] = []
    for (const { kind, before, after } of this.#edits()) {
      if (kind === REPEAT && before.viewByte >= startByte && after.viewByte <= endByte)
        found.push({ view: { ...before }, viewEnd: { ...after } })
    }
    return found
  }

  /** Yields the same object for each edit. */
  *#edits(): Iterable<{ kind: number; before: Place; after: Place }> {
    const edit = { kind: COPY, before: { ...this.start }, after: { ...this.start } }
    const { before, after } = edit
    for (let at = 0; at < this.length; ) {
      const next = () => {
        const [value, stop] = this.#take(at)
        at = stop
        return value
      }
      const first = next()
      edit.kind = first % KINDS
      const inputBytes = Math.floor(first / KINDS)
      const [inputLines, viewBytes, viewLines, errors] =
        edit.kind === COPY
          ? [0, inputBytes, 0, 0]
          : edit.kind === SKIP
            ? [0, 0, 0, 0]
            : [next(), next(), next(), next()]
      after.viewByte = before.viewByte + viewBytes
      after.inputByte = before.inputByte + inputBytes
      after.lineShift = before.lineShift + inputLines - viewLines
      after.errors = before.errors + errors
      yield edit
      Object.assign(before, after)
    }
  }

  #reserve(): void {
    if (this.length + 2 * MOST_EDIT_BYTES <= this.#bytes.length) return
    const grown = new Uint8Array(Math.max(LEAST_BYTES + 2 * MOST_EDIT_BYTES, 2 * this.#bytes.length))
    grown.set(this.#bytes.subarray(0, this.length))
    this.#bytes = grown
  }

  /** Writes a number seven bits at a time, the lowest first. */
  #put(value: number): void {
    let rest = value
    for (; rest > 0x7fffffff; rest = Math.floor(rest / 0x80))
      this.#bytes[this.length++] = 0x80 | (rest % 0x80)
    for (; rest >= 0x80; rest >>>= 7) this.#bytes[this.length++] = 0x80 | (rest & 0x7f)
    this.#bytes[this.length++] = rest
  }

  #take(from: number): [value: number, stop: number] {
    let value = 0
    let scale = 1
    for (let at = from; ; at++) {
      const byte = this.#bytes[at]
      value += (byte & 0x7f) * scale
      if (byte < 0x80) return [value, at + 1]
      scale *= 0x80
    }
  }
}
