import { parsePattern } from './parse.ts'
import { type CodePoints, count, members } from './sets.ts'
import { type Spelled, spelledOut } from './syntax.ts'

const MAX_BYTES = 24
const MAX_LITERALS = 40
/** The most members of a class that are written out. */
const MAX_MEMBERS = 8
/** Rarity, in bits, that each additional literal must gain. */
const COST_OF_ONE = 7
/** More rarity than this has no value. */
const ENOUGH = 42

/** The most UTF-16 units of a text that is written out. */
const MAX_TEXT = 256

/** Rarity of each letter in logs and source code, in bits, from a to z. */
const RARITY = [4, 6, 5, 5, 3, 6, 6, 6, 4, 8, 7, 5, 5, 4, 4, 5, 9, 4, 4, 4, 5, 7, 7, 8, 6, 8]
const RARITY_OF_OTHERS = 4

/** Facts about a part: all its texts if they are few, and the best set of literals of which each match holds one. */
interface Texts {
  readonly all: readonly string[] | undefined
  readonly best: readonly string[] | undefined
}

const emptyText: Texts = { all: [''], best: undefined }
const unknown: Texts = { all: undefined, best: undefined }

/**
 * Literals of which every match of the pattern holds at least one, in either case: lower-case printable ASCII, 4 to 24
 * bytes with four letters in a row. At most 40; `undefined` if there is no such set.
 *
 * @throws PithError `PITH_INVALID_PATTERN` for a pattern outside the linear subset.
 */
export function requiredLiterals(source: string, flags = ''): string[] | undefined {
  const best = textsOf(spelledOut(parsePattern(source, flags))).best
  return best === undefined ? undefined : [...best]
}

function textsOf(syntax: Spelled): Texts {
  switch (syntax.kind) {
    case 'set':
      return textsOfSet(syntax.set)
    case 'assertion':
      return emptyText
    case 'sequence':
      return textsOfSequence(syntax.parts.map(textsOf))
    case 'either':
      return textsOfChoices(syntax.choices.map(textsOf))
    case 'repeat':
      return textsOfRepeat(textsOf(syntax.body), syntax.min, syntax.max)
  }
}

function textsOfSet(set: CodePoints): Texts {
  const last = set[set.length - 1]
  if (set.length === 0 || last > 0x7e || count(set) > 2 * MAX_MEMBERS) return unknown
  const texts = new Set(members(set).map((codePoint) => String.fromCharCode(codePoint).toLowerCase()))
  if (texts.size > MAX_MEMBERS || [...texts].some((text) => text < ' ')) return unknown
  return withBest([...texts])
}

const withBest = (all: readonly string[]): Texts => ({ all, best: asLiterals(all) })

function textsOfChoices(choices: readonly Texts[]): Texts {
  const all = new Set<string>()
  let areAllKnown = true
  const bests = new Set<string>()
  let haveAllBests = true
  for (const choice of choices) {
    for (const text of choice.all ?? []) all.add(text)
    for (const text of choice.best ?? []) bests.add(text)
    areAllKnown &&= choice.all !== undefined
    haveAllBests &&= choice.best !== undefined
  }
  const known = areAllKnown && all.size <= MAX_LITERALS ? [...all] : undefined
  const literals = haveAllBests ? withoutCovered([...bests]) : undefined
  return { all: known, best: better(known && asLiterals(known), literals) }
}

function textsOfRepeat(body: Texts, min: number, max: number): Texts {
  const required = min > 0 ? body.best : undefined
  if (body.all === undefined || max - min > MAX_MEMBERS || max > MAX_BYTES)
    return { all: undefined, best: required }
  let all: readonly string[] | undefined = ['']
  const texts = new Set<string>(min === 0 ? all : [])
  for (let times = 1; times <= max && all !== undefined; times++) {
    all = product(all, body.all)
    if (times >= min) for (const text of all ?? []) texts.add(text)
  }
  if (all === undefined || texts.size > MAX_LITERALS) return { all: undefined, best: required }
  const known = [...texts]
  return { all: known, best: better(required, asLiterals(known)) }
}

/** Considers every run of parts whose texts are known, and also the best literals of each single part. */
function textsOfSequence(parts: readonly Texts[]): Texts {
  let best: readonly string[] | undefined
  for (const part of parts) best = better(best, part.best)
  const joined = joinSingles(parts)
  for (let from = 0; from < joined.length; from++) {
    let run: readonly string[] | undefined = ['']
    for (let to = from; to < joined.length; to++) {
      run = product(run, joined[to].all)
      if (run === undefined) break
      best = better(best, asLiterals(run))
    }
  }
  return {
    all: joined.reduce<readonly string[] | undefined>((run, part) => product(run, part.all), ['']),
    best,
  }
}

/** Joins neighbours that have one text each into one part. */
function joinSingles(parts: readonly Texts[]): Texts[] {
  const joined: Texts[] = []
  for (const part of parts) {
    const before = joined.at(-1)
    if (part.all?.length === 1 && before?.all?.length === 1) {
      joined[joined.length - 1] = { all: [before.all[0] + part.all[0]], best: undefined }
    } else {
      joined.push(part)
    }
  }
  return joined
}

function product(
  heads: readonly string[] | undefined,
  tails: readonly string[] | undefined,
): readonly string[] | undefined {
  if (heads === undefined || tails === undefined || heads.length * tails.length > MAX_LITERALS)
    return undefined
  const texts = new Set(heads.flatMap((head) => tails.map((tail) => head + tail)))
  return [...texts].some((text) => text.length > MAX_TEXT) ? undefined : [...texts]
}

/** The texts as literals, long ones cut to size; `undefined` if a text cannot be a literal. */
function asLiterals(texts: readonly string[]): readonly string[] | undefined {
  if (texts.length === 0) return undefined
  const literals: string[] = []
  for (const text of texts) {
    const letters = /[a-z]{4}/.exec(text)
    if (letters === null) return undefined
    const from = Math.max(0, Math.min(letters.index, text.length - MAX_BYTES))
    literals.push(text.length <= MAX_BYTES ? text : text.slice(from, from + MAX_BYTES))
  }
  return withoutCovered(literals)
}

/** Drops literals that contain another one of the set, because they add nothing. */
function withoutCovered(literals: readonly string[]): readonly string[] | undefined {
  const different = [...new Set(literals)]
  const kept = different.filter(
    (literal) => !different.some((other) => other !== literal && literal.includes(other)),
  )
  return kept.length > MAX_LITERALS ? undefined : kept
}

function better(
  a: readonly string[] | undefined,
  b: readonly string[] | undefined,
): readonly string[] | undefined {
  if (a === undefined || b === undefined) return a ?? b
  return worthOf(b) > worthOf(a) ? b : a
}

function worthOf(literals: readonly string[]): number {
  return Math.min(ENOUGH, ...literals.map(rarityOf)) - COST_OF_ONE * (literals.length - 1)
}

function rarityOf(literal: string): number {
  let bits = 0
  for (let i = 0; i < literal.length; i++) {
    const letter = literal.charCodeAt(i) - 0x61
    bits += letter >= 0 && letter < 26 ? RARITY[letter] : RARITY_OF_OTHERS
  }
  return bits
}
