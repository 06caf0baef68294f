/** A text as a reader sees it, and where its parts stand in the raw text. */
export interface VisibleText {
  readonly text: string
  /** The raw offset of the character at an offset. */
  startOf(offset: number): number
  /** The raw offset behind the character before an offset. */
  endOf(offset: number): number
}

/** ESC, also as source text and JSON spell it. */
const ESC = '(?:\\x1b|\\\\(?:u001[bB]|x1[bB]|033|e))'
/** Characters without width: soft hyphen, joiners, marks of direction, variation selectors and tags. */
const WITHOUT_WIDTH =
  '[\\u00ad\\u034f\\u061c\\u17b4\\u17b5\\u180b-\\u180f\\u200b-\\u200f\\u202a-\\u202e\\u2060-\\u206f\\ufe00-\\ufe0f\\ufeff\\ufff9-\\ufffb]|\\ud82f[\\udca0-\\udca3]|\\ud834[\\udd73-\\udd7a]|\\udb40[\\udc00-\\uddff]'
const CONTROL = '[\\x00-\\x08\\x0e-\\x1f\\x7f-\\x9f]'

/** Codes with a string, such as links. Without an end, only their beginning is hidden. */
const STRING = '(?:\\x1b[\\]PX^_]|[\\x90\\x98\\x9d-\\x9f])[^\\x07\\x1b\\x9c\\n]*(?:\\x07|\\x1b\\\\|\\x9c)'
const HIDDEN = [
  // CSI sequences, such as colours.
  `(?:${ESC}\\[|\\x9b)[ -?]*[@-~]`,
  `${ESC}[ -/]*[0-~]`,
  // A character that the next one is printed over.
  '[^\\x08\\n]\\x08',
  WITHOUT_WIDTH,
  CONTROL,
  ESC,
  // The backslash of an escaped slash, as PHP writes it in JSON.
  '\\\\(?=/)',
  // An escape for a letter or sign, with its digits in a group.
  '\\\\(?:u00|x)([2-7][0-9A-Fa-f])',
].join('|')

const MAY_HIDE = /* @__PURE__ */ new RegExp(`${WITHOUT_WIDTH}|${CONTROL}|\\\\[uxe0/]`)
const hidden = /* @__PURE__ */ new RegExp(HIDDEN, 'g')
const hiddenOrString = /* @__PURE__ */ new RegExp(`${STRING}|${HIDDEN}`, 'g')
const strings = /* @__PURE__ */ new RegExp(STRING)

/**
 * The texts that a reader sees: without terminal codes and invisible characters, and with letters for escapes. The
 * string in a terminal code, such as the address of a link, is in the second text, and breaks nothing in the first one.
 */
export function visibleTexts(raw: string): readonly VisibleText[] {
  if (!MAY_HIDE.test(raw)) return [{ text: raw, startOf: same, endOf: same }]
  const first = folded(raw, hiddenOrString)
  return strings.test(raw) ? [first, folded(raw, hidden)] : [first]
}

const same = (at: number): number => at

function folded(raw: string, pattern: RegExp): VisibleText {
  const starts = new Uint32Array(raw.length)
  const ends = new Uint32Array(raw.length)
  let text = ''
  let given = 0
  const keep = (to: number) => {
    for (let at = given, i = text.length; at < to; i++) {
      starts[i] = at
      ends[i] = ++at
    }
    text += raw.slice(given, to)
  }
  for (const match of raw.matchAll(pattern)) {
    keep(match.index)
    given = match.index + match[0].length
    if (match[1] === undefined) continue
    starts[text.length] = match.index
    ends[text.length] = given
    text += String.fromCharCode(Number.parseInt(match[1], 16))
  }
  keep(raw.length)
  const length = text.length
  return {
    text,
    startOf: (at) => (at < length ? starts[at] : raw.length),
    endOf: (at) => (at > 0 ? ends[at - 1] : 0),
  }
}
