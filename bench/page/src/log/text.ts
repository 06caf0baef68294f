import { byId, element } from '../dom.ts'
import type { Stretch } from './stretches.ts'

const COPIED_MS = 1500

/** Shows the exact text for the model, and marks its kept parts by their origin. */
export class ShownText {
  readonly #box = byId('text')
  readonly #scroller = byId('text-box')
  #text = ''
  #parts = new Map<Stretch, HTMLElement>()

  constructor() {
    const button = byId('copy')
    button.addEventListener('click', async () => {
      const done = await copied(this.#text)
      if (!done) getSelection()?.selectAllChildren(this.#box)
      button.textContent = done ? 'Copied' : 'Selected: press Ctrl+C'
      setTimeout(() => {
        button.textContent = 'Copy'
      }, COPIED_MS)
    })
  }

  set(text: string, stretches: readonly Stretch[]): void {
    this.#text = text
    this.#parts = new Map()
    const nodes: Node[] = []
    let at = 0
    const add = (end: number, kind: string) => {
      const part = partOf(text, at, end, kind)
      nodes.push(part)
      at = end
      return part
    }
    for (const stretch of stretches) {
      if (!stretch.shown) continue
      if (stretch.shown.start > at) add(stretch.shown.start, 'words')
      this.#parts.set(stretch, add(withLineEnd(text, stretch.shown.end), stretch.kind))
    }
    if (at < text.length) add(text.length, 'words')
    this.#box.replaceChildren(...nodes)
    this.#scroller.scrollTop = 0
  }

  /** Scrolls to a part of the log in the text. False when the text does not show it. */
  show(stretch: Stretch): boolean {
    const part = this.#parts.get(stretch)
    if (!part) return false
    this.#scroller.scrollTop += part.getBoundingClientRect().top - this.#scroller.getBoundingClientRect().top
    return true
  }
}

/** The end of a part, including the line end that the text adds to a last line without one. */
const withLineEnd = (text: string, end: number): number => (text[end] === '\n' ? end + 1 : end)

/** The element of a part. Whole lines become a block; a part of a line stays inline. */
function partOf(text: string, start: number, end: number, kind: string): HTMLElement {
  const isWhole = (at: number) => at === 0 || at === text.length || text[at - 1] === '\n'
  const part = element('span', text.slice(start, end), { 'data-kind': kind })
  part.classList.toggle('lines', isWhole(start) && isWhole(end))
  return part
}

async function copied(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return false
  }
}
