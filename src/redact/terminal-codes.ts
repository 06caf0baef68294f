const ESC = 0x1b
const BACKSLASH = 0x5c

/** The spellings of ESC in strings of source text and JSON, behind the backslash. */
const SPELLINGS = [[0x65], [0x30, 0x33, 0x33], [0x78, 0x31, 0x62], [0x75, 0x30, 0x30, 0x31, 0x62]]

/**
 * The offset behind a terminal code that begins at `at`. `at` itself for one with a string inside, such as a link,
 * because the string may hold a secret. -1 when no code begins there.
 */
export function endOfControl(bytes: Uint8Array, at: number): number {
  const behind = endOfIntroducer(bytes, at)
  if (behind < 0) return -1
  // A C1 control is one character for ESC and a letter.
  const kind = bytes[at] === 0xc2 ? bytes[at + 1] - 0x40 : bytes[behind]
  const rest = bytes[at] === 0xc2 ? behind : behind + 1
  if (kind === 0x5b) return endOfSequence(bytes, rest)
  if (kind === 0x5d || kind === 0x50 || kind === 0x58 || kind === 0x5e || kind === 0x5f) return at
  if (bytes[at] === 0xc2) return behind
  let end = behind
  while (bytes[end] >= 0x20 && bytes[end] <= 0x2f) end++
  return bytes[end] >= 0x30 && bytes[end] <= 0x7e ? end + 1 : behind
}

function endOfIntroducer(bytes: Uint8Array, at: number): number {
  const byte = bytes[at]
  if (byte === ESC) return at + 1
  if (byte === 0xc2) return bytes[at + 1] >= 0x80 && bytes[at + 1] <= 0x9f ? at + 2 : -1
  if (byte !== BACKSLASH) return -1
  const spelling = SPELLINGS.find((letters) =>
    letters.every((letter, i) => bytes[at + 1 + i] === letter || (bytes[at + 1 + i] | 0x20) === letter),
  )
  return spelling ? at + 1 + spelling.length : -1
}

/** The offset behind the parameters and the last letter of a CSI sequence. Of one that is broken, only its `[` counts. */
function endOfSequence(bytes: Uint8Array, at: number): number {
  let end = at
  while (bytes[end] >= 0x20 && bytes[end] <= 0x3f) end++
  return bytes[end] >= 0x40 && bytes[end] <= 0x7e ? end + 1 : at
}
