// @deep

import { describe, expect, it } from 'vitest'
import { type ArtifactPage, artifactPage } from '../support/artifact-pages.ts'
import { type CommandUnderTest, useCommand } from '../support/command.ts'
import { shellWords } from '../support/grammar.ts'
import { rebuildFromText } from '../support/reader.ts'
import { logs } from '../support/samples.ts'
import { some } from '../support/some.ts'

const numbered = (count: number, end = '\n') =>
  Array.from({ length: count }, (_, i) => `line ${i + 1} ${'.'.repeat(i % 60)}${end}`).join('')

const half = numbered(4000)

const inputs: [string, string | Uint8Array, string[]][] = [
  ['plain lines', numbered(9000), []],
  ['an error in the middle', `${half}error[E0425]: here\n${half}`, []],
  ['errors all over', `${half}ERROR one\n${half}fatal: two\n${half}panic: three\n`, ['--max-lines', '60']],
  ['no line end at the end', `${half}the end`, ['--max-bytes', '4000']],
  ['CRLF and lone CR', `${numbered(3000, '\r\n')}a\rb\n${half}`, ['--max-lines', '40']],
  ['long lines', `${'é'.repeat(9000)}\n${half}${'x'.repeat(70_000)}\n${half}`, ['--max-line-length', '200']],
  ['one giant line', '0123456789'.repeat(30_000), ['--max-bytes', '3000']],
  ['NUL, ESC and U+2028', `${half}\0\x1b[31mred\x1b[0m\u2028\n${half}`, ['--max-lines', '50']],
  [
    'malformed bytes at both ends',
    Buffer.concat([
      Buffer.from([0xff, 0x0a, 0xf0, 0x9f, 0x0a]),
      Buffer.from(half),
      Buffer.from([0xc3, 0x0a, 0xe2]),
    ]),
    ['--max-lines', '40'],
  ],
  ['the head alone', half, ['--keep', 'head', '--max-bytes', '3000']],
  ['the tail alone', half, ['--keep', 'tail', '--max-lines', '30']],
]

const logInputs = logs()
  .filter(({ bytes }, at) => at % 20 === 3 && bytes.length > 20_000)
  .slice(0, 5)
  .map(({ name, bytes }): [string, Uint8Array, string[]] => [name, bytes, ['--max-bytes', '8192']])

/** Larger pages than usual, because each one is a call. */
const LIMITS = { PITH_MAX_BYTES: '150000', PITH_MAX_LINES: '6000' }

/** What somebody sees who can do nothing but run the command, and follows the calls that its pages name. */
async function pagesOf(box: CommandUnderTest, words: string[]): Promise<Buffer> {
  const pages: Buffer[] = []
  let next: string[] | undefined = words
  while (next) {
    const { status, stdout, stderr } = await box.pith(next, { env: LIMITS })
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
    expect(stdout.length).toBeLessThanOrEqual(Number(LIMITS.PITH_MAX_BYTES))
    const page: ArtifactPage = artifactPage(stdout)
    pages.push(page.bytes)
    next = page.next
  }
  return Buffer.concat(pages)
}

async function rebuilt(box: CommandUnderTest, text: string): Promise<Uint8Array> {
  const calls: string[][] = []
  rebuildFromText(text, (id, first, last) => {
    calls.push(['show', id, '--lines', `${first}-${last}`, '--raw'])
    return new Uint8Array()
  })
  const answers: Buffer[] = []
  for (const call of calls) answers.push(await pagesOf(box, call))
  return rebuildFromText(text, () => answers.shift() ?? new Uint8Array())
}

describe('a reader with nothing but the text and `pith show`', { concurrent: true }, () => {
  const box = useCommand()

  it.each(some([...inputs, ...logInputs], 4))('rebuilds %s, byte for byte', async (_, input, words) => {
    // A folded text leads back to all lines, but not to the control sequences that it leaves out.
    const { stdout, stderr } = await box.pith([...words, '--no-fold'], { input })
    expect(stderr).toBe('')
    expect(Buffer.compare(await rebuilt(box, stdout.toString()), Buffer.from(input))).toBe(0)
  })

  it('rebuilds what a command printed', async () => {
    const { stdout } = await box.sh('pith run -q --max-lines 20 -- sh -c "seq 1 100; seq 1 100 >&2; exit 3"')
    const numbers = Array.from({ length: 100 }, (_, i) => `${i + 1}\n`).join('')
    expect((await rebuilt(box, stdout.toString())).toString()).toBe(numbers + numbers)
  })

  it('finds the omitted lines by the very words of the notice', async () => {
    const { stdout } = await box.pith(['--max-lines', '20'], { input: half })
    const [, call] = /\[More: (pith show [^\n]*), or --grep RE\]\n$/.exec(stdout.toString()) ?? []
    const [first, last] = (shellWords(call)?.at(-1) ?? '').split('-').map(Number)
    const omitted = await box.sh(`${call} --all`)
    expect(omitted.stdout.toString()).toBe(
      half
        .split(/(?<=\n)/)
        .slice(first - 1, last)
        .join(''),
    )
  })
})
