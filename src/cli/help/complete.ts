import { type CommandName, type CommandRow, commandRows, filterRow } from '../options/command-rows.ts'
import type { Completes } from '../options/rows.ts'
import { expanded, filled } from './lists.ts'

/** A word that can stand somewhere, and what it means. */
export interface Candidate {
  word: string
  says: string
}

/** What can stand for a word: these, or what the shell itself finds. `command`: the words from this place on are a command. */
export type Offer = readonly Candidate[] | 'artifact' | 'file' | 'folder' | { command: number }

interface Place {
  row: CommandRow
  hasName: boolean
  /** The option whose value comes next. */
  option: string | undefined
  /** Where a command to run begins. */
  rest: number | undefined
}

/** What can stand for the last of some words after `pith`. bash takes `--keep=head` for three words. */
export function offerFor(words: readonly string[]): Offer {
  const last = words.at(-1) ?? ''
  const { row, hasName, option, rest } = placeAfter(words.slice(0, -1))
  if (rest !== undefined) return { command: rest }
  if (option !== undefined) return beginning(last === '=' ? '' : last, offered(row.options[option].completes))
  const [, named, given] = /^--([\w-]+)=(.*)$/s.exec(last) ?? []
  if (named !== undefined && given !== undefined && Object.hasOwn(row.options, named)) {
    const values = offered(row.options[named].completes)
    return Array.isArray(values)
      ? beginning(
          last,
          values.map(({ word, says }) => ({ word: `--${named}=${word}`, says })),
        )
      : values
  }
  if (last.startsWith('-'))
    return beginning(
      last,
      Object.entries(row.options).map(([name, { says }]) => ({ word: `--${name}`, says: filled(says) })),
    )
  if (hasName)
    return row.operands === 'command' ? { command: words.length } : beginning(last, offered(row.operands))
  return beginning(
    last,
    Object.entries(commandRows).map(([word, { summary: says }]) => ({ word, says })),
  )
}

/** Reads the words in front of the one that is completed. */
function placeAfter(words: readonly string[]): Place {
  const place: Place = { row: filterRow, hasName: false, option: undefined, rest: undefined }
  for (const [at, word] of words.entries()) {
    if (word === '=' && place.option !== undefined) continue
    const isValue = place.option !== undefined
    place.option = undefined
    if (isValue) continue
    if (word === '--') return { ...place, rest: at + 2 }
    if (word.startsWith('--')) {
      const name = word.slice(2)
      if (Object.hasOwn(place.row.options, name) && place.row.options[name].value !== undefined)
        place.option = name
    } else if (!word.startsWith('-') && !place.hasName) {
      place.hasName = true
      if (Object.hasOwn(commandRows, word)) place.row = commandRows[word as CommandName]
    } else if (!word.startsWith('-') && place.row.takesCommand && word !== 'wrap')
      return { ...place, rest: at + 1 }
  }
  return place
}

/** Undefined completes offer nothing. */
function offered(completes: Completes | undefined): Offer {
  if (completes === 'command') return []
  if (typeof completes === 'string') return completes
  return expanded(completes ?? []).map((word) => ({ word, says: '' }))
}

const beginning = (start: string, offer: Offer): Offer =>
  Array.isArray(offer) ? (offer as Candidate[]).filter(({ word }) => word.startsWith(start)) : offer
