// What a line of YAML says, and how far a value in it goes.

/** What may stand before a value: anchors and tags. */
const PROPERTIES = /(?:[&!]\S*(?:\s+|$))*/y
const KEY =
  /(?:[&!]\S* +)*(?:"(?:[^"\\]|\\.)*" *|'(?:[^']|'')*' *|(?:[^\s"'#&*!|>%@`{}[\],?:-]|[?:-](?=\S))(?:[^:#]|:(?=\S)|(?<=\S)#)*):(?=\s|$)/y
const DASHES = /(?:-(?: +|$))+/y
const BLOCK = /^[|>][\d+-]{0,2}(?:\s+#.*|\s*)$/
/** What ends a value that begins with a sign. */
export const CLOSERS: Readonly<Record<string, string>> = { '"': '"', "'": "'", '[': ']', '{': '}' }
/** Signs before which a quote in brackets is the first sign of a value. */
const BEFORE_QUOTE = ' \t,:[{'
/** What is looked at before a clip. */
const WINDOW = 16

/** A key with its value, an item of a list, or text that is neither. */
export interface YamlNode {
  /** Twice its indentation, and one more for an item: the items of a key may stand as far out as the key. */
  level: number
  /** The column of its last key or of its value. What is deeper belongs to that. */
  column: number
  isItem: boolean
  key: string | undefined
  hasAnchor: boolean
  /** Blanks before its value. */
  gap: number
  /** Where its value begins in the line. */
  valueAt: number
  value: string
  /** True if lines of text follow that are its value. */
  isBlock: boolean
}

/** What a line is that is neither blank nor a comment. */
export function nodeIn(text: string, indent: number): YamlNode {
  const isItem = text[indent] === '-'
  const dashes = isItem ? matchAt(DASHES, text, indent) : 0
  const behind = indent + dashes
  const key = matchAt(KEY, text, behind)
  const from = behind + key
  let at = from
  while (isBlankAt(text, at)) at++
  const hasProperties = text[at] === '&' || text[at] === '!'
  const valueAt = hasProperties ? at + matchAt(PROPERTIES, text, at) : at
  const value = text.slice(valueAt).trimEnd()
  return {
    level: 2 * indent + (dashes === 0 ? 0 : 1),
    column: key === 0 && dashes > 0 ? text.lastIndexOf('-', behind - 1) : behind,
    isItem: dashes > 0,
    key: key === 0 ? undefined : text.slice(behind, from - 1).trimEnd(),
    hasAnchor: (hasProperties && text.slice(at, valueAt).includes('&')) || (key > 0 && text[behind] === '&'),
    gap: at - from,
    valueAt,
    value: value[0] === '#' ? '' : value,
    isBlock: (value[0] === '|' || value[0] === '>') && BLOCK.test(value),
  }
}

/** How many characters of a text from an index on a sticky pattern matches. */
function matchAt(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at
  return pattern.test(text) ? pattern.lastIndex - at : 0
}

/** What `trimStart` takes for a blank. */
function isBlankAt(text: string, at: number): boolean {
  const code = text.charCodeAt(at)
  return code <= 0x20 ? code === 0x20 || (code >= 0x09 && code <= 0x0d) : code >= 0x80 && /\s/.test(text[at])
}

/** Reads a value in quotes or brackets, which may take several lines. */
export class OpenScalar {
  #quote = ''
  #depth = 0

  /** True if the value has begun and not ended: the next line belongs to it. */
  get isOpen(): boolean {
    return this.#quote !== '' || this.#depth > 0
  }

  /** Reads a line from the beginning of the value on, or of a later line. False if something else follows the value. */
  read(text: string, from: number): boolean {
    let isFirst = !this.isOpen
    for (let at = from; at < text.length; at++, isFirst = false) {
      const sign = text[at]
      if (this.#quote !== '') {
        if (sign === '\\' && this.#quote === '"') at++
        else if (sign === this.#quote && sign === "'" && text[at + 1] === sign) at++
        else if (sign === this.#quote) this.#quote = ''
      } else if (!isFirst && this.#depth === 0) return /^\s*(?:#.*)?$/.test(text.slice(at))
      else if (sign === '[' || sign === '{') this.#depth++
      else if (sign === ']' || sign === '}') this.#depth--
      else if (isFirst || BEFORE_QUOTE.includes(text[at - 1] ?? ' ')) {
        if (sign === '"' || sign === "'") this.#quote = sign
        else if (sign === '#') return true
      }
    }
    return true
  }
}

/**
 * How many characters of a line may stay before a clip, so that its value still is one. 0 if it may have none.
 *
 * @param most what should stay
 */
export function headBeforeClip(text: string, { value, valueAt }: YamlNode, most: number): number {
  if (/^[[\]{}&*!|>%@`]/.test(value) || valueAt + WINDOW > most) return 0
  // No escape is split, and no sign at the end makes something else of the text.
  const unsafe = value[0] === '"' ? /\\[^\\]{0,10}$|\\+$/ : /[':#\s-]+$/
  const found = unsafe.exec(text.slice(most - WINDOW, most))?.[0].length ?? 0
  return found < WINDOW ? most - found : 0
}
