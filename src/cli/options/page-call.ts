import { commandOf } from '../../core/words/calls.ts'
import { shellQuote } from '../../core/words/quote.ts'
import { surface } from '../settings/surface.ts'
import type { Parsed } from './arguments.ts'

/** A longer call would leave too little room for the page. */
const MOST_CHARACTERS = 300

/** Where a page begins, and what does not go with that. */
const OF_PLACE = new Set(['offset', 'column', 'lines', 'query'])

let call: string | undefined

/** The call that this process was given, if it shows pages, without the place where the page begins. */
export const pageCall = (): string | undefined => call

/** Keeps the call of this process, before settings fill in its options. */
export function keepPageCall(name: string, { values, positionals }: Parsed): void {
  const options = Object.entries(values).flatMap(([option, value]) =>
    OF_PLACE.has(option) ? [] : [value].flat().map((one) => optionWord(option, one)),
  )
  const words = [commandOf(surface()), name, ...positionals.map(shellQuote), ...options].join(' ')
  if (surface() !== 'mcp' && words.length <= MOST_CHARACTERS && !/[\p{Cc}\u2028\u2029]/u.test(words))
    call = words
}

function optionWord(name: string, value: string | boolean | undefined): string {
  if (typeof value !== 'string') return `--${name}`
  // A quoted word may be a path, to which `./` is added.
  return value.startsWith('-')
    ? `--${name}='${value.replaceAll("'", `'\\''`)}'`
    : `--${name} ${shellQuote(value)}`
}
