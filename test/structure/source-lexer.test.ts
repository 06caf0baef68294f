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

test('a bracket that is open keeps a statement open, a parenthesis its lines', () => {
  const lexer = new SourceLexer()
  const states = ['a(', '[', ']', ')', ')', '{', '(', 'b'].map((text) => {
    lexer.line(text)
    return [lexer.isBracketOpen, lexer.isInParentheses]
  })
  const [closed, inBracket, inParentheses] = [
    [false, false],
    [true, false],
    [true, true],
  ]
  const afterBraces = [inBracket, inParentheses, inParentheses]
  expect(states).toEqual([inParentheses, inBracket, inParentheses, closed, closed, ...afterBraces])
  lexer.begin()
  expect([lexer.isBracketOpen, lexer.isInParentheses]).toEqual(closed)
})

test('the last character of code stands before blanks and comments, and stays behind lines without any', () => {
  const lexer = new SourceLexer()
  const last = ['a = 1; // b', '  ', '/* c */', 'd /* e', 'f */ g', 'h /* i */ j', 'k("l")'].map((text) => {
    lexer.line(text)
    return lexer.last
  })
  expect(last).toEqual([';', ';', ';', 'd', 'g', 'j', ')'])
})
