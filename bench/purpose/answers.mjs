// Whether a text that a model sees answers a question.
import { linesOf, tellsNumber } from '../structure/cut.mjs'

/**
 * A question about a recording. Its answer is one of:
 *
 * @typedef {object} Question
 * @property {string} ask
 * @property {string[]} [pieces] a key and what is said of it: they stand in one line, in this order
 * @property {string[]} [lines] whole lines, each at most a few lines below the one before
 * @property {{ line: string, heading: string, isHeading: RegExp }} [under] a line, below its own heading and no other
 * @property {string[]} [path] parts of a path, which one line names in this order: `src/{a.c 2, core/{b.c 1}}`
 * @property {{ number: number, words: string, isEntry: (line: string) => boolean }} [count] a number that the text tells
 */

/** Lines of an answer stand at most so far apart. */
const REACH = 6

/** What is looked at in a cut, made once for all questions. */
export const shownOf = ({ text, content = text }) => ({
  text,
  content,
  lines: linesOf(text).map((line) => line.trimEnd()),
})

/** @param {Question} question */
export function isAnswered(shown, { pieces, lines, under, path, count }) {
  if (pieces ?? path) return shown.lines.some(matcherOf(pieces ?? path))
  if (lines) return placesOf(shown.lines, lines) > 0
  if (under) return placesUnder(shown.lines, under) > 0
  return tellsCount(shown, count)
}

/** In how many places a text gives the answer. A question needs just one in its recording. */
export function answersIn(all, { pieces, lines, under }) {
  if (pieces) return all.filter(matcherOf(pieces)).length
  if (lines) return placesOf(all, lines)
  return under ? placesUnder(all, under) : 1
}

const matchers = new WeakMap()

/** Tells whether a line has these texts, as whole words and in this order. */
function matcherOf(pieces) {
  const known = matchers.get(pieces)
  if (known) return known
  const pattern = new RegExp(pieces.map(bounded).join('.*?'), 'u')
  const [first] = pieces
  const matches = (line) => line.includes(first) && pattern.test(line)
  matchers.set(pieces, matches)
  return matches
}

function bounded(piece) {
  const escaped = piece.replaceAll(/[\\^$.*+?()[\]{}|/]/g, '\\$&')
  return `${/^\w/.test(piece) ? '(?<![\\w])' : ''}${escaped}${/\w$/.test(piece) ? '(?![\\w])' : ''}`
}

/** In how many places a line stands below its heading. In a cut, the last heading above it may be another one. */
function placesUnder(shown, { line, heading, isHeading }) {
  let last
  return shown.filter((each) => {
    if (isHeading.test(each)) last = each
    return each === line && last === heading
  }).length
}

function placesOf(shown, [first, ...others]) {
  let places = 0
  for (const [start, line] of shown.entries()) {
    if (line !== first) continue
    let at = start
    const follows = others.every((other) => {
      const next = shown.slice(at + 1, at + 1 + REACH).indexOf(other)
      at += next + 1
      return next >= 0
    })
    if (follows) places++
  }
  return places
}

function tellsCount({ text, content, lines }, { number, words, isEntry, all }) {
  const kept = lines.filter(isEntry).length
  if (kept === number || hostTells(text, lines, all)) return true
  return tellsNumber({ text, content }, { number, words, kept, lines: all })
}

/** The lines that the marker of Claude Code takes: itself, two empty lines, and two ends of lines that are cut. */
const MARKER_LINES = 5

/** Whether the words of a host tell how many lines there were. Ends of cut lines may count twice. */
function hostTells(text, lines, all) {
  if (text.startsWith(`Total output lines: ${all}\n`)) return true
  const [, left] = /^\.\.\. \[(\d+) lines truncated\] \.\.\.$/m.exec(text) ?? []
  return left !== undefined && Math.abs(lines.length - MARKER_LINES + Number(left) - all) <= 2
}
