import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** Material beside the checkout, where there is any, and short samples that are always there. */

export interface Sample {
  name: string
  bytes: Uint8Array
}

const shared = fileURLToPath(new URL('../../../shared/', import.meta.url))

function filesIn(folder: string): Sample[] {
  const path = `${shared}${folder}/`
  if (!existsSync(path)) return []
  return readdirSync(path)
    .sort()
    .map((name) => ({ name, bytes: new Uint8Array(readFileSync(path + name)) }))
}

export const seeds = (): Sample[] => filesIn('seeds')

export const logs = (): Sample[] => filesIn('corpus/logs')

/** Each attack of the corpus: a text, or bytes in base64. */
export function attacks(): Sample[] {
  return filesIn('corpus/attacks').flatMap(({ name, bytes }) => {
    const entries: unknown[] = JSON.parse(Buffer.from(bytes).toString())
    return entries.map((entry, i) => ({ name: `${name} ${i}`, bytes: attackBytes(entry) }))
  })
}

function attackBytes(entry: unknown): Uint8Array {
  if (typeof entry === 'string') return new TextEncoder().encode(entry)
  const { text, bytes_b64: base64 } = entry as { text?: string; bytes_b64?: string }
  return base64 === undefined
    ? new TextEncoder().encode(text ?? '')
    : new Uint8Array(Buffer.from(base64, 'base64'))
}

const encode = (text: string): Uint8Array => new TextEncoder().encode(text)

/** At most 64 bytes each, so that every way of cutting them into three can be tried. */
export const tiny: readonly Sample[] = [
  { name: 'lines', bytes: encode('one\ntwo\nthree\nfour\nfive\nsix\nseven\neight\nnine\nten\neleven\n') },
  { name: 'no line end', bytes: encode('one\ntwo\nthree\nfour\nfive\nsix\nseven\neight\nnine\nten') },
  { name: 'only line ends', bytes: encode('\n'.repeat(40)) },
  { name: 'CRLF and lone CR', bytes: encode('a\r\nb\r\n\rc\r\r\nd\n\r\r\n') },
  { name: 'four-byte characters', bytes: encode('👩‍👩‍👧‍👦👍🏽🇩🇪🇫🇷\n👍🏽x') },
  { name: 'combining marks', bytes: encode(`a${'\u0300'.repeat(12)}\nb${'\u0301'.repeat(12)}`) },
  { name: 'BOM, NUL and U+2028', bytes: encode('\uFEFFa\u0000b\u2028c\uFEFFd\u0085e\n\uFEFF') },
  { name: 'one error line', bytes: encode('a\nb\nc\nd\nerror[E0425]: x\nf\ng\nh\ni\nj\nk\nl\n') },
  { name: 'one long line', bytes: encode('x'.repeat(64)) },
  {
    name: 'malformed bytes',
    bytes: Uint8Array.of(0xf0, 0x9f, 0x0a, 0x91, 0xff, 0xc3, 0x0a, 0xed, 0xa0, 0x80, 0x61, 0xe2, 0x82),
  },
  {
    name: 'malformed four-byte tails',
    bytes: Uint8Array.of(0xf0, 0x9f, 0x91, 0xf0, 0x9f, 0x91, 0x8d, 0x8d, 0x0a, 0xf4, 0x90, 0x80, 0x80),
  },
]
