/** The commands that agents call for each call of a tool. Their code is one file, for which V8's work is cached. */
const QUICK = new Set(['run', 'read', 'show', 'hook', '--shell-rest'])

/** Options of the filter that need more than that file. */
const APART = new Set(['--upstream', '--help', '-h', '--profile', '--print-config'])

/** Options of `show` that wait for a command. */
const WAITING = /^(-[^-]*f|--(follow|wait|since|timeout))/

/** Whether the quick commands can do what the words ask for. `isTerminal`: standard input is a terminal. */
export function isQuick(words: readonly string[], isTerminal: boolean): boolean {
  const [first] = words
  if (words.some((word) => APART.has(word.replace(/=.*/s, '')))) return false
  if (first === 'show' && words.some((word) => WAITING.test(word))) return false
  if (first === undefined) return !isTerminal
  if (QUICK.has(first)) return true
  return first.startsWith('-') && !isTerminal
}

/** The name under which the code of these words is cached: each command runs other functions. */
export const codeNameOf = ([first]: readonly string[]): string =>
  first !== undefined && QUICK.has(first) ? first.replace(/^-+/, '') : 'filter'
