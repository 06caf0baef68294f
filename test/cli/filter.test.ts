// @deep

import { createHash } from 'node:crypto'
import { existsSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { Truncation } from '../../src/truncation.ts'
import { linesOf, type Ran, seq, useCommand } from '../support/command.ts'
import { checkContract } from '../support/contract.ts'

const idOf = (input: string | Uint8Array): string =>
  createHash('sha256').update(input).digest('hex').slice(0, 16)

const resultOf = ({ stdout }: Ran): Truncation => JSON.parse(stdout.toString())

let known: { bytes: number; id: string } | undefined

/** What is true of `seq 1 3000000`. */
function threeMillion(): { bytes: number; id: string } {
  if (known === undefined) {
    const all = seq(1, 3_000_000)
    known = { bytes: all.length, id: idOf(all) }
  }
  return known
}

describe('CMD | pith', () => {
  const box = useCommand()

  const expectThreeMillion = (ran: Ran) => {
    expect({ status: ran.status, stderr: ran.stderr }).toEqual({ status: 0, stderr: '' })
    const result = resultOf(ran)
    const { bytes, id } = threeMillion()
    const [head, tail] = [seq(1, 599), seq(2_998_602, 3_000_000)]
    const notice = `[More: pith show ${id} --lines 600-2998601, or --grep RE]`
    expect(result).toMatchObject({
      truncated: true,
      truncatedBy: 'lines',
      totalLines: 3_000_000,
      totalBytes: bytes,
      keptLines: 1998,
      keptBytes: head.length + tail.length,
      outputLines: 2000,
      notice,
      segments: [
        { startByte: 0, endByte: head.length, firstLine: 1, lastLine: 599, kind: 'head', text: head },
        { startByte: bytes - tail.length, endByte: bytes, kind: 'tail', text: tail },
      ],
      gaps: [
        {
          startByte: head.length,
          endByte: bytes - tail.length,
          firstLine: 600,
          lastLine: 2_998_601,
          resume: `pith show ${id} --lines 600-2998601`,
        },
      ],
    })
    const [before, marker, ...after] = result.text.split(/(\[\.\.\..*\]\n)/)
    expect(before).toBe(head)
    expect(marker).toBe('[...600-2998601: 21M]\n')
    expect(after.join('')).toBe(`${tail}${notice}`)
  }

  it('is exact in totals and ranges for three million lines through a pipe', async () => {
    expectThreeMillion(await box.sh(`seq 1 3000000 | pith --json`))
  })

  it('is exact in totals and ranges for three million lines from a file', async () => {
    expectThreeMillion(await box.sh(`seq 1 3000000 > all; pith --json < all`))
  })

  it('keeps the one error in the middle of 100,000 lines within 16 KiB', async () => {
    const input = `${seq(1, 50_000)}error[E0425]: cannot find value\n${seq(50_002, 100_000)}`
    const ran = await box.pith(['--json', '--max-bytes', '16384'], { input })
    const result = resultOf(ran)
    expect(result.text).toContain('\nerror[E0425]: cannot find value\n')
    expect(result).toMatchObject({ totalLines: 100_000, errors: { total: 1 } })
    checkContract(input, { maxBytes: 16_384 }, result, {
      source: { artifact: idOf(input) },
    })
  })
})

describe('CMD | pith', { concurrent: true }, () => {
  const box = useCommand()

  it('passes on what fits, byte for byte, and keeps no artifact', async () => {
    const input = 'one\r\ntwo \u{1F469}\u200D\u{1F467}\n\nthree'
    const ran = await box.pith(['--artifacts', 'unused'], { input })
    expect(ran).toEqual({ status: 0, stdout: Buffer.from(input), stderr: '' })
    expect(existsSync(join(box.folder, 'unused'))).toBe(false)
  })

  it('prints nothing for nothing', async () => {
    expect(await box.pith([])).toEqual({ status: 0, stdout: Buffer.alloc(0), stderr: '' })
  })

  it.each([
    [['--keep', 'head', '--max-lines', '4'], /^1\n2\n3\n\[Lines 1-3 of 900\. /],
    [['--keep=tail', '--max-lines=4'], /^898\n899\n900\n\[Lines 898-900 of 900\. /],
    [['--max-lines', '0'], /^$/],
  ])('keeps what %j asks for', async (words, expected) => {
    const { status, stdout, stderr } = await box.pith(words, { input: seq(1, 900) })
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
    expect(stdout.toString()).toMatch(expected)
  })

  it.each([
    [['--max-lines', '50'], { maxLines: 50 }],
    [['--max-bytes', '2000'], { maxBytes: 2000 }],
    [['--max-tokens', '300'], { maxTokens: 300 }],
    [['--max-line-length', '40', '--max-lines', '100'], { maxLineLength: 40, maxLines: 100 }],
    [['--max-serialized-bytes', '3000'], { maxSerializedBytes: 3000 }],
    [['--max-lines', 'Infinity', '--max-bytes', '1000'], { maxLines: Infinity, maxBytes: 1000 }],
    [['--keep', 'tail', '--max-bytes', '700'], { keep: 'tail' as const, maxBytes: 700 }],
  ])('holds the contract with %j', async (words, options) => {
    const lines = Array.from({ length: 500 }, (_, i) =>
      i % 125 === 60 ? `error: item ${i} "é\t👍🏽"` : `item ${i} ${'x'.repeat(i % 90)}`,
    )
    const input = `${lines.join('\n')}\n`
    const result = resultOf(await box.pith(['--json', ...words], { input }))
    checkContract(input, options, result, { source: { artifact: idOf(input) } })
  })

  it('keeps what --error looks for', async () => {
    const input = `${seq(1, 5000)}the flux is 88\n${seq(5001, 9000)}`
    const words = ['--max-lines', '12', '--error', 'FLUX is \\d+']
    const { stdout } = await box.pith(words, { input })
    expect(stdout.toString()).toContain('\nthe flux is 88\n')
  })

  it.each([
    ['(', /^pith: Expected --error to be a regular expression, got "\(": Unterminated group; .*\.\n$/],
    ['a(?=b)', /^pith: .*lookahead.*\n$/],
  ])('refuses --error %s', async (pattern, expected) => {
    const { status, stderr } = await box.pith(['--error', pattern], { input: seq(1, 9) })
    expect(status).toBe(2)
    expect(stderr).toMatch(expected)
  })

  it('keeps the full output where --artifacts says', async () => {
    const input = seq(1, 5000)
    const { stdout } = await box.pith(['--artifacts', 'kept here'], { input })
    expect(stdout.toString()).toMatch(
      new RegExp(`\\[More: pith show ${idOf(input)} --lines \\d+-\\d+, or --grep RE\\]\\n$`),
    )
    const names = readdirSync(join(box.folder, 'kept here')).sort()
    expect(names).toEqual([
      expect.stringMatching(new RegExp(`^${idOf(input)}\\..+\\.bin$`)),
      `${idOf(input)}.json`,
    ])
  })

  it('keeps nothing with --no-artifact, and says so', async () => {
    const words = ['--no-artifact', '--artifacts', 'none']
    const { stdout, stderr } = await box.pith(words, { input: seq(1, 5000) })
    expect(stdout.toString()).toMatch(/ of 5000 lines\. Not kept\.\]\n$/)
    expect(stdout.toString()).not.toContain('pith show')
    expect({ stderr, made: existsSync(join(box.folder, 'none')) }).toEqual({ stderr: '', made: false })
  })

  const badFolders: [string, string, (folder: string) => void][] = [
    ['is under a file', 'file/artifacts', (folder) => writeFileSync(join(folder, 'file'), '')],
    ['is a symbolic link', 'link', (folder) => symlinkSync('.', join(folder, 'link'))],
  ]
  it.each(badFolders)('prints the result although the artifacts folder %s', async (_, directory, arrange) => {
    arrange(box.folder)
    const { status, stdout, stderr } = await box.pith(['--artifacts', directory], { input: seq(1, 5000) })
    expect(stdout.toString()).toMatch(/^1\n2\n[\s\S]*\n5000\n\[\d+ of 5000 lines\. Not kept\.\]\n$/)
    expect(stdout.toString()).not.toContain('pith show')
    expect(linesOf(stderr)).toEqual([
      expect.stringMatching(/^pith: The full output could not be kept: .*\.$/),
    ])
    expect(status).toBe(0)
  })

  it('refuses a folder as its input', async () => {
    expect(await box.sh('pith < "$FOLDER"')).toEqual({
      status: 2,
      stdout: Buffer.alloc(0),
      stderr: 'pith: Expected standard input to be a file or a pipe; it is a directory.\n',
    })
  })

  it('reads a closed standard input as nothing', async () => {
    expect(await box.sh('pith <&-')).toEqual({ status: 0, stdout: Buffer.alloc(0), stderr: '' })
  })
})
