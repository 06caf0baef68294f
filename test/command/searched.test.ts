import { expect, it } from 'vitest'
import { searchFor } from '../../src/host/command-search.ts'
import { searchedFor } from '../../src/tools/command/searched.ts'

const bytesOf = (text: string) => new TextEncoder().encode(text)
/** What stands before the end of the first match. */
function foundIn(command: string, text: string): string | undefined {
  const searched = searchedFor(command.split(' '))
  if (!searched) return undefined
  const bytes = bytesOf(text)
  const end = searchFor(searched)(bytes, 0, bytes.length)
  return end < 0 ? undefined : new TextDecoder().decode(bytes.subarray(0, end))
}

it('the pattern of a command finds what the command finds', () => {
  for (const [command, text, found] of [
    ['grep -rn two src', 'one two', 'one two'],
    ['/usr/bin/grep -nA 3 two a', 'one two', 'one two'],
    ['grep -A3 -e two a', 'one two', 'one two'],
    ['grep --regexp=two a', 'one two', 'one two'],
    ['git grep -i TWO', 'one two', 'one two'],
    ['grep one\\|two a', 'a two', 'a two'],
    ['grep f(x) a', 'fx f(x)', 'fx f(x)'],
    ['grep -E f(x) a', 'f(x) fx', 'f(x) fx'],
    ['egrep a+ a', 'baa', 'ba'],
    ['grep a+ a', 'aa a+', 'aa a+'],
    ['rg \\bto\\w+ src', 'auto today', 'auto to' + 'd'],
    ['grep -F a.c a', 'abc a.c', 'abc a.c'],
    ['fgrep (x a', 'x (x', 'x (x'],
    ['grep -w in a', 'inner in', 'inner in'],
    ['grep \\<in\\> a', 'inner in', 'inner in'],
    ['grep [[:digit:]]x a', 'ax 1x', 'ax 1x'],
    ['grep -e one -e two a', 'the two', 'the two'],
    ['rg -S two', 'TWO', 'TWO'],
    ['findstr /I /C:two a.txt', 'TWO', 'TWO'],
    ['rg (?=two)two', 'a (?=two)two', 'a (?=two)two'],
    ['grep -v two a', 'two', undefined],
    ['grep -f list a', 'a', undefined],
    ['cat two', 'two', undefined],
    ['grep', 'two', undefined],
  ] as const)
    expect([command, foundIn(command, text)]).toEqual([command, found])
})

it('a hostile pattern takes time in proportion to the text', () => {
  const text = 'a'.repeat(8192)
  for (const pattern of ['(a+)+$b', '(a|a)*c', '(.*)(.*)(.*)x', '(a{0,50}){0,50}d'])
    expect(foundIn(`rg ${pattern}`, text)).toBeUndefined()
})

it('the texts that a filter of jq looks for are found in what it prints', () => {
  const json = '{"name":"nax x","tag":"x","re":"a1 b2","path":"C:\\\\x"}'
  for (const [words, text, found] of [
    [['.[] | select(.tag == "x")'], json, '{"name":"nax x","tag":"x"'],
    [['-c', '.[]|select(has("tag"))', 'a.json'], json, '{"name":"nax x","tag"'],
    [['-r', '.[] | select(.tag == "x") | .name'], 'na x', 'na x'],
    [['--arg', 'k', 'v', '-r', '.[] | select(.re|test("B\\\\d"; "i")) | .re'], 'a1 b2 c', 'a1 b2'],
    [['.. | strings | select(match("b[0-9]"))'], json, '{"name":"nax x","tag":"x","re":"a1 b2'],
    [['.[] | select((.name|startswith("z")) or (.name|endswith("ax x")))'], json, '{"name":"nax x'],
    [['.[] | select(.path | contains("C:\\\\x"))'], json, json.slice(0, -2)],
    [['-rj', '.[] | select(.a | contains("(x"))'], 'y (x', 'y (x'],
    [['.[] | select(.tag == "x" | not)'], json, undefined],
    [['.[] | select(.tag != "x")'], json, undefined],
    [['.[] | select(.tag == $x)'], json, undefined],
    [['.[] | select(.tag == "\\(.x)")'], json, undefined],
    [['.[] | select(.a == "x" or (.b | test("y"; "i")))'], json, undefined],
    [['-f', 'filter.jq', 'a == "x"'], json, undefined],
    [['.tag'], json, undefined],
    [[], json, undefined],
  ] as const) {
    const searched = searchedFor(['jq', ...words])
    const end = searched ? searchFor(searched)(bytesOf(text), 0, text.length) : -1
    expect([words, end < 0 ? undefined : text.slice(0, end)]).toEqual([words, found])
  }
})
