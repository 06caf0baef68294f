import { LF, QUOTE } from '../bytes.ts'
import { LINE_BREAK, type UnitSelector } from './find.ts'

export interface RecordForm {
  /** The byte between cells. Undefined when quotes have no meaning. */
  separator: number | undefined
  /** Records before the first row. They are always selected. */
  headerRecords: number
  /** True when records of blanks alone do not count. */
  skipsBlank: boolean
  /** What a record is called in an error. */
  noun: 'items' | 'rows'
}

/** Selects records: lines, or more when a quoted cell has line breaks. */
export class RecordSelector implements UnitSelector {
  isFound = false
  isDone = false
  isCut = false
  readonly #form: RecordForm
  readonly #first: number
  readonly #last: number
  /** Records that ended. */
  #records = 0
  #inQuotes = false
  #startsCell = true
  #isBlank = true
  #isOpen = false

  constructor(form: RecordForm, first: number, last: number) {
    this.#form = form
    this.#first = first + form.headerRecords
    this.#last = last + form.headerRecords
  }

  /** True when a quote was opened and not closed. */
  get inQuotes(): boolean {
    return this.#inQuotes
  }

  write(chunk: Uint8Array): Uint8Array[] {
    const out: Uint8Array[] = []
    for (let at = 0; at < chunk.length && !this.isDone; ) {
      const end = this.#recordEnd(chunk, at)
      const part = chunk.subarray(at, end < 0 ? chunk.length : end + 1)
      this.#isOpen = true
      if (this.#isSelected()) this.#take(part, out)
      if (end < 0) break
      this.#endRecord()
      at = end + 1
    }
    return out
  }

  end(): Uint8Array[] {
    if (!this.#isOpen) return []
    this.isCut = this.#inQuotes && this.#isSelected()
    const endsOpen = this.#isSelected() && !this.#isBlankSkipped()
    this.#endRecord()
    return endsOpen ? [LINE_BREAK] : []
  }

  missing(): string {
    const rows = Math.max(0, this.#records - this.#form.headerRecords)
    return `There are ${rows} ${this.#form.noun}.`
  }

  /** Blanks before the first other byte of a record are left out where blank records do not count. */
  #take(part: Uint8Array, out: Uint8Array[]): void {
    if (this.#isBlankSkipped()) return
    out.push(part)
    if (this.#records >= this.#form.headerRecords) this.isFound = true
  }

  #isBlankSkipped(): boolean {
    return this.#form.skipsBlank && this.#isBlank
  }

  #isSelected(): boolean {
    const record = this.#records + 1
    return record <= this.#form.headerRecords || (record >= this.#first && record <= this.#last)
  }

  #endRecord(): void {
    if (!this.#isBlankSkipped()) this.#records++
    this.#isBlank = true
    this.#isOpen = false
    this.#startsCell = true
    if (this.#records >= this.#last) this.isDone = true
  }

  /** The offset of the LF that ends the record, or -1. */
  #recordEnd(chunk: Uint8Array, from: number): number {
    const { separator, skipsBlank } = this.#form
    if (separator === undefined && !skipsBlank) return chunk.indexOf(LF, from)
    for (let at = from; at < chunk.length; at++) {
      const byte = chunk[at]
      if (byte === LF && !this.#inQuotes) return at
      if (byte !== 0x20 && byte !== 0x09 && byte !== 0x0d) this.#isBlank = false
      if (separator === undefined) continue
      if (this.#inQuotes || (byte === QUOTE && this.#startsCell)) {
        if (byte === QUOTE) this.#inQuotes = !this.#inQuotes
        // A doubled quote opens again at once.
        this.#startsCell = byte === QUOTE && !this.#inQuotes
      } else this.#startsCell = byte === separator
    }
    return -1
  }
}

const RULE = /^[\s|+:=─-]*[-=─]{2}[\s|+:=─-]*$/

/** The form of a table, from its first lines. */
export function formOfTable(head: readonly string[]): RecordForm {
  const rule = head.findIndex((line, at) => at > 0 && RULE.test(line))
  const form = { skipsBlank: false, noun: 'rows' } as const
  if (rule > 0) return { ...form, separator: undefined, headerRecords: rule + 1 }
  const count = (mark: string) => (head[0] ?? '').split(mark).length
  const [best] = [',', '\t', ';'].sort((a, b) => count(b) - count(a))
  return { ...form, separator: count(best) > 1 ? best.charCodeAt(0) : undefined, headerRecords: 1 }
}

export const jsonLineRecords: RecordForm = {
  separator: undefined,
  headerRecords: 0,
  skipsBlank: true,
  noun: 'items',
}
