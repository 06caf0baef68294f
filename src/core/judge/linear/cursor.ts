import { notInSubset } from './refusals.ts'
import { isSurrogate } from './sets.ts'

/** The most UTF-16 units of a pattern. */
const MAX_SOURCE = 16_384

/** A position in a pattern, and the pattern's flags. */
export class PatternCursor {
  readonly source: string
  readonly fold: boolean
  /** Flag u. It refuses a lone bracket or brace, as JavaScript does. */
  readonly strict: boolean
  at = 0

  constructor(source: string, flags: string) {
    this.source = source
    if (source.length > MAX_SOURCE) this.refuse(`more than ${MAX_SOURCE} characters`)
    for (let index = 0; index < flags.length; index++) {
      const flag = flags[index]
      if (flag !== 'i' && flag !== 'u') this.refuse(`flag ${flag}`)
      if (flags.indexOf(flag) < index) this.refuse(`flag ${flag} twice`)
    }
    this.fold = flags.includes('i')
    this.strict = flags.includes('u')
  }

  /** The next UTF-16 unit; NaN at the end. */
  code(): number {
    return this.source.charCodeAt(this.at)
  }

  character(): string {
    const codePoint = this.source.codePointAt(this.at) ?? 0
    if (isSurrogate(codePoint)) this.refuse('half of a surrogate pair')
    const character = String.fromCodePoint(codePoint)
    this.at += character.length
    return character
  }

  take(text: string): boolean {
    if (!this.source.startsWith(text, this.at)) return false
    this.at += text.length
    return true
  }

  match(form: RegExp): RegExpExecArray | undefined {
    form.lastIndex = this.at
    const found = form.exec(this.source) ?? undefined
    if (found !== undefined) this.at += found[0].length
    return found
  }

  refuse(what: string, at = this.at): never {
    throw notInSubset(`${what} at ${at}`, this.source)
  }
}
