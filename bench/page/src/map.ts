import type { ErrorLine, Gap, Segment, Truncation } from '../../../src/index.ts'
import { byId, plural, whole } from './dom.ts'

const WIDTH = 1000
/** Least width, so that even a small kept part is visible. */
const LEAST_WIDTH = 3
const HEIGHT = 40
const MARKS_HEIGHT = 12
/** How near to an error a click counts as one on it. */
const NEAR = 3

type Part = Segment | Gap

const isGap = (part: Part): part is Gap => 'asked' in part

/** Draws a whole input from left to right, by bytes: what is kept, what is left out, and its errors. */
export class InputMap {
  readonly #box = byId('map')
  readonly #svg = byId<HTMLElement & SVGSVGElement>('map-drawn')
  readonly #cursor = this.#rectangle('cursor', 0, 2, 0, HEIGHT + MARKS_HEIGHT)
  readonly #goTo: (byte: number) => void
  #parts: Part[] = []
  #errors: readonly ErrorLine[] = []
  #totalBytes = 1
  #current = 0

  /** @param goTo shows a byte of the input. */
  constructor(goTo: (byte: number) => void) {
    this.#goTo = goTo
    this.#box.addEventListener('click', (event) => this.#onClick(event))
    this.#box.addEventListener('keydown', (event) => this.#onKey(event))
  }

  /** Draws another cut. */
  set({ segments, gaps, totalBytes }: Truncation, errors: readonly ErrorLine[]): void {
    this.#parts = [...segments, ...gaps].sort((a, b) => a.startByte - b.startByte)
    this.#errors = errors
    this.#totalBytes = Math.max(1, totalBytes)
    const kept = segments.map(({ startByte, endByte }) =>
      this.#rectangle('kept', this.#x(startByte), this.#x(endByte - startByte), 0, HEIGHT),
    )
    // Kept ones come last, so that no other one hides them. One that was left out is shorter, for those who see no colour.
    const marks = errors
      .toSorted((a, b) => Number(a.kept) - Number(b.kept))
      .map(({ startByte, kept }) =>
        this.#rectangle(kept ? 'mark' : 'lost', this.#x(startByte), 0, HEIGHT + 2, kept ? 10 : 5),
      )
    this.#svg.replaceChildren(...kept, ...marks, this.#cursor)
    this.#box.setAttribute('aria-valuemax', String(Math.max(1, this.#parts.length)))
    this.#tell(0)
  }

  /** Shows where in the input the view is. */
  point(byte: number): void {
    this.#cursor.setAttribute('x', String(this.#x(byte)))
    this.#tell(this.#parts.findLastIndex(({ startByte }) => startByte <= byte))
  }

  #x = (byte: number): number => (byte / this.#totalBytes) * WIDTH

  #rectangle(kind: string, x: number, width: number, y: number, height: number): SVGRectElement {
    const made = document.createElementNS('http://www.w3.org/2000/svg', 'rect')
    const wide = Math.max(LEAST_WIDTH, width)
    const values = { class: kind, x: Math.min(x, WIDTH - wide), width: wide, y, height }
    for (const [name, value] of Object.entries(values)) made.setAttribute(name, String(value))
    return made
  }

  #onClick({ clientX }: MouseEvent): void {
    const { left, width } = this.#box.getBoundingClientRect()
    const x = Math.max(0, Math.min(1, (clientX - left) / width)) * WIDTH
    const away = (byte: number) => Math.abs(this.#x(byte) - x)
    const error = this.#errors.toSorted((a, b) => away(a.startByte) - away(b.startByte))[0]
    const byte = Math.floor((x / WIDTH) * this.#totalBytes)
    this.#goTo(error && away(error.startByte) < NEAR ? error.startByte : byte)
  }

  #onKey(event: KeyboardEvent): void {
    const targets: Record<string, number> = {
      ArrowRight: this.#current + 1,
      ArrowUp: this.#current + 1,
      ArrowLeft: this.#current - 1,
      ArrowDown: this.#current - 1,
      Home: 0,
      End: this.#parts.length - 1,
    }
    const part = this.#parts[targets[event.key]]
    if (!(event.key in targets)) return
    event.preventDefault()
    if (!part) return
    this.#tell(targets[event.key])
    this.#goTo(part.startByte)
  }

  #tell(index: number): void {
    this.#current = Math.max(0, index)
    const part = this.#parts[this.#current]
    const words = part
      ? `Part ${this.#current + 1} of ${this.#parts.length}: ${toldOf(part)}`
      : 'The input is empty.'
    this.#box.setAttribute('aria-valuenow', String(this.#current + 1))
    this.#box.setAttribute('aria-valuetext', words)
    byId('map-told').textContent = words
  }
}

function toldOf(part: Part): string {
  const { firstLine, lastLine, startByte, endByte } = part
  const lines =
    firstLine === lastLine ? `line ${whole(firstLine)}` : `lines ${whole(firstLine)}–${whole(lastLine)}`
  const errors = isGap(part) && part.errors > 0 ? `, with ${plural(part.errors, 'error line')}` : ''
  return `${lines}, ${plural(endByte - startByte, 'byte')}, ${isGap(part) ? 'left out' : 'kept'}${errors}`
}
