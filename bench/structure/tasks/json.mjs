// Tasks on cuts of JSON.
import { isUnfused, share, shareOf, tellsNumber } from '../cut.mjs'

/** A text that stands for units that are left out. */
const MORE = /^… (\d+) more (?:items|lines) …$/
const MORE_KEYS = /^… keys (\d+)-(\d+) …$/
const CLIP = /… \d+ more characters …/

export function parsed(text) {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/**
 * Whether a value is another one with parts left out in the documented form: items of arrays, keys of objects, the
 * middle of strings. A fused record is none.
 */
export function isPartOf(cut, full) {
  if (typeof cut === 'string' && typeof full === 'string') {
    if (cut === full) return true
    const clip = CLIP.exec(cut)
    return (
      clip !== null &&
      full.startsWith(cut.slice(0, clip.index)) &&
      full.endsWith(cut.slice(clip.index + clip[0].length))
    )
  }
  if (Array.isArray(cut) && Array.isArray(full)) return areItemsOf(cut, full)
  if (cut === null || full === null || typeof cut !== 'object' || typeof full !== 'object')
    return cut === full
  return !Array.isArray(cut) && !Array.isArray(full) && areKeysOf(cut, full)
}

/** Whether keys have values of the object, and whether marks tell how many keys are left out. */
function areKeysOf(cut, full) {
  let number = 0
  for (const [key, value] of Object.entries(cut)) {
    const more = Object.hasOwn(full, key) ? null : MORE_KEYS.exec(key)
    if (more && value === `${more[2] - more[1] + 1} more keys`) number += more[2] - more[1] + 1
    else if (Object.hasOwn(full, key) && isPartOf(value, full[key])) number++
    else return false
  }
  return number === Object.keys(full).length
}

/** Whether items stand in the array in this order, and whether marks tell how many are left out in their place. */
function areItemsOf(cut, full) {
  let at = 0
  for (const item of cut) {
    const more = typeof item === 'string' ? MORE.exec(item) : null
    if (more && !(at < full.length && full[at] === item)) {
      at += Number(more[1])
      continue
    }
    if (at >= full.length || !isPartOf(item, full[at])) return false
    at++
  }
  return at === full.length
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
    { name: 'it shows only what the document has, in place', ask: (cut) => isShown(cut, full, text) },
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
  return value === undefined ? isUnfused(cut, text) : isPartOf(value, full)
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
        const own = shown(cut).filter((line) => !/^\[\.\.\.|more lines …"$/.test(line))
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
