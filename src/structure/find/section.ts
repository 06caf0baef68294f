import type { Bytes } from './find.ts'
import { LineWalker } from './line-walker.ts'
import { NamedRanges } from './named.ts'

const FENCE = /^ {0,3}(`{3,}|~{3,})/
const HEADING = /^ {0,3}(#{1,6})(?:[ \t]+(.*?))?(?:[ \t]+#+)?[ \t]*$/

interface Open {
  title: string
  level: number
  start: number
}

/** Finds a section of Markdown by its heading, with its subsections. */
export class SectionFinder {
  readonly #named: NamedRanges
  readonly #wanted: string
  readonly #walker = new LineWalker((text, start) => this.#line(text, start))
  /** Sections around the line that may be the wanted one. */
  #open: Open[] = []
  #fence: string | undefined
  #paragraph: { text: string; start: number } | undefined

  constructor(title: string) {
    this.#wanted = title
    const prefix = title.toLowerCase()
    this.#named = new NamedRanges(
      (other) => other === title,
      (other) => other.toLowerCase().startsWith(prefix),
    )
  }

  write(chunk: Uint8Array): void {
    this.#walker.write(chunk)
  }

  /** The ranges of the section. If there is none, a sentence that lists the sections. */
  end(): Bytes[] | string {
    this.#close(1, this.#walker.end())
    return this.#named.result('sections')
  }

  #line(text: string, start: number): void {
    const fence = FENCE.exec(text)?.[1]
    if (this.#fence !== undefined) {
      if (fence?.startsWith(this.#fence) && text.trim() === fence) this.#fence = undefined
      return
    }
    const before = this.#paragraph
    this.#paragraph = undefined
    if (fence !== undefined) {
      this.#fence = fence
      return
    }
    const heading = HEADING.exec(text)
    if (heading) this.#begin(heading[2] ?? '', heading[1].length, start)
    else if (before && /^ {0,3}(?:=+|-+)[ \t]*$/.test(text))
      this.#begin(before.text.trim(), text.includes('=') ? 1 : 2, before.start)
    else if (/^ {0,3}[^\s>|*+-]/.test(text)) this.#paragraph = { text, start }
  }

  #begin(title: string, level: number, start: number): void {
    this.#close(level, start)
    this.#open.push({ title, level, start })
  }

  /** Ends the sections from a level on. A section inside another one that has the wanted title is part of it. */
  #close(level: number, end: number): void {
    while ((this.#open.at(-1)?.level ?? 0) >= level) {
      const section = this.#open.pop()
      if (!section) return
      const isInside = this.#open.some(({ title }) => title === this.#wanted)
      if (!isInside) this.#named.add([section.title], [section.start, end])
    }
  }
}
