// Writes a pattern as assembly/automata.ts and src/signal/automata.ts read it: like a regular expression, but from its end
// to its beginning, with each repeat before what it repeats, and with numbers for sets. So a reader that makes one node
// after another always knows the node that follows.

/** Words of the code. Other characters stand for themselves, and so does one behind ESCAPE. */
const OPEN = '('
const BAR = '|'
const CLOSE = ')'
const OPTIONAL = '?'
const ANY_TIMES = '*'
const SOME_TIMES = '+'
/** Then come the least and the most times. */
const TIMES = '{'
/** Then comes the number of a set. */
const SET = '['
const ESCAPE = '\\'
/** Then comes the byte, less 0x80, as a number. */
const BYTE = '}'
const ASSERTIONS = {
  'line-start': '^',
  'line-end': '$',
  'word-boundary': '~',
  'no-word-boundary': '`',
}
const WORDS = new Set([OPEN, BAR, CLOSE, OPTIONAL, ANY_TIMES, SOME_TIMES, TIMES, SET, ESCAPE, BYTE])
for (const word of Object.values(ASSERTIONS)) WORDS.add(word)

const LAST_ASCII = 0x7f

/** Writes patterns, and collects their sets. */
export class PatternWriter {
  #written
  #planOf
  #numbers = new Map()
  /** The sets, by number. */
  sets = []

  /**
   * @param written From a number to its text.
   * @param planOf src/signal/linear/plans.ts
   */
  constructor(written, planOf) {
    this.#written = written
    this.#planOf = planOf
  }

  /** The code of a pattern's syntax. */
  of(syntax) {
    switch (syntax.kind) {
      case 'text':
        return Array.from(folded(syntax), letter).reverse().join('')
      case 'set':
        return this.#set(syntax.set)
      case 'assertion':
        return ASSERTIONS[syntax.assertion]
      case 'sequence':
        return syntax.parts
          .map((part) => this.of(part))
          .reverse()
          .join('')
      case 'either':
        return grouped(this.#choices(syntax.choices))
      case 'repeat':
        return this.#repeat(syntax)
      default:
        throw new Error(`Expected a kind of syntax, got ${syntax.kind}.`)
    }
  }

  #repeat({ body, min, max }) {
    if (max === 0) throw new Error('Expected a repeat of at least once.')
    const choices = body.kind === 'either' ? this.#choices(body.choices) : [this.of(body)]
    const isOne =
      (body.kind === 'set' && choices[0][0] === SET) || (body.kind === 'text' && body.text.length === 1)
    return this.#timesOf(min, max) + (isOne ? choices[0] : OPEN + choices.join(BAR) + CLOSE)
  }

  #timesOf(min, max) {
    if (max !== Infinity && max > 1) return TIMES + this.#written(min) + this.#written(max)
    if (max === 1) return OPTIONAL
    if (min > 1) return TIMES + this.#written(min) + this.#written(0)
    return min === 0 ? ANY_TIMES : SOME_TIMES
  }

  /** Choices that begin with the same letter share it. */
  #choices(choices) {
    const byLetter = new Map()
    const others = []
    for (const choice of choices) {
      const parts = choice.kind === 'sequence' ? choice.parts : [choice]
      const [first, ...rest] = parts
      if (first?.kind !== 'text') others.push(this.of(choice))
      else {
        const text = folded(first)
        if (!byLetter.has(text[0])) byLetter.set(text[0], [])
        byLetter.get(text[0]).push({ text: text.slice(1), rest })
      }
    }
    const shared = Array.from(byLetter, ([first, some]) => this.#shared(some) + letter(first))
    return [...shared, ...others]
  }

  /** What follows a shared letter. */
  #shared(branches) {
    const syntaxes = branches.map(({ text, rest }) => ({
      kind: 'sequence',
      parts: text === '' ? rest : [{ kind: 'text', text, fold: false }, ...rest],
    }))
    return syntaxes.length === 1 ? this.of(syntaxes[0]) : grouped(this.#choices(syntaxes))
  }

  #set(set) {
    if (set.length === 2 && set[0] === set[1] && set[0] > LAST_ASCII) {
      const bytes = Array.from(Buffer.from(String.fromCodePoint(set[0])))
      return bytes
        .reverse()
        .map((byte) => BYTE + this.#written(byte - 0x80))
        .join('')
    }
    const key = set.join()
    if (!this.#numbers.has(key)) this.#numbers.set(key, this.sets.push(this.#planOf(set)) - 1)
    return SET + this.#written(this.#numbers.get(key))
  }
}

const grouped = (choices) => (choices.length === 1 ? choices[0] : OPEN + choices.join(BAR) + CLOSE)
const folded = ({ text, fold }) => (fold ? text.toLowerCase() : text)
const letter = (character) => (WORDS.has(character) ? ESCAPE + character : character)
