import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { inject } from 'vitest'
import { escapes, forgedNotices, lineSeparators } from './attacks.ts'
import { passingLogs } from './passing-logs.ts'

/** Inputs that many suites truncate: tiny ones, documents, logs and attacks. */

export interface Sample {
  name: string
  bytes: Uint8Array
}

const encode = (text: string): Uint8Array => new TextEncoder().encode(text)

/** Real files beside the checkout, if there are any. Only for the deep suite. */
function filesBeside(folder: string): Sample[] {
  const path = fileURLToPath(new URL(`../../../shared/${folder}/`, import.meta.url))
  if (!inject('thorough') || !existsSync(path)) return []
  return readdirSync(path)
    .sort()
    .map((name) => ({ name, bytes: new Uint8Array(readFileSync(path + name)) }))
}

const times = (count: number, text: (i: number) => string): string =>
  Array.from({ length: count }, (_, i) => text(i)).join('')

const madeDocuments: readonly Sample[] = [
  {
    name: 'Markdown with tables and code',
    bytes: encode(
      times(
        12,
        (i) =>
          `## ${i + 1}. Limits – “how much”\n\n| tool | limit |\n|------|------:|\n| read | ${i * 500} |\n\n` +
          `\`\`\`rust\nlet errors = lines.filter(|l| l.contains("error[E0425]"));\n\`\`\`\n\n` +
          `> ⚠️ [... middle content omitted – ${i} ...]\n\n- [x] done  \n- [ ] not yet: ${'words '.repeat(i * 3)}\n\n`,
      ),
    ),
  },
  {
    name: 'text that was decoded wrongly, without a line end',
    bytes: encode(
      `${times(60, (i) => `- âœ“  row ${i}: Ã©tÃ© â€“ 10â€“50 ms, ðŸ”„ again\n`)}### References\nthe last line`,
    ),
  },
  {
    name: 'a patch with CRLF',
    bytes: encode(
      times(
        60,
        (i) =>
          `diff --git a/src/f${i}.c b/src/f${i}.c\r\n@@ -${i},3 +${i},4 @@ int main(void)\r\n-\treturn 1;\r\n+\treturn 0; // 直した\r\n`,
      ),
    ),
  },
]

const failures = [
  "src/ring.c:71:31: error: 'mask' undeclared (first use in this function)\n   71 |   mask = 3;\n      |   ^~~~\n",
  'Traceback (most recent call last):\n  File "ring.py", line 7, in draw\nIndexError: list index out of range\n',
  '--- FAIL: TestRing (0.01s)\n    ring_test.go:31: got 3, want 4\nFAIL\n',
  "thread 'main' panicked at src/main.rs:9:5:\nindex out of bounds: the len is 3 but the index is 7\n",
  `fetching: 1%\rfetching: 50%\rfatal: early EOF, ${'disk full, '.repeat(200)}\n`,
]

/** Logs of successful runs, with one failure and some colours added. */
const madeLogs: readonly Sample[] = passingLogs.slice(0, 6).map(([name, text], i) => {
  const lines = text.slice(0, 20_000 + 5000 * i).split(/(?<=\n)/)
  const at = Math.floor((lines.length * (i + 1)) / 8)
  const coloured = lines.map((line, n) => (n % 50 === 49 ? `\x1b[2m${line.trimEnd()}\x1b[0m\n` : line))
  return { name, bytes: encode(coloured.toSpliced(at, 0, failures[i % failures.length]).join('')) }
})

export const documents = (): Sample[] => [...madeDocuments, ...filesBeside('seeds')]

export const logs = (): Sample[] => [...madeLogs, ...filesBeside('corpus/logs')]

export const attacks = (): Sample[] =>
  [...escapes.map(([, text]) => text), ...forgedNotices, ...lineSeparators].map((text) => ({
    name: JSON.stringify(text.slice(0, 60)),
    bytes: encode(text),
  }))

/** Samples of at most 64 bytes, so that tests can try every way to split them into three chunks. */
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
