// Splits patterns at their top-level bars. One automaton for a pattern whose choices stay half matched over much of a
// line would be their product; one for each of them stays small.

/** A set that holds most letters, under a repeat that may be long. A search stays half matched while it goes on. */
const SET = String.raw`(?:\.|\\[wWSD]|\[\^(?:\\.|[^\]\\])*\]|\[(?:\\.|[^\]\\])*(?:\\[wSWD]|a-z)(?:\\.|[^\]\\])*\])`
const LONG_REPEAT = new RegExp(String.raw`${SET}(?:[*+]|\{\d+,\d*\})`)
/** What a pattern may begin with and still be over at once. */
const SHORT_START = /^\^(?:\\W\*|\[[^\]]*\]\*)/

export const isWide = (pattern) => LONG_REPEAT.test(pattern.replace(SHORT_START, '^'))
const isAnchored = (pattern) => pattern.startsWith('^')

/**
 * Patterns that together match what the forms match. Wide choices are apart, all others of a form together, those at
 * the start of a line apart from those anywhere.
 */
export function atomsOf(forms) {
  return forms.flatMap(({ pattern, flags = '', stage, after }, form) => {
    const wide = []
    const narrow = { true: [], false: [] }
    for (const choice of split(pattern)) {
      if (isWide(choice)) wide.push(choice)
      else narrow[isAnchored(choice)].push(choice)
    }
    const joined = Object.values(narrow).filter((some) => some.length > 0)
    return [...wide, ...joined.map((some) => some.join('|'))].map((source) => ({
      form,
      stage,
      after,
      pattern: source,
      flags,
      anchored: split(source).every(isAnchored),
    }))
  })
}

/** The choices of a pattern. Wide choices of a group become choices of the pattern. */
function split(pattern) {
  const { bars, groups } = outline(pattern)
  if (bars.length > 0) {
    const ends = [...bars, pattern.length]
    return ends.flatMap((end, i) => split(pattern.slice(i === 0 ? 0 : ends[i - 1] + 1, end)))
  }
  if (!isWide(pattern)) return [pattern]
  for (const [open, close] of groups) {
    const before = pattern.slice(0, open)
    const after = pattern.slice(close + 1)
    if (/^[*+?{]/.test(after) || isWide(before) || isWide(after)) continue
    const choices = choicesOf(pattern.slice(open + 1, close).replace(/^\?:/, ''))
    const wide = choices.filter(isWide)
    if (choices.length < 2 || wide.length === 0) continue
    const others = choices.filter((choice) => !isWide(choice))
    const rest = others.length > 0 ? [`${before}(?:${others.join('|')})${after}`] : []
    return [...rest, ...wide.flatMap((choice) => split(`${before}(?:${choice})${after}`))]
  }
  return [pattern]
}

export function choicesOf(pattern) {
  const ends = [...outline(pattern).bars, pattern.length]
  return ends.map((end, i) => pattern.slice(i === 0 ? 0 : ends[i - 1] + 1, end))
}

/** Where a pattern's top-level bars and groups are. */
function outline(pattern) {
  const bars = []
  const groups = []
  const open = []
  for (let i = 0; i < pattern.length; i++) {
    const sign = pattern[i]
    if (sign === '\\') i++
    else if (sign === '[') i = endOfSet(pattern, i)
    else if (sign === '(') open.push(i)
    else if (sign === ')') {
      const from = open.pop()
      if (open.length === 0) groups.push([from, i])
    } else if (sign === '|' && open.length === 0) bars.push(i)
  }
  return { bars, groups }
}

function endOfSet(pattern, from) {
  let i = pattern[from + 1] === '^' ? from + 2 : from + 1
  for (; pattern[i] !== ']'; i++) if (pattern[i] === '\\') i++
  return i
}
