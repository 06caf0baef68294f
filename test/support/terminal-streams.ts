import fc from 'fast-check'

const CSI = '\x1b['

export const terminalWords = [
  'a',
  'bc',
  'hello world',
  'x'.repeat(30),
  '日本',
  'é',
  'e\u0301',
  '─█░',
  '🙂',
  'error: foo',
  ' ',
  '   ',
  '12%',
]

const controls = ['\n', '\n', '\r\n', '\r', '\r', '\b', '\t', '\v', '\x07', '\u0084', '\u0085']

const escapes = ['D', 'M', 'E', '7', '8', ']8;;http://x\x07', ']0;t\x1b\\', '(B'].map((text) => `\x1b${text}`)

const sequences = ['31m', '0m', '2K', '1K', '2J', '1J', 'J', 's', 'u', '?25l'].map((text) => CSI + text)

const counted = fc
  .tuple(fc.constantFrom(...'ABCDEFGHKLMPSTX@dmre`a'), fc.nat(5))
  .map(([letter, count]) => `${CSI}${count || ''}${letter}`)

const placed = fc.tuple(fc.nat(8), fc.nat(20)).map(([row, column]) => `${CSI}${row};${column}H`)

/** Text and controls in any order, without what xterm.js alone does not do: reset, the alternate screen. */
export const terminalStreams: fc.Arbitrary<string> = fc
  .array(
    fc.oneof(
      fc.constantFrom(...terminalWords),
      fc.constantFrom(...controls, ...escapes, ...sequences),
      counted,
      placed,
    ),
    { maxLength: 40 },
  )
  .map((pieces) => pieces.join(''))

const odd = [
  '^[[0m',
  '^[',
  '^',
  '[',
  '[0',
  'm',
  '\x1b',
  '\x1b[3',
  '\x1b]0;',
  '\x1b\\',
  '\u009b3',
  '\u009d',
  '\x1b[?1049h',
  '\x1b[?1049l',
  '\x1bc',
  '\0',
]

/** The same with sequences that are not whole, caret notation and the alternate screen. */
export const oddStreams: fc.Arbitrary<string> = fc
  .array(
    fc.oneof(
      { weight: 3, arbitrary: terminalStreams.map((text) => text.slice(0, 40)) },
      fc.constantFrom(...odd),
    ),
    {
      maxLength: 12,
    },
  )
  .map((pieces) => pieces.join(''))
