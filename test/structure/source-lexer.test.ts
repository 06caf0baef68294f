import { expect, test } from 'vitest'
import { SourceLexer } from '../../src/kinds/source-lexer.ts'

/** Whether a string, a comment or a document is open behind each line. */
function insideAfter(hasHashes: boolean, ...texts: string[]): boolean[] {
  const lexer = new SourceLexer()
  lexer.hasHashes = hasHashes
  return texts.map((text) => {
    lexer.line(text)
    return lexer.isInside
  })
}

test('a here-document goes on until its word, also where a string follows its beginning', () => {
  for (const first of ['cat <<EOF', 'cat <<-"EOF" > "a b.txt"', "cat <<'EOF' | sed 's/a/b/'"])
    expect(insideAfter(true, first, 'it’s "text', ' EOF x', 'EOF', 'ls')).toEqual([
      true,
      true,
      true,
      false,
      false,
    ])
})

test('strings and comments of several lines end where their marks do', () => {
  const code = ['a = b`x', 'it’s \\` "', 'y`', '/* " ', '*', "*/ 'a'"]
  expect(insideAfter(false, ...code)).toEqual([true, true, false, true, true, false])
  const script = ["'''doc", '""" it’s', "'''", '"""a"""', 'a = "b', 'c"']
  expect(insideAfter(true, ...script)).toEqual([true, true, false, false, true, false])
})

test('quotes in comments and in regular expressions open nothing', () => {
  expect(
    insideAfter(false, 'a = /["`]/ // `', 'b = (/[/`]\\/`/)', '// it’s a ` mark', 'x = a / b / "c"'),
  ).toEqual([false, false, false, false])
  expect(insideAfter(true, "# it's", "a=$b#'x'", 'echo \\" # "')).toEqual([false, false, false])
})
