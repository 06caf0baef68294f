import type { Row } from '../row.ts'

/** How assertions tell what they wanted and what they got. */
export const assertionRows: readonly Row[] = [
  {
    name: 'assertion failed',
    kind: 'assertion',
    weight: 9,
    pattern:
      '\\b([Aa]ssert(ion)?[\\w.]*!? *([Ff]ailed|[Ff]ailure|error|violated)|[Aa]ssertion [^ ]+( [^ ]+)?( [^ ]+)? failed|Assertion with|assert\\w* `|AssertionError|AssertionFailed|ASSERT(ION)? (FAILED|failed)|Lists differ|[Cc]omparison failed|expect\\(|[Ff]ailed asserting|[Cc]ondition not satisfied|[Ff]alsif\\w+|[Cc]ounterexample|Expected equality|Which is:|with expansion|is NOT correct|Evaluated:|has failed \\[|[Ee]xpectation failed|REQUIRE\\(|CHECK\\(|CHECK_|[Cc]heck failed|[Pp]recondition failed|[Pp]ostcondition|verification failed|Test Failed at|(is|are) not (equal|identical|close|true|TRUE|FALSE)|not equal\\b|[Dd]o(es)? ?n.t match|did not (equal|match|contain|throw|raise|satisfy)|values are not the same|[Mm]ismatch\\w*|[Nn]ot equal:|CU_ASSERT|XCTAssert|Assert\\.\\w+|assert[A-Z_]\\w*:?|recorded an issue|Difference \\(|assertEqual|Expect\\.)|^\\s*(REQUIRE|CHECK)\\( |^ASSERT:',
    unless: 'assertions enabled',
    hits: [
      "Assertion `n > 0' failed.",
      'Failed asserting that 2 matches expected 1.',
      'Lists differ: [1] != [2]',
      'assertion `left == right` failed',
      'Assert.AreEqual failed. Expected:<4>.',
    ],
    misses: ['assertions enabled', 'the expected time'],
  },
  {
    name: 'assertion that failed',
    kind: 'assertion',
    weight: 9,
    pattern: '\\b[Aa]ssert(ion)?s?\\b|^#\\s+`',
    also: '\\b([Ff]ailed|FAILED|failure|violated)\\b',
    hits: ["Assertion `n > 0' failed.", "#   `[ 1 = 2 ]' failed"],
    misses: ['assertions: 3 passed'],
  },
  {
    name: 'expected this, got that',
    kind: 'assertion',
    weight: 9,
    pattern: '\\b[Ee]xpect(ed|s|ing)?\\b|\\b([Ss]hould|[Mm]ust) (be|equal|have|contain|match|return|not)\\b',
    also: '\\b(but|got|to (not )?(equal|be|have|match|contain|eq|raise|include|throw|receive|return|deeply|strictly|find|fail|pass)|[Aa]ctual|received|found|instead|was|were|Was|never|differs?|vs\\.?)\\b',
    hits: [
      'expected 3 to equal 4',
      'Expected 1 but got 0',
      'opentest4j: expected <2> but was: <3>',
      'expected:<4> but was:<5>',
    ],
    misses: ['the expected time', 'expected soon'],
  },
  {
    name: 'got this, want that',
    kind: 'assertion',
    weight: 9,
    pattern: '\\b([Gg]ot|GOT|have|returned|actual|=)\\b',
    also: '\\b([Ww]ant(ed)?|WANT)\\b',
    unless: '\\b(you|we|I|they) (\\w+ )?want',
    hits: ['a_test.go:9: got 3, want 4', 'Sum() returned 3; want 4'],
    misses: ['if you want it, you got it'],
  },
  {
    name: 'two values that differ',
    kind: 'assertion',
    weight: 8,
    pattern:
      '[\\w)\\]\'"] (!=|!==|≠|≢|=/=|/=|<>) [\\w(\\[\'"{:-]|\\{(expected|value|badmatch|error|case_clause),|\\{:error,',
    flags: 'u',
    hits: ['  assert 1 != 2', '   {expected,3},', 'assert_eq 1 ≠ 2'],
    misses: ['a = b'],
  },
  {
    name: 'one half of a pair',
    kind: 'pair',
    weight: 8,
    pattern:
      '^\\s*([#|>*│-]\\s+)?([-+]\\s?)?(expected|actual|received|got|want|wanted|left|right|found|have|exp|act|given|but was|must be|should be|but|but got|difference|diff|value of|lhs|rhs|to equal|with diff|expected value|actual value|expected output|actual output|expect|was|instead got|returned|assertion|evaluates to|wanted value|we got|observed|computed|reference|is|output)( (value|result|output|type|was|is|to be|stdout|stderr|count|length|size|string|exception))?\\s*(\\(.*\\))?\\s*(:|=>?|<)(\\s|$|[\\[<"\'{])|^\\s+<[a-z*\\[][\\w.*\\[\\]{}]*( \\| [\\w:, ]+)?>: |^\\s+(not )?to (equal|be|have|match|contain|consist)\\b|^\\s*but (was|got):?|^\\s*#?\\s*<.*> (expected|but)|^\\s*actual +\\(',
    flags: 'iu',
    hits: [
      '      <int>: 5',
      '    to equal',
      '    Expected: > 42',
      '    Received:   42',
      '#          got: 2',
      '  left: 12',
      ' right: 13',
      '  Actual: "x"',
      'expected: 3',
      '  actual=<4>',
    ],
    misses: ['rightly so: yes', 'Foundation: built'],
  },
  {
    name: 'line of a comparison',
    kind: 'diff',
    weight: 4.5,
    pattern:
      '^([-+]\\s*[^-+\\s].*|@@ .* @@.*|--- \\S.*|\\+\\+\\+ \\S.*|diff --git .*|\\s+[-+]\\s\\S.*|\\s*\\^[~^-]*\\s*|\\s*[|│]?\\s*\\^[~^-]* .*)$|^[<>] \\S',
    flags: 'u',
    unless:
      '^\\s*(---\\s|\\+\\s+(export|cd|set|echo|sudo|mkdir|rm|cp|if|docker|git|curl)|- name:|- uses:|[-+]{3}$)|^\\s*-+$',
    hits: ['-  "a": 1', '+  "a": 2', '@@ -1,3 +1,3 @@', '          ^~~~'],
    misses: ['+ export A=1', '---'],
  },
]
