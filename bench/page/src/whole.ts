import { withCodes } from './codes.ts'
import { byId, element, whole } from './dom.ts'
import { type Row, Rows } from './rows.ts'

/** Browsers limit the height of an element. A log of more rows is scrolled in larger steps by the bar alone. */
const MAX_HEIGHT_PX = 8_000_000
/** Rows above the one that is gone to. */
const ROWS_ABOVE = 3

/** How a row of the input stands to the text for the model. */
export type Standing = (row: Row) => { isKept: boolean; isError: boolean }

/** Shows an input of any size: only the rows in view are there. */
export class WholeView {
  readonly #box = byId('whole-box')
  readonly #sizer = byId('whole-sizer')
  readonly #window = byId('whole')
  readonly #told = byId('whole-told')
  readonly #rowHeight: number
  readonly #onScroll: (byte: number) => void
  #rows = new Rows(new Blob([]))
  #standing: Standing = () => ({ isKept: false, isError: false })
  #top = 0
  /** True when there are rows below the last one in view. */
  #isFull = false
  /** Where the bar was put by this class, so that its event is told from one of the user. */
  #setTo = 0
  #aim = {}
  /** Where it was gone to: a row, and the byte in it. */
  #target = { row: -1, byte: 0 }

  /** @param onScroll called with the byte that was gone to while it is in view, else with the first one. */
  constructor(onScroll: (byte: number) => void) {
    this.#onScroll = onScroll
    this.#rowHeight = Number.parseFloat(getComputedStyle(this.#window).lineHeight)
    this.#box.addEventListener('scroll', () => {
      if (Math.abs(this.#box.scrollTop - this.#setTo) >= 1) this.#fromBar()
    })
    this.#box.addEventListener('wheel', (event) => this.#onWheel(event), { passive: false })
    this.#box.addEventListener('keydown', (event) => this.#onKey(event))
    new ResizeObserver(() => void this.#draw()).observe(this.#box)
  }

  get rows(): Rows {
    return this.#rows
  }

  /** Shows another input from its beginning. */
  async open(input: Blob): Promise<void> {
    this.#rows.end()
    this.#rows = new Rows(input)
    this.#target = { row: -1, byte: 0 }
    this.#aim = {}
    this.#isFull = false
    this.#to(0)
    const { rows } = this
    try {
      await rows.walk(() => this.#rows === rows && this.#grown())
      if (input.size === 0) this.#told.textContent = 'Empty'
    } catch (error) {
      if (this.#rows === rows) this.#told.textContent = error instanceof Error ? error.message : String(error)
    }
  }

  /** Marks rows in another way, for another cut. */
  mark(standing: Standing): void {
    this.#standing = standing
    void this.#draw()
  }

  /** Goes to the row with a byte, as soon as it is known. */
  async goTo(byte: number): Promise<void> {
    const aim = {}
    this.#aim = aim
    const row = await this.#rows.holding(byte).catch(() => undefined)
    // Somebody may have gone elsewhere meanwhile.
    if (!row || this.#aim !== aim) return
    this.#target = { row: row.row, byte }
    this.#to(row.row - ROWS_ABOVE)
  }

  get #inView(): number {
    return Math.max(1, Math.floor(this.#box.clientHeight / this.#rowHeight))
  }

  get #lastTop(): number {
    return Math.max(0, this.#rows.count - this.#inView)
  }

  get #isScaled(): boolean {
    return this.#rows.count * this.#rowHeight > MAX_HEIGHT_PX
  }

  #grown(): void {
    this.#sizer.style.height = `${Math.min(MAX_HEIGHT_PX, this.#rows.count * this.#rowHeight)}px`
    // Further rows below change nothing that is in view, but where the bar must stand.
    if (!this.#isFull || this.#top > 0) this.#to(this.#top)
  }

  #fromBar(): void {
    const { scrollTop, scrollHeight, clientHeight } = this.#box
    this.#setTo = scrollTop
    this.#top = Math.round((scrollTop / Math.max(1, scrollHeight - clientHeight)) * this.#lastTop)
    void this.#draw()
  }

  #to(row: number): void {
    const { scrollHeight, clientHeight } = this.#box
    this.#top = Math.max(0, Math.min(this.#lastTop, Math.round(row)))
    this.#box.scrollTop = (this.#top / Math.max(1, this.#lastTop)) * (scrollHeight - clientHeight)
    this.#setTo = this.#box.scrollTop
    void this.#draw()
  }

  /** Where the bar's steps are larger than a row, the wheel still moves by rows. */
  #onWheel(event: WheelEvent): void {
    if (!this.#isScaled || event.ctrlKey || event.shiftKey || event.deltaY === 0) return
    event.preventDefault()
    const rows =
      event.deltaMode === WheelEvent.DOM_DELTA_PIXEL ? event.deltaY / this.#rowHeight : event.deltaY
    this.#to(this.#top + Math.sign(rows) * Math.max(1, Math.abs(rows)))
  }

  #onKey(event: KeyboardEvent): void {
    const steps: Record<string, number> = {
      ArrowDown: 1,
      ArrowUp: -1,
      PageDown: this.#inView - 1,
      PageUp: 1 - this.#inView,
      Home: -this.#rows.count,
      End: this.#rows.count,
    }
    if (!(event.key in steps) || event.altKey) return
    event.preventDefault()
    this.#to(this.#top + steps[event.key])
  }

  async #draw(): Promise<void> {
    const { rows } = this
    const top = this.#top
    const found = await rows.at(top, this.#inView + 1).catch(() => [])
    // It may have been scrolled meanwhile.
    if (this.#rows !== rows || this.#top !== top) return
    this.#isFull = found.length > this.#inView
    const shown = found.map((row) => rowElement(row, this.#standing(row)))
    const target = found.findIndex(({ row }) => row === this.#target.row)
    shown[target]?.setAttribute('aria-current', 'true')
    this.#window.replaceChildren(...shown)
    if (found.length === 0) return
    const last = found[Math.min(found.length, this.#inView) - 1]
    this.#told.textContent = `Lines ${whole(found[0].line)}–${whole(last.line)}`
    this.#onScroll(target < 0 ? found[0].byte : this.#target.byte)
  }
}

/** A row with its line number. */
export function rowElement(row: Row, { isKept = false, isError = false }): HTMLElement {
  const number = element('span', row.isStart ? String(row.line) : '…', { class: 'number' })
  const shown = element('div', [number, ...withCodes(row.text), new Text('\n')], { class: 'row' })
  shown.classList.toggle('kept', isKept)
  shown.classList.toggle('error', isError)
  return shown
}
