// How shells read one command line, as their documents say. A word that they do not pass on makes it undefined.

import { shellWords } from './grammar.ts'

/**
 * "Parsing C command-line arguments" of Microsoft Learn: a backslash is one, but before a double quote two stand for one,
 * and one makes the quote a character.
 */
function programWords(line: string): string[] {
  const words: string[] = []
  let word: string | undefined
  let isQuoted = false
  for (const [part, backslashes, quote] of line.matchAll(/(\\*)(")|./gsu)) {
    if (quote) {
      word = (word ?? '') + '\\'.repeat(backslashes.length >> 1)
      if (backslashes.length % 2) word += '"'
      else isQuoted = !isQuoted
    } else if (/[ \t]/.test(part) && !isQuoted) {
      if (word !== undefined) words.push(word)
      word = undefined
    } else word = (word ?? '') + part
  }
  return word === undefined ? words : [...words, word]
}

/** `cmd /?`, and "Everyone quotes command line arguments the wrong way" of Microsoft: it knows nothing of `\"`. */
function readByCmd(line: string): string | undefined {
  let read = ''
  let isQuoted = false
  for (let at = 0; at < line.length; at++) {
    if (line[at] === '"') isQuoted = !isQuoted
    if (!isQuoted && line[at] === '^') at++
    else if (!isQuoted && /[&|<>()]/.test(line[at])) return undefined
    read += line[at] ?? ''
  }
  return read
}

/** The program is a batch file, as npm makes one: cmd reads what it passes on a second time. */
function cmdWords(line: string): string[] | undefined {
  const variables = line.replace(/%([^%]+)%/g, 'the value of $1')
  const passed = readByCmd(variables)
  const again = passed === undefined ? undefined : readByCmd(passed)
  return again === undefined ? undefined : programWords(again)
}

/** about_Quoting_Rules and about_Parsing of PowerShell. Curly quotes are quotes, and behind a quoted word begins another. */
function powershellWords(line: string): string[] | undefined {
  const words: string[] = []
  const token =
    /\s+|['‘-‛]((?:[^'‘-‛]|['‘-‛]{2})*)['‘-‛]|["“-„]((?:[^"“-„$`]|["“-„]{2})*)["“-„]|([^\s'‘-‛"“-„$`;&|<>(){},@#][^\s'‘-‛"“-„$`;&|<>(){},]*)/gy
  for (let end = 0; end < line.length; end = token.lastIndex) {
    const found = token.exec(line)
    if (!found) return undefined
    const [, verbatim, expanded, bare] = found
    const word = verbatim?.replace(/(['‘-‛])./gu, '$1') ?? expanded?.replace(/(["“-„])./gu, '$1') ?? bare
    if (word !== undefined) words.push(word)
  }
  return words
}

/** `$PSNativeCommandArgumentPassing` in about_Preference_Variables: `Legacy`, which 5.1 alone has, escapes no quote. */
const legacyLine = (words: readonly string[]): string =>
  words.map((word) => (/\s/.test(word) ? `"${word}"` : word)).join(' ')

/** The same place: `Windows`, the setting from 7.3 on, writes words so that the program reads them again. */
const standardLine = (words: readonly string[]): string =>
  words
    .map(
      (word) =>
        `"${word.replace(/(\\*)("|$)/g, (_, slashes, quote) => slashes + slashes + (quote && `\\${quote}`))}"`,
    )
    .join(' ')

const through = (words: string[] | undefined, line: (words: readonly string[]) => string) =>
  words && programWords(line(words))

/** The arguments that a program gets from a command line, by the shell that reads it. */
export const shells: Record<string, (line: string) => string[] | undefined> = {
  sh: shellWords,
  cmd: cmdWords,
  'PowerShell 5.1': (line) => through(powershellWords(line), legacyLine),
  'PowerShell 7': (line) => through(powershellWords(line), standardLine),
}
