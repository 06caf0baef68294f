// Kinds of tool output besides a log of ordinary lines. Each kind is the worst case of something.
import { errorText, generate, hex, MODULES, mixedLog, number, pick, stamp, WORDS, words } from './corpus.mjs'
import { createRandom } from './random.mjs'

const LF = 0x0a
/** Emoji of four bytes, with a skin tone, joined by U+200D, and a flag. One grapheme has up to 25 bytes. */
const EMOJI = ['😀', '🚀', '👍🏽', '👩‍👩‍👧‍👦', '🇨🇦', '🧪', '✅', '🔥']

/** Each function takes the most bytes to return. All kinds but the random bytes are whole lines of UTF-8. */
export const kinds = {
  mixed: (maxBytes) => mixedLog(maxBytes),
  'short lines': (maxBytes) => generate(maxBytes, 0x5407, shortLine),
  'long lines': (maxBytes) => generate(maxBytes, 0x1046, longLine),
  'one giant line': giantLine,
  tabs: (maxBytes) => generate(maxBytes, 0x7ab, tabLine),
  ANSI: (maxBytes) => generate(maxBytes, 0xa451, ansiLine),
  CJK: (maxBytes) => generate(maxBytes, 0xc1c, cjkLine),
  emoji: (maxBytes) => generate(maxBytes, 0xe03, emojiLine),
  '10 % errors': (maxBytes) => mixedLog(maxBytes, 10),
  'all errors': (maxBytes) => mixedLog(maxBytes, 1),
  'random bytes': randomBytes,
}

/** At most 12 bytes, and sometimes none. */
function shortLine(random, _line, isError) {
  if (isError) return pick(random, ['error', 'FAILED', 'panic: x', 'TypeError'])
  return pick(random, ['', 'ok', '.', 'PASS', `${number(random, 1000)}`, `- ${hex(random)}`, '}', '1..12'])
}

/** Lines of 4 to 16 KiB, like a bundler's output or minified JSON. */
function longLine(random, line, isError) {
  const length = 4096 + number(random, 12_000)
  const parts = []
  for (let size = 0; size < length; ) {
    const part = `{"id":"${hex(random)}","at":${line},"msg":"${words(random, 3)}"},`
    parts.push(part)
    size += part.length
  }
  if (isError) parts[number(random, parts.length)] = `{"msg":"${errorText(random)}"},`
  return parts.join('')
}

/**
 * A single line whose only error word is at its very end, so that a rival that stops at the first match must read it
 * all.
 */
function giantLine(maxBytes) {
  const lines = generate(
    maxBytes,
    0x91a,
    (random, line) => `${stamp(line)} ${words(random, 6)} ${hex(random)}`,
  )
  for (let i = 0; i < lines.length; i++) if (lines[i] === LF) lines[i] = 0x20
  lines.set(new TextEncoder().encode('error: end of the line\n'), lines.length - 23)
  return lines
}

/** Fields separated by tabs, so that every line has many bytes below the space. */
function tabLine(random, line, isError) {
  const status = isError ? errorText(random) : pick(random, WORDS)
  const fields = Array.from({ length: 8 }, () => hex(random).slice(number(random, 5)))
  return `${line}\t${pick(random, MODULES)}\t${fields.join('\t')}\t${status}\t\t${number(random, 9)}`
}

/** Colour escapes around every word. */
function ansiLine(random, _line, isError) {
  const coloured = (text) => `\x1b[${31 + number(random, 6)}m${text}\x1b[0m`
  const parts = Array.from({ length: 5 }, () => coloured(pick(random, WORDS)))
  if (isError) parts[2] = `\x1b[1;31m${errorText(random)}\x1b[0m`
  return `${parts.join(' ')} \x1b[2m${number(random, 900)} ms\x1b[0m`
}

/** Nearly every character is not ASCII and has three bytes. */
function cjkLine(random, line, isError) {
  let text = ''
  for (let i = 0; i < 20; i++) text += String.fromCharCode(0x4e00 + number(random, 0x5000))
  return isError ? `${line} ${text}：${errorText(random)}` : `${line} ${text}。`
}

function emojiLine(random, line, isError) {
  const pictures = Array.from({ length: 8 }, () => pick(random, EMOJI)).join('')
  return `${line} ${pictures} ${isError ? errorText(random) : pick(random, WORDS)}`
}

/** All bytes are equally frequent, so hardly anything is valid UTF-8. */
function randomBytes(maxBytes) {
  const random = createRandom(0xb17e5)
  const bytes = Uint8Array.from({ length: maxBytes }, () => number(random, 256))
  bytes[maxBytes - 1] = LF
  return bytes
}
