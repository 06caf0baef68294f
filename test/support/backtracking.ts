import type { Syntax } from '../../src/core/judge/linear/syntax.ts'

/** From an offset of the text to whether the rest of the pattern matches there. */
type Rest = (at: number) => boolean

/**
 * Counts the characters that a search looks at which tries one choice after the other, as the RegExps of JavaScript do.
 */
export class Backtracking {
  /** Since this was made. */
  steps = 0
  #text: readonly number[] = []
  readonly #match: Rest

  constructor(pattern: Syntax) {
    this.#match = this.#part(pattern, () => true)
  }

  /** Whether the pattern matches anywhere in the text. */
  search(text: string): boolean {
    this.#text = Array.from(text, (character) => character.codePointAt(0) ?? 0)
    for (let at = 0; at <= this.#text.length; at++) if (this.#match(at)) return true
    return false
  }

  #part(part: Syntax, next: Rest): Rest {
    switch (part.kind) {
      case 'set': {
        const { set } = part
        return (at) => this.#holds(set, at) && next(at + 1)
      }
      case 'assertion': {
        const { assertion } = part
        return (at) => this.#asserts(assertion, at) && next(at)
      }
      case 'sequence':
        return part.parts.reduceRight<Rest>((rest, one) => this.#part(one, rest), next)
      case 'either': {
        const choices = part.choices.map((choice) => this.#part(choice, next))
        return (at) => choices.some((choice) => choice(at))
      }
      case 'repeat':
        return this.#repeat(part.body, part.min, part.max, next)
    }
  }

  #repeat(body: Syntax, min: number, max: number, next: Rest): Rest {
    if (max === Infinity) {
      let last = -1
      const once = this.#part(body, (at) => at !== last && again(at))
      const again: Rest = (at) => {
        const before = last
        last = at
        const found = once(at) || next(at)
        last = before
        return found
      }
      return min === 0 ? again : this.#repeat(body, min, min, again)
    }
    if (max === 0) return next
    const once = this.#part(body, this.#repeat(body, Math.max(0, min - 1), max - 1, next))
    return min > 0 ? once : (at) => once(at) || next(at)
  }

  #holds(set: readonly number[], at: number): boolean {
    this.steps++
    const code = this.#text[at]
    for (let i = 0; i < set.length; i += 2) if (code >= set[i] && code <= set[i + 1]) return true
    return false
  }

  #asserts(assertion: string, at: number): boolean {
    if (assertion === 'line-start') return at === 0
    if (assertion === 'line-end') return at === this.#text.length
    const isBoundary = isWord(this.#text[at - 1]) !== isWord(this.#text[at])
    return isBoundary === (assertion === 'word-boundary')
  }
}

const isWord = (code: number | undefined): boolean =>
  code !== undefined && /\w/.test(String.fromCodePoint(code))
