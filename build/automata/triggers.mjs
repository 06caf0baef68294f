// Finds what a line must hold for a pattern to match: two to four bytes in a row, in either case, one of a set. A line without
// any of them needs no look at the pattern's automaton.

const LEAST = 2
const MOST = 4
/** By length: how often other lines hold a trigger, as a number to add to what the samples say. */
const COMMON = [0, 0, 60, 20, 6]
/** The most texts of a part that are written out. */
const MAX_TEXTS = 160
const MAX_MEMBERS = 32

/** How rare triggers are, by the samples of the rules: a trigger that they hold often starts many searches in vain. */
export class Triggers {
  #counts = new Map()
  #parse

  /** @param parse From a pattern and its flags to its syntax, with each character spelled out as a set. */
  constructor(parse, samples) {
    this.#parse = parse
    for (const sample of samples) {
      const text = folded(latin1(sample))
      for (let length = LEAST; length <= MOST; length++) {
        for (const trigger of partsOf(text, length))
          this.#counts.set(trigger, (this.#counts.get(trigger) ?? 0) + 1)
      }
    }
  }

  /** The triggers of a pattern: every match holds at least one. undefined if some matches need not hold any. */
  of({ pattern, flags }) {
    const { best } = this.#facts(this.#parse(pattern, flags))
    return best && [...best].sort()
  }

  #facts(syntax) {
    switch (syntax.kind) {
      case 'set':
        return exactly(textsOf(syntax.set))
      case 'assertion':
        return exactly([''])
      case 'sequence':
        return this.#ofSequence(syntax.parts.map((part) => this.#facts(part)))
      case 'either':
        return this.#ofChoices(syntax.choices.map((choice) => this.#facts(choice)))
      case 'repeat':
        return this.#ofRepeat(this.#facts(syntax.body), syntax)
      default:
        throw new Error(`Expected a kind of syntax, got ${syntax.kind}.`)
    }
  }

  /** Texts of neighbours are joined: a trigger may reach from one part into the next. */
  #ofSequence(parts) {
    let best
    let head
    let run = ['']
    const end = (texts) => {
      best = this.#rarer(best, this.#ofTexts(texts))
      head ??= texts
    }
    for (const part of parts) {
      best = this.#rarer(best, part.best)
      const longer = part.all && product(run, part.all)
      if (longer !== undefined) run = longer
      else {
        end(product(run, part.head) ?? run)
        run = part.tail
      }
    }
    const all = head === undefined ? run : undefined
    end(run)
    return { all, best, head, tail: run }
  }

  #ofChoices(choices) {
    const of = (name) => {
      if (choices.some((choice) => choice[name] === undefined)) return undefined
      const texts = new Set(choices.flatMap((choice) => choice[name]))
      return texts.size <= MAX_TEXTS ? [...texts] : undefined
    }
    const bests = choices.map(({ all, best }) => this.#rarer(best, all && this.#ofTexts(all)))
    return {
      all: of('all'),
      best: bests.every((best) => best) ? new Set(bests.flatMap((best) => [...best])) : undefined,
      head: of('head') ?? [''],
      tail: of('tail') ?? [''],
    }
  }

  /** However often a part comes, a match begins and ends with it. */
  #ofRepeat(body, { min, max }) {
    if (min === 0) {
      const all = max === 1 && body.all ? [...new Set(['', ...body.all])] : undefined
      return { all, best: undefined, head: [''], tail: [''] }
    }
    const least = this.#ofSequence(new Array(Math.min(min, MOST)).fill(body))
    return min === max && min <= MOST ? least : { ...least, all: undefined }
  }

  #ofTexts(texts) {
    if (texts.some((text) => text.length < LEAST)) return undefined
    const list = texts.map((text) => folded(text))
    return new Set(list.map((text) => this.#rarestOf(text)))
  }

  #rarestOf(text) {
    let rarest = ''
    for (const trigger of partsOf(text, Math.min(MOST, text.length))) {
      if (rarest === '' || this.#countOf(trigger) < this.#countOf(rarest)) rarest = trigger
    }
    return rarest
  }

  #countOf(trigger) {
    return (this.#counts.get(trigger) ?? 0) + COMMON[trigger.length] * (/\d/.test(trigger) ? 2 : 1)
  }

  #rarer(a, b) {
    if (a === undefined || b === undefined) return a ?? b
    const cost = (some) => [...some].reduce((sum, trigger) => sum + this.#countOf(trigger), 0)
    return cost(b) < cost(a) ? b : a
  }
}

function partsOf(text, length) {
  const starts = Math.max(0, text.length - length + 1)
  return Array.from({ length: starts }, (_, i) => text.slice(i, i + length))
}

/** What is known of a part: all its texts, triggers, texts that it begins with, and texts that it ends with. */
const exactly = (all) => ({ all, best: undefined, head: all ?? [''], tail: all ?? [''] })

/** Bytes as characters up to U+00FF. */
const latin1 = (text) => Buffer.from(text).toString('latin1')

/** A to Z as small letters. Other bytes have no case. */
const folded = (text) => text.replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase())

function textsOf(set) {
  const texts = new Set()
  for (let i = 0; i < set.length; i += 2) {
    if (set[i + 1] - set[i] > 2 * MAX_MEMBERS || (set[i] >= 0xd800 && set[i] <= 0xdfff)) return undefined
    for (let code = set[i]; code <= set[i + 1]; code++) texts.add(folded(latin1(String.fromCodePoint(code))))
  }
  return texts.size > MAX_MEMBERS ? undefined : [...texts]
}

function product(heads, tails) {
  if (heads.length * tails.length > MAX_TEXTS) return undefined
  return [...new Set(heads.flatMap((head) => tails.map((tail) => head + tail)))]
}
