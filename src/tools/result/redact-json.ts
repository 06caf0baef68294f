import type { Redactor } from '../../redact/redactor.ts'
import { blanksFrom, endOfString, endOfWord, stringAt } from './json-places.ts'
import { isSurelyClean, redacted } from './redact.ts'

// Redacts a JSON text in one pass over its tokens. It looks at every string and number, so that neither depth nor a
// second member of the same name hides a secret. What has no secret stays byte for byte.

/** Members whose values a protocol needs as they are, although their names are those of secrets: `result.nextCursor`. */
export type PlainPaths = ReadonlySet<string>

/** An object or array that the pass is in. */
interface Level {
  isArray: boolean
  /** The name of the member that the pass is in. In an array, that of the array. */
  name: string | undefined
  /** Whether the next string is a name. */
  isAtName: boolean
  /** The last string of the object, which may be the name of what `value` holds. */
  lastString: string | undefined
}

/** Escapes that may stand for a letter, or for what a reader does not see. */
const HIDING_ESCAPE = /\\[^nrt"/]/
const encoder = /* @__PURE__ */ new TextEncoder()

/**
 * The JSON without secrets in its names, strings and numbers. The same string when it has none.
 *
 * @param json valid JSON
 */
export function redactedJson(json: string, redact: Redactor | undefined, plain?: PlainPaths): string {
  if (redact === undefined || isClean(json, redact)) return json
  // A private key may go on in the next string, but not in the next value.
  const forget = redact.state?.save()
  try {
    return new JsonPass(json, redact, plain).run()
  } finally {
    forget?.()
  }
}

/** True if no line of the JSON has the head of a secret, so that no string has one either. */
function isClean(json: string, redact: Redactor): boolean {
  return !HIDING_ESCAPE.test(json) && isSurelyClean(encoder.encode(json.replaceAll('\n', ' ')), redact)
}

class JsonPass {
  readonly #json: string
  readonly #redact: Redactor
  readonly #plain: PlainPaths | undefined
  readonly #levels: Level[] = []
  readonly #pieces: string[] = []
  readonly #telling = new Map<string, boolean>()
  #given = 0

  constructor(json: string, redact: Redactor, plain: PlainPaths | undefined) {
    this.#json = json
    this.#redact = redact
    this.#plain = plain
  }

  run(): string {
    const json = this.#json
    for (let at = blanksFrom(json, 0); at < json.length; at = blanksFrom(json, at)) {
      const sign = json[at]
      if (sign === '"') at = this.#string(at)
      else if (sign === '{' || sign === '[') at = this.#open(sign === '[', at)
      else if (sign === '}' || sign === ']') at = this.#close(at)
      else if (sign === ',' || sign === ':') at = this.#separator(sign, at)
      else at = this.#word(at)
    }
    return this.#pieces.length === 0 ? json : this.#pieces.join('') + json.slice(this.#given)
  }

  #open(isArray: boolean, at: number): number {
    const outer = this.#levels.at(-1)
    const name = isArray ? outer?.name : undefined
    this.#levels.push({ isArray, name, isAtName: !isArray, lastString: undefined })
    return at + 1
  }

  #close(at: number): number {
    this.#levels.pop()
    return at + 1
  }

  #separator(sign: string, at: number): number {
    const level = this.#levels.at(-1)
    if (level && !level.isArray) level.isAtName = sign === ','
    return at + 1
  }

  #string(at: number): number {
    const end = endOfString(this.#json, at)
    const text = stringAt(this.#json, at, end)
    const level = this.#levels.at(-1)
    const safe = level?.isAtName ? redacted(text, this.#redact) : this.#safeString(text, level)
    if (level?.isAtName) level.name = safe
    else if (level) level.lastString = safe
    if (safe !== text) this.#put(at, end, JSON.stringify(safe))
    return end
  }

  #safeString(text: string, level: Level | undefined): string {
    const name = level?.name
    if (name !== undefined && this.#isKept(name)) return text
    const safe = redacted(text, this.#redact)
    if (name === undefined || text === '' || this.#isPlain(name)) return safe
    const before = nameWords(name, level)
    if (!this.#mayTell(before)) return safe
    const words = JSON.stringify(safe)
    const shown = this.#behindName(before, words)
    return shown === words ? safe : stringOr(shown)
  }

  /** A number may be a secret: the name before it tells. `true`, `false` and `null` are none. */
  #word(at: number): number {
    const end = Math.max(at + 1, endOfWord(this.#json, at))
    const level = this.#levels.at(-1)
    const name = level?.name
    const first = this.#json[at]
    if (first === 't' || first === 'f' || first === 'n') return end
    if (name !== undefined && (this.#isKept(name) || this.#isPlain(name))) return end
    const before = name === undefined ? '' : nameWords(name, level)
    if (!this.#mayTell(before)) return end
    const words = this.#json.slice(at, end)
    const shown = this.#behindName(before, words)
    if (shown !== words) this.#put(at, end, JSON.stringify(stringOr(shown)))
    return end
  }

  /** Whether a name can tell that its value is a secret. Most names cannot, and their values may be long. */
  #mayTell(before: string): boolean {
    if (before === '') return false
    if (!this.#redact.nextChange) return true
    const known = this.#telling.get(before)
    if (known !== undefined) return known
    const tells = this.#redact.nextChange(encoder.encode(`${before}"`), 0) >= 0
    if (this.#telling.size < MOST_NAMES) this.#telling.set(before, tells)
    return tells
  }

  /** What the redactor leaves of a value behind its name. All of it is hidden if the redactor touches the name too. */
  #behindName(before: string, words: string): string {
    const shown = redacted(before + words, this.#redact)
    if (shown === before + words) return words
    return shown.startsWith(before) ? shown.slice(before.length) : HIDDEN
  }

  /** The id and the method of a message are never changed: nothing else tells to whom it belongs. */
  #isKept(name: string): boolean {
    return this.#plain !== undefined && (name === 'id' || name === 'method') && this.#path() === name
  }

  #isPlain(name: string): boolean {
    return this.#plain !== undefined && PLAIN_NAMES.has(name) && this.#plain.has(this.#path())
  }

  /** The names that lead to where the pass is. Deeper paths than a protocol has are none. */
  #path(): string {
    if (this.#levels.length > MOST_PATH_LEVELS) return ''
    return this.#levels.flatMap(({ isArray, name }) => (isArray ? [] : (name ?? ''))).join('.')
  }

  #put(at: number, end: number, words: string): void {
    this.#pieces.push(this.#json.slice(this.#given, at), words)
    this.#given = end
  }
}

/** Names that are remembered. */
const MOST_NAMES = 1000
const MOST_PATH_LEVELS = 6
const PLAIN_NAMES = new Set(['progressToken', 'nextCursor', 'cursor', 'taskId', 'requestId'])
const HIDDEN = '[redacted secret]'

/** What stands before a value. In `{"name":"DB_PASSWORD","value":"…"}` another member tells what it is. */
const nameWords = (name: string, level: Level | undefined): string => {
  const words = `${JSON.stringify(name)}: `
  const other = /^value$/i.test(name) ? level?.lastString : undefined
  return other === undefined || other.length > MOST_NAME_UNITS ? words : `${JSON.stringify(other)}, ${words}`
}

const MOST_NAME_UNITS = 256

/** The string that some words of JSON stand for. If redaction broke them, all of it is hidden. */
function stringOr(words: string): string {
  try {
    const value: unknown = JSON.parse(words)
    if (typeof value === 'string') return value
  } catch {
    if (/^\[redacted [a-z-]+\]$/.test(words)) return words
  }
  return HIDDEN
}
