/** Hostile streams for a terminal, as one unit that repeats. */
export interface HostileTerminal {
  name: string
  /** What comes once, before all units. */
  start?: string
  unit: (at: number) => string
  /** True when each unit changes much of the screen. */
  isSlow?: true
}

export const hostileTerminals: readonly HostileTerminal[] = [
  { name: 'a line of CRs', unit: () => '\r'.repeat(64) },
  { name: 'different progress lines', unit: (at) => `\r${at} of 1000000 files done, part-${at % 977}.o` },
  {
    name: 'progress lines that end',
    unit: (at) => `\rfetching ${at}\rfetching ${at} more${at % 9 === 0 ? '\n' : ''}`,
  },
  { name: 'overwritten errors', unit: (at) => `\rerror: part ${at} failed\rok` },
  {
    name: 'movement far past the window',
    unit: (at) => `x${at}\u001b[9999A\u001b[9999D\u001b[99999B\u001b[5000C\n`,
  },
  { name: 'places far outside', unit: (at) => `\u001b[${at % 400};${(at * 7919) % 9999}Hx\u001b[0;0Hy\n` },
  { name: 'unterminated sequences', unit: (at) => `\u001b[${at}\u001b]0;title\u001bP1$r` },
  { name: 'nested sequences', unit: (at) => `\u001b[3\u001b[3\u001b]8;;a\u001b[${at}m\u0007b\u001b\\` },
  { name: 'sequences of 8 bits', unit: (at) => `\u009b${at % 9}1mred\u009b2K\u009d0;title\u009c\u0085` },
  {
    name: 'very long sequences',
    unit: () => `\u001b[${'1;'.repeat(5000)}mx\u001b]0;${'t'.repeat(5000)}\u0007\n`,
  },
  { name: 'notation in carets', unit: (at) => `^[[${at % 9};1m^[[^[[3^[[m\u001b[m4m ^^[[[K\n` },
  {
    name: 'an alternate screen',
    start: '\u001b[?1049h',
    unit: (at) => `\u001b[${at % 24};1H\u001b[Kline ${at} of a pager\n`,
  },
  {
    name: 'screens by turns',
    isSlow: true,
    unit: (at) => `\u001b[?1049hpage ${at}\n\u001b[?1049lback ${at}\n`,
  },
  {
    name: 'rows inserted and scrolled',
    isSlow: true,
    unit: (at) => `\u001b[${at % 90}L\u001b[5;20r\u001b[9S${at}\u001bM\u001bD\u001b[r`,
  },
  {
    name: 'characters shifted and erased',
    isSlow: true,
    unit: (at) => `\u001b[${at % 300}@${at}\u001b[7P\u001b[3X\u001b[1K漢\b`,
  },
]

/** About `bytes` bytes of a stream, in chunks of about 64 KiB. */
export function* chunksOf({ start = '', unit }: HostileTerminal, bytes: number): Generator<Uint8Array> {
  const encoder = new TextEncoder()
  let text = start
  for (let at = 0, length = 0; length < bytes; at++) {
    const next = unit(at)
    text += next
    length += next.length
    if (text.length < 64 * 1024 && length < bytes) continue
    yield encoder.encode(text)
    text = ''
  }
}
