import { type ToolEvent, writeEvent } from '../extra/events/events.ts'
import { digestOf } from './digest.ts'

// Each record of a log holds the hash of the one before it, and its own. To change, remove or insert a record without a
// trace, somebody would have to write all later records again. Even then the last hash differs.

const HASH_DIGITS = 32
const LINK = new RegExp(
  `^(.*"previous":"((?:[0-9a-f]{${HASH_DIGITS}})?)"),"hash":"([0-9a-f]{${HASH_DIGITS}})"\\}$`,
  's',
)

const hashOf = (words: string): string => digestOf(words, HASH_DIGITS)

/** An event as a line that follows the one with this hash. Empty for the first one. */
export function chainedLine(event: ToolEvent, previous: string): { line: string; hash: string } {
  const words = writeEvent({ ...event, previous }).slice(0, -2)
  const hash = hashOf(words)
  return { line: `${words},"hash":"${hash}"}\n`, hash }
}

/** What a line says of its place in the chain. Undefined for a line without one. */
export function linkOf(line: string): { previous: string; hash: string; isTrue(): boolean } | undefined {
  const [, words, previous, hash] = LINK.exec(line) ?? []
  return words === undefined ? undefined : { previous, hash, isTrue: () => hashOf(words) === hash }
}
