// Parts of a log that the contenders' cuts are made of.

/**
 * @typedef {object} DecodedLog
 * @property {string} text
 * @property {Buffer} utf8
 * @property {string[]} lines
 */

/**
 * Turns a cut of a decoded log into one of bytes. Decodes a log once for all contenders and budgets, and returns it
 * whole when it needs no cut.
 *
 * @param {(log: DecodedLog, maxBytes: number) => string} cut
 */
export function onDecoded(cut) {
  return (bytes, maxBytes) => {
    const log = decoded(bytes)
    return log.utf8.length <= maxBytes ? log.text : cut(log, maxBytes)
  }
}

const logs = new WeakMap()

function decoded(bytes) {
  const known = logs.get(bytes)
  if (known) return known
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes)
  const log = { text, utf8: Buffer.from(text), lines: text.split('\n') }
  logs.set(bytes, log)
  return log
}

const isContinuation = (byte) => (byte & 0xc0) === 0x80

export function headOf(utf8, maxBytes) {
  let end = Math.min(maxBytes, utf8.length)
  while (end < utf8.length && isContinuation(utf8[end])) end--
  return utf8.toString('utf8', 0, end)
}

export function tailOf(utf8, maxBytes) {
  let start = Math.max(0, utf8.length - maxBytes)
  while (isContinuation(utf8[start])) start++
  return utf8.toString('utf8', start)
}

/** The lines of the log at these indexes, in order, until `maxBytes` are used up. The last line may be clipped. */
export function fill(lines, indexes, maxBytes) {
  let text = ''
  let left = maxBytes
  for (const index of indexes) {
    const line = `${lines[index]}\n`
    const bytes = Buffer.byteLength(line)
    if (bytes > left) return text + headOf(Buffer.from(line), left)
    text += line
    left -= bytes
  }
  return text
}

/** The indexes of the lines that match, in order, each with some lines before and after it. */
export function matching(lines, pattern, { before = 0, after = 0 } = {}) {
  const found = new Set()
  for (const [index, line] of lines.entries()) {
    if (!pattern.test(line)) continue
    const last = Math.min(lines.length - 1, index + after)
    for (let i = Math.max(0, index - before); i <= last; i++) found.add(i)
  }
  return found
}
