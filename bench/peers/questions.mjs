// Questions about the quality of a cut, put to each contender with small generated inputs. An answer is true, false, or
// undefined when a contender says nothing about it.

const LF = 0x0a
const ERROR = 'error[E0425]: cannot find value `total` in this scope'
const CLUSTER = '👩‍👩‍👧‍👦'
const LINES = 12_000

const lines = (count, lineOf) => Array.from({ length: count }, (_, i) => lineOf(i)).join('')
const log = (count, word = 'compiled unit') =>
  lines(count, (i) => `step ${i}: ${word} ${(i * 7919) % 1000}\n`)

const long = log(LINES)
const cjk = log(LINES, '編譯單元已經完成')
const ended = { '\n': long, 'no end': long.slice(0, -1) }
const counted = [
  ...Object.values(ended),
  long.replaceAll('\n', '\r\n'),
  long.replaceAll('5', '\r'),
  `${long}\n\n`,
]
const giant = 'x'.repeat(300_000)

/** @type {{ short: string, asks: string, answer: (contender: object) => boolean | undefined }[]} */
export const questions = [
  {
    short: 'error kept',
    asks: `an error line in the middle of ${2 * LINES} lines is in the result`,
    answer: (contender) => textOf(contender, `${long + ERROR}\n${long}`).includes(ERROR),
  },
  {
    short: 'limit held',
    asks: 'what comes out, markers included, is within the limit in its own unit: logs, CJK, one giant line',
    answer: (contender) => everyText(contender, [long, cjk, giant, `${cjk}${giant}`], isWithin),
  },
  {
    short: 'in bytes',
    asks: 'the number of the limit also holds in UTF-8 bytes, as a provider counts a request',
    answer: (contender) =>
      everyText(contender, [long, cjk], (text, { amount }) => Buffer.byteLength(text) <= amount),
  },
  {
    short: 'at limit',
    asks: 'an input exactly at the limit comes back as it is',
    answer: (contender) => {
      const { amount } = contender.limit
      const line = `${'y'.repeat(99)}\n`
      const text = line.repeat(Math.floor(amount / line.length)) + 'z'.repeat(amount % line.length)
      return textOf(contender, text) === text
    },
  },
  {
    short: 'well formed',
    asks: 'no lone surrogate, wherever a line of emoji is cut',
    answer: (contender) =>
      everyText(contender, shifted('😀'.repeat(100_000), 4), (text) => text.isWellFormed()),
  },
  {
    short: 'clusters whole',
    asks: 'no cut within a grapheme cluster (a family emoji)',
    answer: (contender) =>
      everyText(
        contender,
        shifted(CLUSTER.repeat(20_000), 4),
        (text) => !/\p{Extended_Pictographic}|\u200d|[\ud800-\udfff]/u.test(text.replaceAll(CLUSTER, '')),
      ),
  },
  {
    short: 'giant line',
    asks: 'the end of a giant last line is shown',
    answer: (contender) => textOf(contender, `${long}${giant}the end`).includes('xxxthe end'),
  },
  {
    short: 'line count',
    asks: 'says how many lines there were, as `wc -l` and an unterminated last line: LF, CRLF, lone CR, no final LF',
    answer: (contender) => countIsRight(contender, 'totalLines', lineCount),
  },
  {
    short: 'byte count',
    asks: 'says how many bytes there were',
    answer: (contender) => countIsRight(contender, 'totalBytes', (text) => Buffer.byteLength(text)),
  },
]

/** A contender's answer to each question, by the question's short name. */
export const answersOf = (contender) =>
  Object.fromEntries(questions.map(({ short, answer }) => [short, answer(contender)]))

/** A row per contender, a column per question. */
export const answerRows = (all) => [
  ['', ...questions.map(({ short }) => short)],
  ...all.map(({ name, answers }) => [name, ...questions.map(({ short }) => word(answers[short]))]),
]

const word = (answer) => (answer === undefined ? 'not told' : answer ? 'yes' : 'no')

const textOf = ({ run, read }, input) => read(run(input)).text

const everyText = (contender, inputs, holds) =>
  inputs.every((input) => holds(textOf(contender, input), contender.limit))

function isWithin(text, { lines, amount, unit }) {
  const size = unit === 'bytes' ? Buffer.byteLength(text) : text.length
  return size <= amount && lineCount(text) <= lines
}

/** The text with 0 to n - 1 characters before and after it, so that cuts fall at every position inside a unit. */
const shifted = (text, n) =>
  lines(n, (i) => `${'a'.repeat(i)}${text}\n`)
    .trimEnd()
    .split('\n')
    .flatMap((line, i) => [line, `${line}${'b'.repeat(n - i)}`])

function countIsRight({ run, read }, key, expected) {
  const counts = counted.map((input) => [read(run(input))[key], expected(input)])
  if (counts.every(([count]) => count === undefined)) return undefined
  return counts.every(([count, right]) => count === right)
}

function lineCount(text) {
  const bytes = Buffer.from(text)
  let count = bytes.length > 0 && bytes.at(-1) !== LF ? 1 : 0
  for (const byte of bytes) if (byte === LF) count++
  return count
}
