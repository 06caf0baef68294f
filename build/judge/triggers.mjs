import { readFileSync } from 'node:fs'

// Finds what a line must hold for a pattern to match: two to four bytes in a row, in either case, one of a set. A line without
// any of them needs no look at the pattern.

const LEAST = 2
const MOST = 4
/** By what they hold: how many of 10,000 judged lines of real logs. count.mjs leaves rare ones out. */
const SHARES = new Map(
  readFileSync(new URL('shares.tsv', import.meta.url), 'utf8')
    .trimEnd()
    .split('\n')
    .flatMap((row) => {
      const [share, ...all] = row.split('\t')
      return all.map((bytes) => [bytes, Number(share)])
    }),
)
/** By length, a share for what is left out. */
const RARE_SHARES = [0, 0, 30, 15, 6]
/** The most texts of a part that are written out. */
const MAX_TEXTS = 160
const MAX_MEMBERS = 32

/** Finds triggers that real logs seldom hold: a common one starts many searches in vain. */
export class Triggers {
  #parse

  /** @param parse From a pattern and its flags to its syntax, with each character spelled out as a set. */
  constructor(parse) {
    this.#parse = parse
  }

  /** The triggers of a pattern: every match holds at least one. Empty if some matches need not hold any. */
  of({ pattern, flags }) {
    return [...(this.#facts(this.#parse(pattern, flags)).best ?? [])]
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
    const consider = (texts) => {
      best = this.#rarer(best, this.#ofTexts(texts))
    }
    const end = (texts) => {
      consider(texts)
      head ??= texts
    }
    for (const [i, part] of parts.entries()) {
      best = this.#rarer(best, part.best)
      const longer = part.all && product(run, part.all)
      if (longer !== undefined) run = longer
      else {
        const withNext = product(run, startsOf(parts.slice(i)) ?? [''])
        if (withNext) consider(withNext)
        end(product(run, part.head) ?? run)
        run = part.tail
      }
    }
    const all = head === undefined ? run : undefined
    end(run)
    const isOptional = parts.every((part) => part.isOptional)
    return { all, best, head, tail: run, starts: startsOf(parts), isOptional }
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
      best: bests.every((best) => best) ? union(bests) : undefined,
      head: of('head') ?? [''],
      tail: of('tail') ?? [''],
      starts: of('starts'),
      isOptional: choices.some(({ isOptional }) => isOptional),
    }
  }

  /** However often a part comes, a match begins and ends with it. */
  #ofRepeat(body, { min, max }) {
    if (min === 0) {
      const all = max === 1 && body.all ? [...new Set(['', ...body.all])] : undefined
      return { ...body, all, best: undefined, head: [''], tail: [''], isOptional: true }
    }
    const times = Math.min(min, MOST)
    const least = this.#ofSequence(new Array(times).fill(body))
    if (min === max && min <= MOST) return least
    return { ...least, all: undefined }
  }

  /** A trigger in each text. A short text has few to choose from, so one of these often does for longer ones too. */
  #ofTexts(texts) {
    if (texts.some((text) => text.length < LEAST)) return undefined
    const found = new Set()
    for (const text of texts.map(folded).sort((a, b) => a.length - b.length))
      if (!holdsOneOf(text, found)) found.add(this.#rarestOf(text))
    return found
  }

  #rarestOf(text) {
    let rarest = ''
    for (const trigger of partsOf(text, Math.min(MOST, text.length))) {
      if (rarest === '' || shareOf(trigger) < shareOf(rarest)) rarest = trigger
    }
    return rarest
  }

  #rarer(a, b) {
    if (a === undefined || b === undefined) return a ?? b
    const cost = (triggers) => [...triggers].reduce((sum, trigger) => sum + shareOf(trigger), 0)
    return cost(b) < cost(a) ? b : a
  }
}

/** Without those that hold another one. */
function union(all) {
  const found = new Set()
  for (const trigger of all.flatMap((each) => [...each]).sort((a, b) => a.length - b.length))
    if (!holdsOneOf(trigger, found)) found.add(trigger)
  return found
}

const holdsOneOf = (text, triggers) => [...triggers].some((trigger) => text.includes(trigger))

const shareOf = (trigger) => SHARES.get(trigger) ?? RARE_SHARES[trigger.length]

function partsOf(text, length) {
  const starts = Math.max(0, text.length - length + 1)
  return Array.from({ length: starts }, (_, i) => text.slice(i, i + length))
}

/** What is known of a part: all its texts, triggers, texts and bytes that it begins with, texts that it ends with. */
const exactly = (all) => ({
  all,
  best: undefined,
  head: all ?? [''],
  tail: all ?? [''],
  starts: all && [...new Set(all.map((text) => text.slice(0, 1)))].filter((text) => text !== ''),
  isOptional: all?.includes('') ?? false,
})

/** Each byte that the parts may begin with. undefined if these are too many, or if the parts may be empty. */
function startsOf(parts) {
  const starts = new Set()
  for (const part of parts) {
    if (part.starts === undefined) return undefined
    for (const byte of part.starts) starts.add(byte)
    if (!part.isOptional) return [...starts]
  }
  return undefined
}

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
