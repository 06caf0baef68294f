// The words of a command behind those that only run it, and its operands.
import { WRAPPERS, type Wrapper } from './table.ts'

/** `sudo env nice …`: more of them are not passed over. */
const MOST_WRAPPERS = 8

/** A command without what only changes how it runs: the words behind `sudo`, or the line that `ssh` runs. */
export function unwrapped(given: readonly string[]): { words: readonly string[]; line?: string } | undefined {
  let words = given
  for (let tries = 0; tries < MOST_WRAPPERS; tries++) {
    const found = wrapperOf(words)
    if (!found) return { words }
    const rest = behind(words.slice(found.length), found.wrapper)
    // Such as `command -v`, `env` and `docker run IMAGE`.
    if (rest.length === 0 || (words[0] === 'command' && /^-[vV]/.test(words[1] ?? ''))) return { words }
    if (found.wrapper.isLine) return { words, line: rest.join(' ') }
    words = rest
  }
  return undefined
}

/** The wrapper that words begin with. Options before a subcommand are passed over: `docker --context x exec`. */
function wrapperOf(words: readonly string[]): { wrapper: Wrapper; length: number } | undefined {
  const name = baseName(words[0] ?? '')
  for (let length = Math.min(3, words.length); length > 0; length--) {
    const key = [name, ...words.slice(1, length)].join('+')
    if (Object.hasOwn(WRAPPERS, key)) return { wrapper: WRAPPERS[key], length }
  }
  return undefined
}

/** The words behind the options, the assignments and the operands of a wrapper. */
function behind(
  words: readonly string[],
  { takes = '', longs = '', skip = 0, isLine }: Wrapper,
): readonly string[] {
  const valued = splitWords(longs)
  let left = skip
  for (let at = 0; at < words.length; at++) {
    const word = words[at]
    if (word === '--') return words.slice(at + 1 + left)
    if (word.startsWith('--')) {
      if (valued.includes(word)) at++
    } else if (word.startsWith('-') && word.length > 1) {
      if (takes.includes(word[word.length - 1]) && word.length === 2) at++
    } else if (isLine || !/^[A-Za-z_]\w*=/.test(word)) {
      if (left === 0) return words.slice(at)
      left--
    }
  }
  return []
}

/** The words that are no options, and no values of options. */
export function operandsOf(words: readonly string[], takes = ''): string[] {
  const operands: string[] = []
  for (let at = 0; at < words.length; at++) {
    const word = words[at]
    if (word === '--') return [...operands, ...words.slice(at + 1)]
    if (word.startsWith('-') && word.length > 1) {
      if (word.length === 2 && takes.includes(word[1])) at++
    } else operands.push(word)
  }
  return operands
}

export const baseName = (path: string): string => path.slice(path.lastIndexOf('/') + 1)

/** Names that a text lists with spaces. */
export function splitWords(names: string): string[] {
  return names.split(/\s+/).filter(Boolean)
}
