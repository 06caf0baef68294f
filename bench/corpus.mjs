// Synthetic input, the same bytes in every run: a log of about 80 bytes per line.
import { createRandom } from './random.mjs'

const LF = 0x0a

/** One line in this many is an error line. Line 20 is one too, so that even a small input has an error. */
const ERROR_EVERY = 125
const FIRST_ERROR_LINE = 20

const LEVELS = ['INFO ', 'INFO ', 'INFO ', 'DEBUG', 'TRACE', 'WARN ']
const MODULES = ['http', 'scheduler', 'db.pool', 'cache', 'auth', 'billing', 'indexer', 'mailer']
const WORDS =
  'request response default session worker queued retry connected accepted upstream handler payload merged pending buffer refreshed table index snapshot'.split(
    ' ',
  )
const ERRORS = [
  'ERROR connection reset by peer',
  'error[E0425]: name used before it was declared',
  'Fatal: no space left on device',
  'job 17 failed after 3 attempts',
  'panic: runtime index out of range',
  'Segmentation fault at 0x7f31',
  'EXCEPTION while reading the frame',
  'open /etc/app.toml: permission denied',
  'could not resolve host',
]
// A regex with `\b` before the word misses these two: after a colour escape, and inside CamelCase.
const HIDDEN_ERRORS = ['\x1b[31mERROR\x1b[0m lost the lease', 'TypeError: x is not a function']

/** A log as a build or a service writes it, with some JSON lines, UTF-8, colour escapes and tabs. */
export function mixedLog(maxBytes) {
  const random = createRandom(0x5eed)
  const bytes = new Uint8Array(maxBytes)
  const encoder = new TextEncoder()
  let at = 0
  for (let line = 1; ; line++) {
    const isError = line === FIRST_ERROR_LINE || random() * ERROR_EVERY < 1
    const text = `${mixedLine(random, line, isError)}\n`
    const { read, written } = encoder.encodeInto(text, bytes.subarray(at))
    if (read < text.length) return bytes.subarray(0, at)
    at += written
  }
}

/**
 * A range of `size` bytes near the beginning of the input. It ends at a line end and begins at a character, perhaps
 * inside a line.
 */
export function ending(bytes, size) {
  let end = bytes.indexOf(LF, size - 1) + 1
  while (end > 0 && isContinuation(bytes[end - size])) end = bytes.indexOf(LF, end) + 1
  if (end === 0) throw new Error(`Expected an input that has a line end behind ${size} bytes.`)
  return bytes.subarray(end - size, end)
}

const isContinuation = (byte) => (byte & 0xc0) === 0x80

const pick = (random, list) => list[Math.floor(random() * list.length)]
const number = (random, below) => Math.floor(random() * below)
const hex = (random) => number(random, 0x1000000).toString(16).padStart(6, '0')

function words(random, count) {
  let text = ''
  for (let i = 0; i < count; i++) text += `${i ? ' ' : ''}${pick(random, WORDS)}`
  return text
}

function stamp(line) {
  const seconds = Math.floor(line / 40)
  const two = (n) => String(n % 60).padStart(2, '0')
  const milliseconds = String((line * 25) % 1000).padStart(3, '0')
  return `2026-03-14T${String(Math.floor(seconds / 3600) % 24).padStart(2, '0')}:${two(Math.floor(seconds / 60))}:${two(seconds)}.${milliseconds}Z`
}

const errorText = (random) => (random() < 0.1 ? pick(random, HIDDEN_ERRORS) : pick(random, ERRORS))

function mixedLine(random, line, isError) {
  if (isError) return `${stamp(line)} [${pick(random, MODULES)}] ${errorText(random)} (${hex(random)})`
  const kind = random()
  if (kind < 0.03)
    return `${stamp(line)} INFO  [mailer] an „${words(random, 2)}“ → café №${number(random, 999)} ✓`
  if (kind < 0.06) return `\x1b[32m✔\x1b[0m ${words(random, 5)} \x1b[2m(${number(random, 900)} ms)\x1b[0m`
  if (kind < 0.12) return `{"ts":${line},"level":"info","id":"${hex(random)}","msg":"${words(random, 4)}"}`
  if (kind < 0.16)
    return `\tat ${pick(random, WORDS)} (/app/src/${pick(random, MODULES)}.js:${number(random, 400)}:7)`
  if (kind < 0.18) return ''
  return `${stamp(line)} ${pick(random, LEVELS)} [${pick(random, MODULES)}] ${words(random, 4)} ${hex(random)} in ${number(random, 500)} ms`
}
