import { describe, expect, it } from 'vitest'
import { shellQuote } from '../../src/core/words/quote.ts'
import { shells } from '../support/shells.ts'

const all = ['sh', 'cmd', 'PowerShell 5.1', 'PowerShell 7']
const notCmd = ['sh', 'PowerShell 5.1', 'PowerShell 7']

/** The shells whose program gets the argument again. */
const readers = (argument: string, word: string): string[] =>
  all.filter(
    (shell) =>
      JSON.stringify(shells[shell](`show ${word} --all`)) === JSON.stringify(['show', argument, '--all']),
  )

describe('a word of a call', () => {
  it.each([
    ['build/a.log', 'build/a.log', all],
    ['node_modules/@types/x:1+2', 'node_modules/@types/x:1+2', all],
    ['-a.log', './-a.log', all],
    ['a b.log', '"a b.log"', all],
    ["it's.log", `"it's.log"`, all],
    ['it’s ‘so’', '"it’s ‘so’"', all],
    // A list, a splatted variable and a comment of PowerShell.
    ['a,b', '"a,b"', all],
    ['@types', '"@types"', all],
    ['#1 fails', '"#1 fails"', all],
    // What cmd does with these behind a quote that it takes for closed.
    ['a&b|c<d>(e);f^g', '"a&b|c<d>(e);f^g"', all],
    ['50% done', '"50% done"', all],
    ['C:\\logs\\a b.txt', '"C:\\logs\\a b.txt"', all],
    ['Fehler in „x', `'Fehler in „x'`, notCmd],
    // A POSIX shell and PowerShell would change these between double quotes, cmd takes no other ones.
    ['a $HOME', `'a $HOME'`, notCmd],
    ['a `b`', "'a `b`'", notCmd],
    ['wow!', `'wow!'`, notCmd],
    ['\\\\server\\a b', `'\\\\server\\a b'`, notCmd],
    // cmd has no way to write a percent sign, and 5.1 none for a double quote or a backslash before its own.
    ['%PATH% is', `'%PATH% is'`, notCmd],
    ['say "a"', `'say "a"'`, ['sh', 'PowerShell 7']],
    ['C:\\a b\\', `'C:\\a b\\'`, ['sh', 'PowerShell 7']],
    [`it's $1`, `'it'\\''s $1'`, ['sh']],
  ])('%j is %s', (argument, word, expected) => {
    expect(shellQuote(argument)).toBe(word)
    expect(readers(argument.startsWith('-') ? `./${argument}` : argument, word)).toEqual(expected)
  })

  it('without single quotes is read alike by all, and with them by a POSIX shell', () => {
    const hard = [...`a -_,;@#%^&|<>()[]{}=+~*?'"\\$\`!‘’“„/`]
    const failing: string[] = []
    for (const a of hard)
      for (const b of hard)
        for (const argument of [a + b, `${a} ${b}`, `x${a}${b}${a}`]) {
          const word = shellQuote(argument)
          const read = readers(argument.startsWith('-') ? `./${argument}` : argument, word)
          const isOfAll = !word.startsWith("'") && !/%.+%/.test(word)
          if (!read.includes('sh') || (isOfAll && read.length < all.length))
            failing.push(`${word} by ${read}`)
        }
    expect(failing).toEqual([])
  })
})
