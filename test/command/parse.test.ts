import { describe, expect, test } from 'vitest'
import { type Pipeline, parseCommand } from '../../src/tools/command/parse.ts'
import { createRandom } from '../support/random.ts'

/** Pipelines as one line: stages by `|`, groups in brackets, `>` for a stage whose output goes to a file. */
const written = (pipelines: readonly Pipeline[]): string =>
  pipelines
    .map((stages) =>
      stages
        .map(
          ({ words, inner, isSilent }) =>
            (inner ? `(${written(inner)})` : words.join(' ')) + (isSilent ? ' >' : ''),
        )
        .join(' | '),
    )
    .join('; ')

const parsed = (line: string): string | undefined => {
  const pipelines = parseCommand(line)
  return pipelines && written(pipelines)
}

describe('a command line is read as a shell reads it', () => {
  test.each([
    ['a b && c | d', 'a b; c | d'],
    ['echo \'a b\' "c $d" e\\ f', 'echo a b c $d e f'],
    ['A=1 B="x y" make -j 4', 'make -j 4'],
    ['make > log 2>&1', 'make >'],
    ['make 2>/dev/null', 'make'],
    ['make &> log', 'make >'],
    ['echo x >&2', 'echo x'],
    ['a |& tee b', 'a | tee b'],
    ['a # b; c', 'a'],
    ['echo a#b', 'echo a#b'],
    ['echo $(cat "a b" | wc) `ls`', 'echo $(cat "a b" | wc) `ls`'],
    ['diff <(sort a) <(sort b)', 'diff <(sort a) <(sort b)'],
    ['(cd a; make) | tail', '(cd a; make) | tail'],
    ['{ a; b; } > f', '(a; b) >'],
    ['for x in a b; do c $x; done | d', '(c $x) | d'],
    ['if a; then b; elif c; then d; else e; fi', '(a; b; c; d; e)'],
    ['while read -r l; do echo "$l"; done < f', '(read -r l; echo $l)'],
    ['case $x in a|b) c;; *) d; e;; esac', '(c; d; e)'],
    ['[[ -f a && -d b ]] && c', 'test; c'],
    ['(( i > 3 )) || c', 'test; c'],
    ['f() { a; }\nb', 'b'],
    ['cat <<EOF > f\na "b\nEOF\nc', 'cat >; c'],
    ['a \\\n  b', 'a b'],
    ['! a && time b', 'a; time b'],
    ['echo "a', undefined],
    ['echo $(a', undefined],
    ['(a; b', undefined],
    ['for x in a; do b', undefined],
    ['cat <<EOF\na', undefined],
    ['a\0b', undefined],
    ['', ''],
  ])('%j', (line, expected) => {
    expect(parsed(line)).toBe(expected)
  })

  test('the text of a here-document and of a here-string is the input of its command', () => {
    expect(parseCommand('bash <<-EOF\n\tmake\n\tEOF\n')?.[0][0].input).toBe('\tmake')
    expect(parseCommand("sh <<< 'make all'")?.[0][0].input).toBe('make all')
  })
})

test('no line makes it throw, and deep ones are not read', () => {
  const random = createRandom(20_340_101)
  const parts = [
    'a',
    ' ',
    '"',
    "'",
    '\\',
    '$(',
    ')',
    '(',
    '{ ',
    '; }',
    '|',
    '&&',
    '\n',
    '<<E',
    '<(',
    '`',
    '>',
    'if ',
    'fi',
  ]
  for (let round = 0; round < 3000; round++) {
    let line = ''
    for (let left = random.below(30); left > 0; left--) line += random.pick(parts)
    parseCommand(line)
  }
  expect(parseCommand('('.repeat(50_000))).toBeUndefined()
  expect(parseCommand('$('.repeat(50_000))).toBeUndefined()
  expect(parseCommand('if '.repeat(20_000))).toBeUndefined()
  expect(parseCommand('a '.repeat(1_000_000))).toBeUndefined()
})
