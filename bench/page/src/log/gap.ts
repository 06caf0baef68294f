import { wholeUnits } from '../../../../src/core/bytes/utf8.ts'
import { formatBytes } from '../../../../src/core/words/notices.ts'
import { element, whole } from '../dom.ts'
import { withCodes } from './codes.ts'
import type { Stretch } from './stretches.ts'

/** Most bytes of a gap that are shown at once. */
const PIECE_BYTES = 64 * 1024
const LF = 0x0a

/** Neighbouring parts of the log that were left out. */
export type Omitted = Pick<Stretch, 'startByte' | 'endByte' | 'firstLine' | 'lastLine'>

/** The switch of a gap in the text. It opens what was left out, piece by piece, and closes it again. */
export class GapSwitch {
  readonly button = element('button', '', { type: 'button', class: 'gap' })
  readonly #more = element('button', '', { type: 'button', class: 'more' })
  readonly #omitted: Omitted
  readonly #source: Blob
  readonly #place: HTMLElement
  #isOpen = false
  #nextByte = 0

  /** @param place an element after the gap's marker, which takes what was left out. */
  constructor(omitted: Omitted, source: Blob, place: HTMLElement) {
    this.#omitted = omitted
    this.#source = source
    this.#place = place
    this.button.addEventListener('click', () => (this.#isOpen ? this.close() : void this.open()))
    this.#more.addEventListener('click', () => void this.#showMore())
    this.close()
  }

  close(): void {
    this.#isOpen = false
    this.#label('Show')
    this.#place.replaceChildren()
  }

  async open(): Promise<void> {
    if (this.#isOpen) return
    this.#isOpen = true
    this.#nextByte = this.#omitted.startByte
    this.#label('Hide')
    this.#place.replaceChildren(this.#more)
    await this.#showMore()
  }

  #label(verb: string): void {
    const { firstLine, lastLine, startByte, endByte } = this.#omitted
    const lines =
      firstLine === lastLine ? `line ${whole(firstLine)}` : `lines ${whole(firstLine)}–${whole(lastLine)}`
    const label = `${verb} what is left out of ${lines}, ${formatBytes(endByte - startByte)}`
    this.button.setAttribute('aria-label', label)
    this.button.title = label
    this.button.setAttribute('aria-expanded', String(this.#isOpen))
  }

  async #showMore(): Promise<void> {
    const { endByte } = this.#omitted
    const from = this.#nextByte
    this.#more.textContent = 'Reading'
    const bytes = await piece(this.#source, from, endByte).catch(() => undefined)
    // It may have been closed, or asked for twice, meanwhile.
    if (!this.#isOpen || this.#nextByte !== from) return
    if (!bytes) {
      this.#more.textContent = 'The file can’t be read any more. Try again'
      return
    }
    this.#nextByte = from + bytes.length
    const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes)
    this.#more.before(element('span', withCodes(text), { class: 'bytes' }))
    const left = endByte - this.#nextByte
    this.#more.textContent = `Show ${formatBytes(Math.min(left, PIECE_BYTES))} more of ${formatBytes(left)}`
    if (left > 0) return
    if (document.activeElement === this.#more) this.button.focus({ preventScroll: true })
    this.#more.remove()
  }
}

/** The next bytes of a gap, up to the end of a line if there is one, else of a character. */
async function piece(source: Blob, from: number, to: number): Promise<Uint8Array> {
  const end = Math.min(to, from + PIECE_BYTES)
  const bytes = new Uint8Array(await source.slice(from, end).arrayBuffer())
  if (end === to) return bytes
  const lines = bytes.lastIndexOf(LF) + 1
  return bytes.subarray(0, lines > 0 ? lines : wholeUnits(bytes, bytes.length))
}
