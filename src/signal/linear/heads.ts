import { parsePattern } from './parse.ts'
import { type CodePoints, count, members } from './sets.ts'
import { type Spelled, sequence, spelledOut } from './syntax.ts'

const MIN_BYTES = 2
const MAX_BYTES = 4
const MAX_HEADS = 200
/** Members of a class that are written out. */
const MAX_MEMBERS = 64
/** The same where the heads are long enough without them. */
const FEW_MEMBERS = 8

/** Beginnings of the matches: those that may still grow, and those that end here. */
interface Beginnings {
  readonly open: ReadonlySet<string>
  readonly closed: ReadonlySet<string>
}

const encoder = new TextEncoder()

/**
 * What every match of a pattern that stands at the beginning of a line begins with, behind blanks: UTF-8 prefixes of
 * 2 to 4 bytes, one character a byte (U+0000 to U+00FF), at most 200 of them. `undefined` when the pattern isn't
 * anchored by `^`, or begins with what is not fixed. `\s` counts as blanks.
 *
 * @throws PithError `PITH_INVALID_PATTERN` for a pattern outside the linear subset.
 */
export function requiredHeads(source: string, flags = ''): string[] | undefined {
  const found = anchoredRests(spelledOut(parsePattern(source, flags)))?.map(headsOf)
  if (found === undefined || found.includes(undefined)) return undefined
  const heads = [...new Set(found.flatMap((some) => some ?? []))]
  const kept = heads.filter((head) => !heads.some((other) => other !== head && head.startsWith(other)))
  return kept.length > MAX_HEADS ? undefined : kept
}

/** What follows the anchor and the blanks, for each choice; `undefined` when one has no anchor. */
function anchoredRests(syntax: Spelled): Spelled[] | undefined {
  if (syntax.kind === 'either') {
    const rests = syntax.choices.map(anchoredRests)
    return rests.includes(undefined) ? undefined : rests.flatMap((some) => some ?? [])
  }
  const parts = syntax.kind === 'sequence' ? syntax.parts : [syntax]
  const [first, ...rest] = parts
  if (first === undefined) return undefined
  if (first.kind === 'either') return anchoredRests(first)?.map((choice) => sequence([choice, ...rest]))
  if (first.kind !== 'assertion' || first.assertion !== 'line-start') return undefined
  return [sequence(rest.slice(leadingBlanks(rest)))]
}

function leadingBlanks(parts: readonly Spelled[]): number {
  const first = parts.findIndex((part) => !isBlank(part))
  return first < 0 ? parts.length : first
}

/** Whether nothing but white space of one line can match. */
function isBlank(syntax: Spelled): boolean {
  switch (syntax.kind) {
    case 'set':
      return count(syntax.set) <= MAX_MEMBERS && members(syntax.set).every(isSpace)
    case 'assertion':
      return true
    case 'sequence':
      return syntax.parts.every(isBlank)
    case 'either':
      return syntax.choices.every(isBlank)
    case 'repeat':
      return isBlank(syntax.body)
  }
}

const isSpace = (codePoint: number): boolean => /\s/.test(String.fromCodePoint(codePoint))

function headsOf(rest: Spelled): string[] | undefined {
  const { open, closed } = grow({ open: new Set(['']), closed: new Set() }, rest)
  const heads = [...closed, ...open]
  const areFixed = heads.length > 0 && heads.every((head) => head.length >= MIN_BYTES && !/^[ \t]/.test(head))
  return areFixed ? heads : undefined
}

/** The beginnings grown by `syntax`, or closed where it isn't fixed or would make too many. */
function grow(from: Beginnings, syntax: Spelled): Beginnings {
  if (from.open.size === 0) return from
  const grown = grownBy(from, syntax)
  if (grown !== undefined && grown.open.size + grown.closed.size <= MAX_HEADS) return grown
  return { open: new Set(), closed: union(from.closed, from.open) }
}

function grownBy(from: Beginnings, syntax: Spelled): Beginnings | undefined {
  switch (syntax.kind) {
    case 'set':
      return grownBySet(from, syntax.set)
    case 'assertion':
      return from
    case 'sequence':
      return syntax.parts.reduce(grow, from)
    case 'either':
      return syntax.choices
        .map((choice) => grow(from, choice))
        .reduce((a, b) => ({ open: union(a.open, b.open), closed: union(a.closed, b.closed) }))
    case 'repeat':
      return grownByRepeat(from, syntax.body, syntax.min, syntax.max)
  }
}

function grownBySet(from: Beginnings, set: CodePoints): Beginnings | undefined {
  const isEnough = [...from.open].every((head) => head.length >= MIN_BYTES)
  if (count(set) > (isEnough ? FEW_MEMBERS : MAX_MEMBERS)) return undefined
  const open = new Set<string>()
  const closed = new Set(from.closed)
  for (const codePoint of members(set)) {
    const bytes = String.fromCharCode(...encoder.encode(String.fromCodePoint(codePoint)))
    for (const head of from.open) {
      const longer = head + bytes
      if (longer.length < MAX_BYTES) open.add(longer)
      else closed.add(longer.slice(0, MAX_BYTES))
    }
  }
  return { open, closed }
}

function grownByRepeat(from: Beginnings, body: Spelled, min: number, max: number): Beginnings {
  let now = from
  for (let i = 0; i < Math.min(min, MAX_BYTES); i++) now = grow(now, body)
  let all = now
  for (let i = Math.min(min, MAX_BYTES); i < Math.min(max, MAX_BYTES) && now.open.size > 0; i++) {
    now = grow(now, body)
    all = { open: union(all.open, now.open), closed: union(all.closed, now.closed) }
  }
  return all
}

const union = (a: ReadonlySet<string>, b: ReadonlySet<string>): Set<string> => new Set([...a, ...b])
