// Four bytes at a time in plain JavaScript: the fastest way to count lines that has no Wasm and no native call.

const NEWLINES = 0x0a0a0a0a
const LOW_SEVEN = 0x7f7f7f7f
const LF = 0x0a
/** After this many words, a lane of eight bits might overflow. */
const WORDS_A_BATCH = 252

/** Counts LF bytes. A byte of `x` that is 0 adds 1 to its lane. */
export function countBySwar(bytes) {
  const first = Math.min(bytes.length, -bytes.byteOffset & 3)
  const wordCount = (bytes.length - first) >> 2
  const words = new Uint32Array(bytes.buffer, bytes.byteOffset + first, wordCount)
  let count = 0
  for (let i = 0; i < first; i++) if (bytes[i] === LF) count++
  for (let i = first + 4 * wordCount; i < bytes.length; i++) if (bytes[i] === LF) count++
  let at = 0
  while (at < wordCount) {
    const end = Math.min(at + WORDS_A_BATCH, wordCount)
    let lanes = 0
    for (; at + 2 <= end; at += 2) lanes = (lanes + newlinesIn(words[at]) + newlinesIn(words[at + 1])) | 0
    for (; at < end; at++) lanes = (lanes + newlinesIn(words[at])) | 0
    const pairs = (lanes & 0x00ff00ff) + ((lanes >>> 8) & 0x00ff00ff)
    count += (pairs + (pairs >>> 16)) & 0xffff
  }
  return count
}

function newlinesIn(word) {
  const x = word ^ NEWLINES
  return ~(((x & LOW_SEVEN) + LOW_SEVEN) | x | LOW_SEVEN) >>> 7
}
