import { byId, element } from '../dom.ts'
import { withCodes } from './codes.ts'
import { GapSwitch, type Omitted } from './gap.ts'
import type { LogResult } from './log.ts'
import type { Stretch } from './stretches.ts'

const COPIED_MS = 1500
/** Lines above the first error that are in view. */
const LINES_ABOVE = 3

/** Shows the exact text for the model, marks its kept parts by their origin, and opens its gaps. */
export class ShownText {
  readonly #box = byId('text')
  readonly #scroller = byId('text-box')
  #text = ''

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

  /** Shows a text from its first error on, or from its beginning. */
  set({ text, stretches, errors, source }: LogResult): void {
    this.#text = text
    const lines = (errors?.marks ?? []).flatMap(({ at }) => (at === undefined ? [] : [lineAround(text, at)]))
    const nodes: Node[] = []
    let at = 0
    let omitted: Stretch[] = []
    const addWords = (end: number) => {
      if (end > at || omitted.length > 0)
        nodes.push(...this.#words(text.slice(at, end), isLines(text, at, end), omitted, source))
      at = end
      omitted = []
    }
    for (const stretch of stretches) {
      if (!stretch.shown) {
        omitted.push(stretch)
        continue
      }
      addWords(stretch.shown.start)
      const end = withLineEnd(text, stretch.shown.end)
      nodes.push(partOf(withErrors(text, at, end, lines), stretch.kind, isLines(text, at, end)))
      at = end
    }
    addWords(text.length)
    this.#box.replaceChildren(...nodes)
    this.#scroller.scrollLeft = 0
    this.#scroller.scrollTop = 0
    const first = this.#box.querySelector('mark')
    if (first) this.#scrollTo(first, LINES_ABOVE)
  }

  #scrollTo(part: Element, linesAbove: number): void {
    const above = linesAbove * Number.parseFloat(getComputedStyle(this.#box).lineHeight)
    this.#scroller.scrollTop +=
      part.getBoundingClientRect().top - this.#scroller.getBoundingClientRect().top - above
  }

  /** pith's words between two kept parts, with a switch that shows what was left out there. */
  #words(words: string, isBlock: boolean, omitted: readonly Stretch[], source: Blob | undefined): Node[] {
    if (omitted.length === 0 || !source) return [partOf(withCodes(words), 'words', isBlock)]
    // The marker is the first line. A notice may follow it.
    const markerEnd = words.indexOf('\n') + 1 || words.length
    const place = element('span', '', { class: 'left-out' })
    place.classList.toggle('lines', isBlock)
    const gap = new GapSwitch(spanOf(omitted), source, place)
    const marker = partOf([gap.button, ...withCodes(words.slice(0, markerEnd))], 'words', isBlock)
    const whole = element('span', [marker, place])
    whole.classList.toggle('block', isBlock)
    return markerEnd < words.length
      ? [whole, partOf(withCodes(words.slice(markerEnd)), 'words', isBlock)]
      : [whole]
  }
}

const spanOf = (omitted: readonly Stretch[]): Omitted => ({
  startByte: omitted[0].startByte,
  endByte: omitted[omitted.length - 1].endByte,
  firstLine: omitted[0].firstLine,
  lastLine: omitted[omitted.length - 1].lastLine,
})

/** The end of a part, including the line end that the text adds to a last line without one. */
const withLineEnd = (text: string, end: number): number => (text[end] === '\n' ? end + 1 : end)

/** True for a part of whole lines. */
function isLines(text: string, start: number, end: number): boolean {
  const isEdge = (at: number) => at === 0 || at === text.length || text[at - 1] === '\n'
  return isEdge(start) && isEdge(end)
}

/** The element of a part. Whole lines become a block; a part of a line stays inline. */
function partOf(nodes: readonly Node[], kind: string, isBlock: boolean): HTMLElement {
  const part = element('span', nodes, { 'data-kind': kind })
  part.classList.toggle('lines', isBlock)
  return part
}

interface Line {
  start: number
  end: number
}

const lineAround = (text: string, at: number): Line => {
  const end = text.indexOf('\n', at)
  return { start: text.lastIndexOf('\n', at - 1) + 1, end: end < 0 ? text.length : end }
}

/** A range of the text, with the error lines in it marked. */
function withErrors(text: string, start: number, end: number, lines: readonly Line[]): Node[] {
  const nodes: Node[] = []
  let at = start
  for (const line of lines) {
    const from = Math.max(at, line.start)
    const to = Math.min(end, line.end)
    if (from >= to) continue
    nodes.push(...withCodes(text.slice(at, from)), element('mark', withCodes(text.slice(from, to))))
    at = to
  }
  return [...nodes, ...withCodes(text.slice(at, end))]
}

async function copied(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return false
  }
}
