import type { Bytes } from './find.ts'
import { lineFinder } from './lines.ts'
import { NamedRanges } from './named.ts'

const SECTION = /^diff (?:--git|--cc|--combined|-)/
const HUNK = /^@@ -\d+(?:,(\d+))? \+\d+(?:,(\d+))? @@/
const MATCH = /^((?:[A-Za-z]:[\\/])?[^:]+):/
const CONTEXT = /^(.+?)-\d+-/
/** A match, or a line around one, below the name of its file. */
const BELOW = /^\d+[:-]/
/** A line of `rg --json` that tells of a file. */
const EVENT = /^\{"type":"(?:begin|match|context|end)","data":\{"path":\{"text":("(?:[^"\\]|\\.)*")/

/** Finds the part of a unified diff that belongs to a file, or the matches of that file in grep's output. */
export class FileFinder {
  readonly #diff: NamedRanges
  readonly #grep: NamedRanges
  #endByte = 0
  readonly #lines = lineFinder(({ text, startByte, endByte }) => {
    this.#endByte = endByte
    this.#line(text, startByte, endByte)
  })
  #section: { start: number; names: string[]; isGit: boolean } | undefined
  /** A line that begins with `--- `, until the next one shows whether it is a header. */
  #old: { start: number; name: string } | undefined
  #oldLines = 0
  #newLines = 0
  #grepFile: string | undefined
  /** A line that may be the name of the file of the matches below it. */
  #heading: { name: string; start: number } | undefined

  constructor(name: string) {
    const isExact = (other: string) => other === name
    const fits = (other: string) => other.endsWith(`/${name}`)
    this.#diff = new NamedRanges(isExact, fits)
    this.#grep = new NamedRanges(isExact, fits)
  }

  write(chunk: Uint8Array): void {
    this.#lines.write(chunk, false)
  }

  /** True when the file has more ranges than are kept. */
  get isCapped(): boolean {
    return this.#diff.isCapped || this.#grep.isCapped
  }

  /** The ranges of the file. If there is none, a sentence that lists the files. */
  end(): Bytes[] | string {
    this.#lines.end()
    this.#endSection(this.#endByte)
    return (this.#diff.hasNames ? this.#diff : this.#grep).result('files')
  }

  #line(text: string, start: number, end: number): void {
    if (SECTION.test(text)) {
      this.#beginSection(start, namesOfGit(text), true)
      return
    }
    if (this.#oldLines > 0 || this.#newLines > 0) {
      if (this.#inHunk(text)) return
      this.#oldLines = this.#newLines = 0
    }
    const hunk = HUNK.exec(text)
    if (hunk && this.#section) {
      this.#oldLines = Number(hunk[1] ?? 1)
      this.#newLines = Number(hunk[2] ?? 1)
    } else if (this.#old && text.startsWith('+++ ')) this.#header(this.#old, nameOf(text))
    else if (this.#section && /^(?:commit [0-9a-f]{7,}|From [0-9a-f]{40} )/.test(text))
      this.#endSection(start)
    else if (this.#section && /^(?:rename|copy) (?:from|to) /.test(text))
      this.#section.names.push(text.replace(/^\w+ (?:from|to) /, ''))
    this.#old = text.startsWith('--- ') ? { start, name: nameOf(text) } : undefined
    if (!this.#diff.hasNames && !this.#section) this.#grepLine(text, start, end)
  }

  /** Counts a line of a hunk. False for a line that no hunk can contain. */
  #inHunk(text: string): boolean {
    const mark = text[0] ?? ' '
    if (mark === '\\') return true
    if (mark === ' ' || mark === '-') this.#oldLines--
    if (mark === ' ' || mark === '+') this.#newLines--
    return mark === ' ' || mark === '-' || mark === '+'
  }

  #header({ start, name }: { start: number; name: string }, newName: string): void {
    if (!this.#section?.isGit) this.#beginSection(start, [], false)
    this.#section?.names.push(...[newName, name].filter((each) => each !== '/dev/null'))
    if (this.#section) this.#section.isGit = false
  }

  #beginSection(start: number, names: string[], isGit: boolean): void {
    this.#endSection(start)
    this.#section = { start, names, isGit }
    this.#old = undefined
    this.#oldLines = this.#newLines = 0
  }

  #endSection(end: number): void {
    const section = this.#section
    this.#section = undefined
    if (section && section.names.length > 0) this.#diff.add([...new Set(section.names)], [section.start, end])
  }

  #grepLine(text: string, start: number, end: number): void {
    const event = EVENT.exec(text)
    if (event) this.#grep.add([JSON.parse(event[1]) as string], [start, end])
    else if (this.#heading && BELOW.test(text)) {
      this.#grep.add([this.#heading.name], [this.#heading.start, end])
      this.#heading.start = end
    } else {
      if (!this.#heading || text !== '--') this.#heading = text === '' ? undefined : { name: text, start }
      this.#flatLine(text, start, end)
    }
  }

  #flatLine(text: string, start: number, end: number): void {
    const context = this.#grepFile
    if (context !== undefined && text.startsWith(`${context}-`) && CONTEXT.test(text)) {
      this.#grep.add([context], [start, end])
      return
    }
    this.#grepFile = MATCH.exec(text)?.[1] ?? CONTEXT.exec(text)?.[1]
    if (this.#grepFile !== undefined) this.#grep.add([this.#grepFile], [start, end])
  }
}

/** The name in a line such as `+++ b/src/a.c`, without its time stamp. */
function nameOf(line: string): string {
  return withoutPrefix(unquoted(line.slice(4).replace(/\t.*$/, '')))
}

function namesOfGit(line: string): string[] {
  const combined = /^diff --(?:cc|combined) (.+)$/.exec(line)
  if (combined) return [unquoted(combined[1])]
  const quoted = /^diff --git ("(?:[^"\\]|\\.)*"|\S+) ("(?:[^"\\]|\\.)*"|\S+)$/.exec(line)
  if (quoted) return [quoted[2], quoted[1]].map((name) => withoutPrefix(unquoted(name)))
  // Both names are equal where they have spaces, else `rename` lines follow.
  const rest = line.replace(/^diff --git /, '')
  const half = rest.slice(0, (rest.length - 1) / 2)
  const other = rest.slice(half.length + 1)
  return withoutPrefix(half) === withoutPrefix(other) ? [withoutPrefix(other)] : []
}

const withoutPrefix = (name: string): string => name.replace(/^[abciow]\//, '')

/** Reads Git's quotes, in which bytes that are not ASCII are octal. */
function unquoted(name: string): string {
  if (!name.startsWith('"') || !name.endsWith('"')) return name
  const bytes: number[] = []
  const marks: Record<string, number> = { n: 10, t: 9, r: 13 }
  for (const [part] of name.slice(1, -1).matchAll(/\\[0-7]{3}|\\.|[^\\]/gsu)) {
    if (/^\\\d{3}/.test(part)) bytes.push(Number.parseInt(part.slice(1), 8))
    else if (part[0] === '\\') bytes.push(marks[part[1]] ?? part.charCodeAt(1))
    else bytes.push(...new TextEncoder().encode(part))
  }
  return new TextDecoder().decode(Uint8Array.from(bytes))
}
