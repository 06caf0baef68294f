// Tasks on cuts of JSON.
import { isUnfused, share, shareOf, tellsNumber } from '../cut.mjs'

/** A text that stands for units that are left out. */
const MORE = /^… (\d+) more (?:items?|lines?)(?:, \d+ (?:error|warning)s?)* …$/
const MORE_KEYS = /^… keys? (\d+)(?:-(\d+))? …$/
const MORE_VALUE = /^(\d+) more keys?(?:, \d+ (?:error|warning)s?)*$/
const CLIP = /… \d+ more characters …/

function parsed(text) {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/**
 * Whether a value is another one with parts left out: items of arrays, keys of objects, the middle of strings. A fused
 * record is none.
 *
 * @param isTold whether each omission must be told in its place, with its number
 */
export function isPartOf(cut, full, isTold = true) {
  if (typeof cut === 'string' && typeof full === 'string') return isPartOfString(cut, full, isTold)
  if (Array.isArray(cut) && Array.isArray(full)) return areItemsOf(cut, full, isTold)
  if (cut === null || full === null || typeof cut !== 'object' || typeof full !== 'object')
    return cut === full
  return !Array.isArray(cut) && !Array.isArray(full) && areKeysOf(cut, full, isTold)
}

function isPartOfString(cut, full, isTold) {
  if (cut === full) return true
  const clip = CLIP.exec(cut) ?? (isTold ? null : /\.\.\.$|…$/.exec(cut))
  if (clip === null) return false
  return full.startsWith(cut.slice(0, clip.index)) && full.endsWith(cut.slice(clip.index + clip[0].length))
}

function areKeysOf(cut, full, isTold) {
  let number = 0
  for (const [key, value] of Object.entries(cut)) {
    const more = Object.hasOwn(full, key) ? null : MORE_KEYS.exec(key)
    const told = more ? (more[2] ?? more[1]) - more[1] + 1 : 0
    if (more && MORE_VALUE.exec(value)?.[1] === `${told}`) number += told
    else if (Object.hasOwn(full, key) && isPartOf(value, full[key], isTold)) number++
    else return false
  }
  return !isTold || number === Object.keys(full).length
}

function areItemsOf(cut, full, isTold) {
  let at = 0
  for (const item of cut) {
    const more = typeof item === 'string' ? MORE.exec(item) : null
    if (more && !(at < full.length && full[at] === item)) {
      at += Number(more[1])
      continue
    }
    while (!isTold && at < full.length && !isPartOf(item, full[at], isTold)) at++
    if (at >= full.length || !isPartOf(item, full[at], isTold)) return false
    at++
  }
  return !isTold || at === full.length
}

/** How many items of an array are in a cut, and how many its marks tell. */
function itemsTold(items) {
  return items.reduce(
    (sum, item) => sum + Number(typeof item === 'string' ? (MORE.exec(item)?.[1] ?? 1) : 1),
    0,
  )
}

/** The value at a path such as `['data', 'users']`. */
const at = (value, path) => path.reduce((inner, key) => inner?.[key], value)

function tellsItems(cut, path, number) {
  const items = at(parsed(cut.content), path)
  if (Array.isArray(items)) return itemsTold(items) === number
  return (
    tellsNumber(cut, { number, words: 'items', kept: -1 }) ||
    new RegExp(`"(total|count)": ?${number}\\b`).test(cut.content)
  )
}

/** Of the records that begin in a cut, those that are there to their end. */
function wholeRecords({ content, encoded }, records) {
  if (encoded) return undefined
  let begun = 0
  let whole = 0
  for (const record of records) {
    const from = content.indexOf(record.slice(0, record.indexOf(',') + 1))
    if (from < 0) continue
    begun++
    if (content.startsWith(record, from) || CLIP.test(content.slice(from, from + record.length))) whole++
  }
  return share(whole, begun)
}

/** Tasks on one document. */
export function jsonTasks({ text, records, arrays = [], keys = [] }) {
  const full = JSON.parse(text)
  return [
    { name: 'it parses', ask: (cut) => cut.parses ?? parsed(cut.content) !== undefined },
    { name: 'nothing is fused', ask: (cut) => isShown(cut, full, text) },
    {
      name: 'what is left out is told in its place',
      ask: ({ content }) => {
        const value = parsed(content)
        return value !== undefined && isPartOf(value, full)
      },
    },
    ...(records ? [{ name: 'records are whole', ask: (cut) => wholeRecords(cut, records) ?? 1 }] : []),
    ...arrays.map(({ path, number }) => ({
      name: `how many items ${path.join('.') || 'the array'} has`,
      ask: (cut) => tellsItems(cut, path, number),
    })),
    ...(keys.length > 0
      ? [
          {
            name: 'keys of the outer objects',
            ask: ({ content }) => shareOf(keys, (key) => hasKey(content, key)),
          },
        ]
      : []),
  ]
}

const hasKey = (content, key) =>
  content.includes(`"${key}"`) || new RegExp(`(^|\\s)${key}[:[]`, 'm').test(content)

function isShown(cut, full, text) {
  if (cut.encoded) return isUnfused(cut, text)
  const value = parsed(cut.content)
  return value === undefined ? isUnfused(cut, text) : isPartOf(value, full, false)
}

/** Tasks on JSON lines. */
export function jsonLinesTasks({ text, number }) {
  const lines = text.trimEnd().split('\n')
  const known = new Set(lines)
  const shown = ({ content }) => content.split('\n').filter((line) => line !== '')
  return [
    { name: 'each line parses', ask: (cut) => shareOf(shown(cut), (line) => parsed(line) !== undefined) },
    {
      name: 'lines are whole',
      ask: (cut) => {
        const own = shown(cut).filter((line) => !/^\[\.\.\.|more lines[^"]* …"$/.test(line))
        return shareOf(own, (line) => known.has(line) || isClippedLine(line, lines))
      },
    },
    { name: 'nothing is fused', ask: (cut) => isUnfused(cut, text) },
    {
      name: 'how many lines there are',
      ask: (cut) => {
        const kept = shown(cut).filter((line) => known.has(line)).length
        return tellsNumber(cut, { number, words: 'lines', kept, lines: number })
      },
    },
  ]
}

function isClippedLine(line, lines) {
  const value = CLIP.test(line) ? parsed(line) : undefined
  return value !== undefined && lines.some((each) => isPartOf(value, JSON.parse(each)))
}
