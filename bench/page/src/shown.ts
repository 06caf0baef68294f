import type { Errors, Segment, Truncation } from '../../../src/truncation.ts'
import { withCodes } from './codes.ts'
import { byId, element } from './dom.ts'

const COPIED_MS = 1500
/** So much of a message tells its line. */
const MOST_UNITS = 80

/** Shows the exact text for the model, with its kept parts and errors marked, and hands it out. */
export class ShownText {
  readonly #text = byId('text')
  readonly #box = byId('text-box')
  #truncation: Truncation | undefined
  #name = ''
  #parts: { segment: Segment; element: HTMLElement }[] = []

  constructor() {
    const copy = byId('copy')
    copy.addEventListener('click', async () => {
      const done = await copied(this.#truncation?.text ?? '')
      if (!done) getSelection()?.selectAllChildren(this.#text)
      copy.textContent = done ? 'Copied' : 'Press Ctrl+C'
      setTimeout(() => {
        copy.textContent = 'Copy'
      }, COPIED_MS)
    })
    byId('save-text').addEventListener('click', () =>
      save(`${this.#name}.cut.txt`, this.#truncation?.text ?? '', 'text/plain'),
    )
    byId('save-json').addEventListener('click', () =>
      save(`${this.#name}.cut.json`, JSON.stringify(this.#truncation, undefined, 2), 'application/json'),
    )
  }

  /** @param name of the input's file. */
  set(name: string, truncation: Truncation, errors: Errors | undefined): void {
    this.#name = name
    this.#truncation = truncation
    this.#parts = []
    const { text, segments } = truncation
    const nodes: Node[] = []
    let at = 0
    for (const segment of segments) {
      const start = text.indexOf(segment.text, at)
      if (segment.text === '' || start < 0) continue
      const part = element('span', contentOf(segment, errors), { class: 'part' })
      this.#parts.push({ segment, element: part })
      nodes.push(...withCodes(text.slice(at, start)), part)
      at = start + segment.text.length
    }
    nodes.push(...withCodes(text.slice(at)))
    this.#text.replaceChildren(...nodes)
    this.#box.scrollTop = 0
  }

  /** Goes to an error line, or to what is kept at a byte of the input, or to where it was left out. */
  goTo(byte: number): void {
    const found = this.#parts.findLast(({ segment }) => segment.startByte <= byte)
    if (!found) {
      this.#box.scrollTop = 0
      return
    }
    const marks = [...found.element.querySelectorAll<HTMLElement>('mark')]
    const mark = marks.findLast((each) => Number(each.dataset.byte) <= byte)
    const { top, bottom } = (mark ?? found.element).getBoundingClientRect()
    const place = byte < found.segment.endByte ? top : bottom
    this.#box.scrollTop += place - this.#box.getBoundingClientRect().top - this.#box.clientHeight / 4
  }
}

/** The text of a segment, with its error lines marked: by their numbers, or by their words where folding changed lines. */
function contentOf(
  { text, exact, firstLine, startByte, endByte }: Segment,
  errors: Errors | undefined,
): Node[] {
  const isInside = (error: { startByte: number }) => error.startByte >= startByte && error.startByte < endByte
  const bytesByLine = new Map(errors?.lines.filter(isInside).map((error) => [error.line, error.startByte]))
  if (bytesByLine.size === 0) return withCodes(text)
  const said = errors?.statements.filter(isInside) ?? []
  return text.split(/(?<=\n)/).flatMap((line, at) => {
    const byte = exact
      ? bytesByLine.get(firstLine + at)
      : said.find(({ message }) => line.includes(message.slice(0, MOST_UNITS)))?.startByte
    return byte === undefined
      ? withCodes(line)
      : [element('mark', withCodes(line), { 'data-byte': String(byte) })]
  })
}

function save(name: string, content: string, type: string): void {
  const url = URL.createObjectURL(new Blob([content], { type }))
  element('a', '', { href: url, download: name }).click()
  setTimeout(() => URL.revokeObjectURL(url))
}

async function copied(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return false
  }
}
