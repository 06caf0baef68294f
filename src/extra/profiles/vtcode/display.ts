import { names } from '../../../check/names.ts'
import { oneOf, optionsOf, wholeOrInfinity } from '../../../check/values.ts'
import { invalidOption as invalid } from '../../../errors.ts'
import { checkedText, lines as linesIn, utf8Bytes } from '../text.ts'
import { spoolNotice } from './spool.ts'
import { stripAnsi } from './terminal.ts'
import { cutAtOrBefore } from './text.ts'

/** Most code points of a displayed line, clip mark included. */
export const MAX_LINE_LENGTH = 150
export const INLINE_STREAM_MAX_LINES = 30
export const MAX_CODE_LINES = 500
export const MAX_DIFF_LINES = 500
/** Lines of compact mode when `tailLines` is not given. */
const COMPACT_TAIL_LINES = 10
const CLIP_MARK = '...'

export type DisplayMode = 'inline' | 'compact' | 'fence' | 'diff'

export interface DisplayOptions {
  /** `inline` shows the last 30 lines, `compact` the last `tailLines`, `fence` and `diff` the first 500. */
  mode?: DisplayMode
  /** The file that holds the full output. It is named above the lines. */
  spoolPath?: string
  /** The language in the header of a fenced block. */
  language?: string
  /** Lines of compact mode, from 1 on; 10 by default. */
  tailLines?: number
}

const displayNames = names<DisplayOptions>()('mode spoolPath language tailLines')

export interface Display {
  /** The text that the user sees. */
  text: string
  truncated: boolean
  totalLines: number
  shownLines: number
  hiddenLines: number
  /** Number of shown lines that were cut at 150 code points. */
  clippedLines: number
}

/**
 * Shows an output as vtcode's terminal does: without escapes, with lines of at most 150 code points, and with a limit
 * of lines for each mode. A line says how much is hidden. The model reads the result of `truncate` instead.
 *
 * @throws {PithError} `PITH_INVALID_OPTION`, `PITH_INVALID_INPUT`
 * @example
 * display('a\nb\nc\n', { mode: 'compact', tailLines: 1 }).text // '[... 2 lines truncated ...]\nc'
 */
export function display(text: string, options?: DisplayOptions): Display {
  const given = optionsOf(options, displayNames)
  const mode = oneOf('mode', given.mode, ['inline', 'compact', 'fence', 'diff'], 'inline')
  const tailLines = wholeOrInfinity('tailLines', given.tailLines, COMPACT_TAIL_LINES, 1)
  const spoolPath = optionalText('spoolPath', given.spoolPath)
  const language = optionalText('language', given.language)
  const source = stripAnsi(text)
  const totalLines = linesIn(source)
  const fromStart = mode === 'fence' || mode === 'diff'
  const shown = fromStart
    ? firstLines(source, mode === 'fence' ? MAX_CODE_LINES : MAX_DIFF_LINES)
    : lastLines(source, mode === 'inline' ? INLINE_STREAM_MAX_LINES : tailLines)
  const hiddenLines = totalLines - shown.length
  const lines: string[] = []
  if (spoolPath !== undefined) lines.push(spoolNotice(utf8Bytes(source), totalLines, spoolPath))
  if (mode === 'fence') lines.push(fenceHeader(language))
  if (mode === 'fence' && totalLines === 0) lines.push('(no content)')
  if (hiddenLines > 0 && !fromStart) lines.push(hiddenMarker(hiddenLines))
  for (const line of shown) lines.push(clip(line))
  if (hiddenLines > 0 && fromStart) lines.push(moreMarker(hiddenLines, mode, spoolPath !== undefined))
  const clippedLines = shown.filter((line) => measure(line)[0] > MAX_LINE_LENGTH).length
  const truncated = hiddenLines > 0 || clippedLines > 0
  return {
    text: lines.join('\n'),
    truncated,
    totalLines,
    shownLines: shown.length,
    hiddenLines,
    clippedLines,
  }
}

function optionalText(name: string, value: unknown): string | undefined {
  if (value === undefined) return undefined
  if (typeof value === 'string' && value !== '') return checkedText(value)
  throw invalid(name, 'a non-empty string', value)
}

const hiddenMarker = (lines: number): string =>
  `[... ${lines} ${lines === 1 ? 'line' : 'lines'} truncated ...]`

/** Names the tool logs only when they hold the output. */
function moreMarker(lines: number, mode: DisplayMode, spooled: boolean): string {
  const where = spooled ? `, view full ${mode === 'diff' ? 'diff' : 'output'} in tool logs` : ''
  return `... (${lines} more ${lines === 1 ? 'line' : 'lines'} truncated${where})`
}

const shells = ['sh', 'bash', 'zsh', 'shell', 'pwsh', 'powershell', 'cmd', 'batch', 'bat']

/**
 * The header of a fenced block: `Shell (bash)` for a shell, `Rust block` for another language, else `Code block`.
 *
 * @example
 * fenceHeader('bash') // 'Shell (bash)'
 */
export function fenceHeader(language?: string): string {
  const name = firstWords(stripAnsi(language ?? '')).toLowerCase()
  if (name === '') return 'Code block'
  if (shells.includes(name)) return `Shell (${name})`
  const [first] = name
  return clip(`${first.toUpperCase()}${name.slice(first.length)} block`)
}

/**
 * Joins the first words with single spaces, at least as many as a header shows. Stops early, because a text may be
 * long.
 */
function firstWords(text: string): string {
  let words = ''
  for (const [word] of text.matchAll(/\S+/g)) {
    words += words === '' ? word : ` ${word}`
    if (words.length > 10 * MAX_LINE_LENGTH) break
  }
  return words
}

function firstLines(text: string, count: number): string[] {
  const lines: string[] = []
  for (let at = 0; at < text.length && lines.length < count; ) {
    const end = text.indexOf('\n', at)
    lines.push(text.slice(at, end === -1 ? text.length : end))
    at = end === -1 ? text.length : end + 1
  }
  return lines
}

function lastLines(text: string, count: number): string[] {
  const lines: string[] = []
  for (let end = text.endsWith('\n') ? text.length - 1 : text.length; text !== '' && lines.length < count; ) {
    const before = end === 0 ? -1 : text.lastIndexOf('\n', end - 1)
    lines.push(text.slice(before + 1, end))
    if (before === -1) break
    end = before
  }
  return lines.reverse()
}

/** Drops a line's final CR, turns others into spaces, and cuts a long line at a grapheme boundary with `...`. */
function clip(line: string): string {
  const [length, cut] = measure(line)
  if (length <= MAX_LINE_LENGTH) return clean(line)
  return clean(line.slice(0, cutAtOrBefore(line, cut))) + CLIP_MARK
}

const clean = (line: string): string => line.replace(/\r$/, '').replaceAll('\r', ' ')

/** The code points of a line, counted only until it is too long, and the code unit where its clip mark would begin. */
function measure(line: string): [length: number, cut: number] {
  let length = 0
  let cut = 0
  for (let i = 0; i < line.length && length <= MAX_LINE_LENGTH; i++) {
    if (length <= MAX_LINE_LENGTH - CLIP_MARK.length) cut = i
    const unit = line.charCodeAt(i)
    if (unit < 0xdc00 || unit >= 0xe000) length++
  }
  return [length, cut]
}
