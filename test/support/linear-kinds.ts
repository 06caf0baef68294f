import { MOST_BYTES } from './linear-cost.ts'
import { createRandom } from './random.ts'

/** Bytes of one hostile kind, and their text. */
export interface Hostile {
  bytes: Uint8Array
  text: string
}

const encoder = new TextEncoder()

/** A kind that repeats one unit. */
const repeated =
  (unit: string) =>
  (size: number): string =>
    unit.repeat(Math.max(1, Math.floor(size / encoder.encode(unit).length)))

/** A kind whose units differ by a number. */
const numbered =
  (unit: (at: number) => string) =>
  (size: number): string => {
    const units: string[] = []
    for (let at = 0, length = 0; length < size; at++) {
      const next = unit(at)
      units.push(next)
      length += next.length
    }
    return units.join('')
  }

function randomBytes(size: number): Uint8Array {
  const { below } = createRandom(size)
  return Uint8Array.from({ length: size }, () => below(256))
}

const long = 'word '.repeat(60)

const make: Record<string, (size: number) => string | Uint8Array> = {
  'one line': repeated('x'),
  'one line of errors': repeated('error: no ring '),
  'empty lines': repeated('\n'),
  'short lines': repeated('a b\n'),
  'lines above 80 characters': numbered((at) => `${at} ${long}\n`),
  'error lines': numbered((at) => `error: part ${at} failed\n`),
  'errors in long lines': numbered((at) => `${at} ${long}error: failed ${long}\n`),
  'stack traces': repeated('TypeError: x\n    at f (a.js:1:2)\n    at g (b.js:3:4)\n'),
  ANSI: repeated('\u001b[31mred\u001b[0m \u001b[1;32m\n'),
  'progress bars': repeated('50% [####    ]\r'),
  'different progress lines': numbered((at) => `\r${at} of 1000000 files, ${'#'.repeat(at % 40)}`),
  'progress lines that are erased': numbered((at) => `\r\u001b[Kfetching part-${at}`),
  'bars above each other': numbered((at) => `\u001b[3A\u001b[2Kbar ${at}\u001b[3B\r`),
  'carriage returns': repeated('\r'),
  'texts at a far column': numbered((at) => `line ${at}\u001b[5000Cx\n`),
  'an alternate screen': (size) => `\u001b[?1049h${repeated('\u001b[5;7Hscreen\u001b[2J\n')(size)}`,
  'repeated lines': numbered((at) => `fetched part ${at} of the files\n`),
  'rows of numbers': numbered((at) => `${at},${at * 7},0x${at.toString(16)}\n`),
  'lines of a bracket': repeated('[\n'),
  'clip marks': repeated(' [...+'),
  'whole clip marks': repeated('a [...+5]'),
  'notice lines': repeated('[Lines 1-2 of 9. Not kept.]\n'),
  'long notice lines': repeated(`[Showing lines ${'1-2, '.repeat(700)}3 of 9. Not kept.]\n`),
  'calls in notices': repeated(`[More: pith show ${'More: '.repeat(600)}]\n`),
  'lines of invalid UTF-8': (size) =>
    encoder.encode('ab\n'.repeat(size / 3)).map((b) => (b === 97 ? 0xff : b)),
  'combining marks': repeated('e\u0301\u0302'),
  'one endless grapheme': (size) => `e${'\u0301'.repeat(size / 2)}`,
  flags: repeated('\u{1f1e9}\u{1f1ea}'),
  'random bytes': randomBytes,
  'open brackets of JSON': repeated('[{"a":'),
  'quotes and backslashes': repeated(`"\\'`),
  'secret lookalikes': repeated('sk-eyJ-ghp_'),
  'names of secrets': repeated('password=token:"secret_key" -p curl -u mysql '),
  'quoted names of secrets': repeated('password=\'token="x\\"'),
  'names of secrets without values': repeated('pwd:token:'),
  'a word for a password that never ends': (size) => `password: ${'.'.repeat(size)}1`,
  'unfinished addresses': repeated('://a:'),
  'unfinished terminal codes': repeated('password=\x1b[1\x1b]8;\u200bghp_'),
  'overprinted letters': repeated('ghp_\bg'),
  'beginnings of keys': repeated('-----BEGIN RSA PRIVATE KEY-----\n'),
  NULs: (size) => new Uint8Array(size),
  'long and short lines by turns': numbered((at) => (at % 2 ? 'x\n' : `${long.repeat(4)}\n`)),
  'matches of a search': numbered((at) => `src/f${at % 50}.ts:${at}:  const a = ${at}\n`),
  'contexts of a search': numbered((at) => `a-${at}-b-${at}-c${at % 9 === 0 ? `:${at}:` : '-'}x\n`),
  spaces: repeated(' '),
}

export type Kind = keyof typeof make

export const kinds: readonly Kind[] = Object.keys(make)

/** Inputs that were already made. Making one takes longer than many functions take to truncate it. */
const made = new Map<string, Hostile>()

/** Returns about `size` bytes of a kind. */
export function hostile(kind: Kind, size: number): Hostile {
  const key = `${kind} ${size}`
  const input = made.get(key) ?? makeInput(kind, size)
  if (size <= MOST_BYTES) made.set(key, input)
  return input
}

function makeInput(kind: Kind, size: number): Hostile {
  const content = make[kind](size)
  const bytes = typeof content === 'string' ? encoder.encode(content) : content
  // Decoded from bytes, so that the engine holds it as one flat string, like a tool's output.
  return { bytes, text: new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes) }
}
