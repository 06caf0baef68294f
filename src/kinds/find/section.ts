import { CODE, Headings, titleOf } from '../headings.ts'
import type { Bytes } from './find.ts'
import { lineFinder } from './lines.ts'
import { NamedRanges } from './named.ts'

interface Open {
  title: string
  level: number
  start: number
}

/** Finds a section of Markdown by its heading, with its subsections. */
export class SectionFinder {
  readonly #named: NamedRanges
  readonly #wanted: string
  #endByte = 0
  readonly #lines = lineFinder(({ text, startByte, endByte }) => {
    this.#endByte = endByte
    this.#line(text, startByte)
  })
  readonly #headings = new Headings()
  /** Sections around the line that may be the wanted one. */
  #open: Open[] = []
  /** The line before, which the next one may underline. */
  #before = ''
  #beforeStart = 0

  constructor(title: string) {
    this.#wanted = title
    const prefix = title.toLowerCase()
    this.#named = new NamedRanges(
      (other) => other === title,
      (other) => other.toLowerCase().startsWith(prefix),
    )
  }

  write(chunk: Uint8Array): void {
    this.#lines.write(chunk, false)
  }

  /** True when there are more sections of this name than are kept. */
  get isCapped(): boolean {
    return this.#named.isCapped
  }

  /** The ranges of the section. If there is none, a sentence that lists the sections. */
  end(): Bytes[] | string {
    this.#lines.end()
    this.#close(1, this.#endByte)
    return this.#named.result('sections')
  }

  #line(text: string, start: number): void {
    const level = this.#headings.level(text)
    if (level < 0) this.#begin(this.#before.trim(), -level, this.#beforeStart)
    else if (level > 0 && level !== CODE) this.#begin(titleOf(text), level, start)
    this.#before = text
    this.#beforeStart = start
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
