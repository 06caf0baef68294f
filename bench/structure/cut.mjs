// What can be read in a cut, whoever made it.

/**
 * @typedef {object} Cut
 * @property {string} text all that a reader sees
 * @property {string} content the text without the notice below it
 * @property {string} [encoded] the whole input in another notation, if the method changes it
 */

/** A line that a method wrote to stand for others: also in a comment, and in JSON lines. */
const MARK_LINE = /^\s*(?:<!-- )?\[\.\.\..*\](?: -->)?$|^"… \d+ more lines[^"]* …"$|^\s*<!-- \d+ more .*-->$/
/** Every mark within a line: clips, comments, and what stands for items and keys of JSON. */
const MARK =
  / ?\[\.\.\.\+\d+\]|<!-- \[\.\.\.[^\]]*\] -->|<!-- \d+ more [^>]*-->|… \d+ more characters …|"… keys? [\d-]+ …": ?"\d+ more keys?[^"]*",?|"… \d+ more \w+[^"]* …",?/g

export const linesOf = (text) => text.replace(/\r?\n$/, '').split(/\r?\n/)

export const isMark = (line) => MARK_LINE.test(line)

/** Marks with each name in full: `src/{a.ts 3, fit/{b.ts 4, c.ts 5}}` as `src/a.ts 3, src/fit/b.ts 4, src/fit/c.ts 5`. */
export const namesWritten = ({ content }) =>
  linesOf(content)
    .filter((line) => line.startsWith('[...'))
    .map(withoutBraces)

/** Innermost braces come first. */
function withoutBraces(mark) {
  const flat = mark.replaceAll(/([^\s,:{}]*\/)\{([^{}]*)\}/g, (_, folder, names) =>
    names
      .split(', ')
      .map((name) => (name === '…' ? name : folder + name))
      .join(', '),
  )
  return flat === mark ? mark : withoutBraces(flat)
}

/** The files and folders that marks name, with what they tell of each: `[...9-75: 2K, 66 matches: src/{a.ts 3, b.ts 63}]`. */
export function namesInMarks(cut) {
  const names = new Map()
  for (const line of namesWritten(cut))
    for (const [, name, count] of line.matchAll(/[:,] ([^\s,:]+) (\d+)(?=[,\]])/g))
      names.set(name, Number(count))
  return names
}

/** The lines of a cut that are no marks. */
export const keptLines = ({ content }) =>
  content === '' ? [] : linesOf(content).filter((line) => !isMark(line))

export const share = (part, whole) => (whole === 0 ? 0 : part / whole)

export const shareOf = (list, isTrue) => share(list.filter(isTrue).length, list.length)

/** A part of a line on both sides of a clip. */
function isClipped(line, lines) {
  const parts = line.split(MARK).filter((part) => part !== undefined)
  if (parts.length < 2) return false
  const [first] = parts
  const last = parts[parts.length - 1]
  return lines.some((each) => each.startsWith(first) && each.endsWith(last))
}

/** The share of the kept lines that are lines of the input, or are marked where they are cut. */
export function wholeLines(cut, source) {
  const lines = linesOf(cut.encoded ?? source)
  const known = new Set(lines)
  const kept = keptLines(cut)
  return shareOf(kept, (line) => known.has(line) || isClipped(line, lines))
}

/** Whether each text between two marks stands in the input as it is. */
export function isUnfused(cut, source) {
  const input = (cut.encoded ?? source).replaceAll('\r\n', '\n')
  const runs = []
  let run = []
  for (const line of linesOf(cut.content)) {
    if (isMark(line)) {
      runs.push(run.join('\n'))
      run = []
    } else run.push(line)
  }
  runs.push(run.join('\n'))
  return runs.flatMap((each) => each.split(MARK)).every((part) => input.includes(part.trim()))
}

/**
 * Whether the cut tells how many units the input has: by their number, by the numbers in its marks, or by the lines that
 * its marks stand for.
 *
 * @param {{ number: number, words: string, kept: number, lines?: number }} facts `words` is a pattern; `lines` are those of
 *   the input if a unit is a line
 */
export function tellsNumber({ text, content }, { number, words, kept, lines }) {
  if (new RegExp(`\\b${number} (?:more )?(?:${words})|\\[${number}\\]`).test(text)) return true
  const each = new RegExp(`(?<![\\d-])(\\d+) (?:more )?(?:${words})\\b`, 'g')
  const marked = linesOf(content).flatMap((line) => {
    if (isMark(line)) return [line]
    return line.match(MARK) ?? []
  })
  const told = marked.flatMap((mark) => [...mark.matchAll(each)].map(([, count]) => Number(count)))
  if (sum(told) + kept === number) return true
  return lines !== undefined && linesTold(text, content) === lines
}

const sum = (numbers) => numbers.reduce((all, each) => all + each, 0)

/** How many lines the input has as far as ranges in marks or a notice tell. */
function linesTold(text, content) {
  const notice = /^\[Showing lines \d+-\d+ of (\d+)\.?/m.exec(text)
  if (notice) return Number(notice[1])
  const lines = linesOf(content)
  const ranges = lines.filter(isMark).flatMap((line) => {
    const range = /\[\.\.\.(\d+)(?:-(\d+))?: |: lines (\d+)-(\d+), /.exec(line)
    if (range) {
      const [, first = range[3], last = range[4] ?? first] = range
      return [Number(last) - Number(first) + 1]
    }
    const left = /^\[\.\.\. (\d+) lines left out/.exec(line)
    return left ? [Number(left[1])] : []
  })
  return ranges.length === 0 ? undefined : sum(ranges) + lines.filter((line) => !isMark(line)).length
}
