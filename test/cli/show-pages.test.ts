// @deep

import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { parseNotices, stripNotices } from '../../src/core/words/parse.ts'
import { verifyNotice } from '../../src/core/words/seal.ts'
import { createFileStore } from '../../src/store/backends/files.ts'
import { artifactPage } from '../support/artifact-pages.ts'
import { linesOf, seq, useCommand } from '../support/command.ts'
import { some } from '../support/some.ts'

const idOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex').slice(0, 16)

describe('a page of an artifact', { concurrent: true }, () => {
  const box = useCommand()
  const numbers = Buffer.from(seq(1, 5000))
  const id = idOf(numbers)
  const giant = Buffer.from(`first\n${'é漢🙂x'.repeat(6000)}\nlast`)
  /** Lines of text, of bytes that are none, and of combining characters; without an LF at the end. */
  const odd = Buffer.concat(
    Array.from({ length: 900 }, (_, at) =>
      Buffer.concat([
        Buffer.from(`${at} ${'e\u0301\r'.repeat(at % 30)}`),
        Buffer.from(at % 3 ? [0xff, 0x80, 0xc3, 0x0a] : [0x0a]),
      ]),
    ).concat(Buffer.from([0xf0, 0x9f])),
  )
  /** A long line and short ones with escape sequences. */
  const escapes = Buffer.from(
    `${'\u001b[31mred\u001b[0m \u001b]8;;https://a.example\u001b\\link\u001b]8;;\u0007 \u009b1mx'.repeat(300)}\n` +
      Array.from(
        { length: 400 },
        (_, at) => `${at} \u001bPstring\u001b\\${'\u001b[m'.repeat(at % 5)}\n`,
      ).join(''),
  )
  const inputs = { numbers, giant, odd, escapes }

  beforeAll(async () => {
    const store = createFileStore({ directory: join(box.folder, 'artifacts') })
    for (const input of Object.values(inputs)) {
      const writer = await store.open({ tool: 'bash' })
      await writer.write(input)
      await writer.close()
    }
  })

  /** Follows the calls that the pages name, with limits added. Returns the bytes and the number of pages. */
  const follow = async (words: string[], limits: string[], most = 30_720) => {
    const parts: Buffer[] = []
    let next: string[] | undefined = words
    while (next) {
      const { status, stdout, stderr } = await box.pith([...next, ...limits])
      expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
      expect(stdout.length).toBeLessThanOrEqual(most)
      const page = artifactPage(stdout)
      expect(page.bytes.length).toBeGreaterThan(0)
      parts.push(page.bytes)
      next = page.next
    }
    return { bytes: Buffer.concat(parts), pages: parts.length }
  }

  it('is as small as any other result, and names the next one', async () => {
    const { stdout } = await box.pith(['show', id, '--lines', '4-5000'])
    expect(stdout.length).toBeLessThanOrEqual(30_720)
    expect(linesOf(`${stdout}`)).toHaveLength(2000)
    expect(linesOf(`${stdout}`).at(-1)).toBe(
      `[Lines 4-2002 of 5000. Next: pith show ${id} --lines 2003-5000]`,
    )
  })

  it.each(
    some(
      [
        ['numbers', [], []],
        ['numbers', ['--lines', '4000-'], ['--max-lines', '400']],
        ['numbers', ['--lines', '3000-3200'], ['--limit', '99']],
        ['numbers', ['--bytes', '1001-12345'], ['--max-bytes', '5000']],
        ['numbers', ['--lines', '7-600'], ['--max-tokens', '800']],
        ['giant', [], []],
        ['giant', ['--lines', '2-2'], ['--max-bytes', '25000']],
        ['giant', ['--lines', '2-3'], ['--max-tokens', '9000']],
        ['giant', ['--bytes', '7-50007'], ['--max-serialized-bytes', '20000']],
        ['odd', [], ['--max-bytes', '20000']],
        ['odd', ['--bytes', '11-30000'], ['--max-bytes', '12001']],
        ['escapes', [], ['--max-bytes', '12001']],
        ['escapes', ['--bytes', '3-22001'], ['--max-bytes', '9001']],
      ] as const,
      3,
    ),
  )('leads through %s %j %j to every byte', async (name, range, limits) => {
    const input = inputs[name]
    const words = ['show', idOf(input), ...range]
    const { stdout: all } = await box.pith([...words, '--all'])
    const { bytes, pages } = await follow(range[0] === '--bytes' ? words : [...words, '--raw'], [...limits])
    expect(Buffer.compare(bytes, all)).toBe(0)
    expect(pages).toBeGreaterThan(1)
  })

  it('leaves out the control that begins an escape sequence without an end, not the malformed bytes beside it', async () => {
    const open = (line: number) => [`${line} `, '\u001b', 'Popen ', Buffer.from([0xff]), '\n']
    const bytesOf = (parts: (string | Buffer)[]) => Buffer.concat(parts.map((part) => Buffer.from(part)))
    const kept = bytesOf(Array.from({ length: 40 }, (_, line) => open(line)).flat())
    const writer = await createFileStore({ directory: join(box.folder, 'artifacts') }).open({ tool: 'bash' })
    await writer.write(kept)
    await writer.close()
    const { stdout } = await box.pith(['show', idOf(kept), '--max-lines', '11'])
    const expected = Array.from({ length: 10 }, (_, line) => open(line).with(1, '…')).flat()
    expect(artifactPage(stdout).bytes).toEqual(bytesOf(expected))
    const { stdout: all } = await box.pith(['show', idOf(kept), '--all'])
    expect(Buffer.compare(all, kept)).toBe(0)
  })

  it('shows each line as a terminal would, and its bytes with --raw', async () => {
    const kept = Buffer.from(
      '\u001b[31mred\u001b[0m\n10%\r50%\r100% done\nplain\r\nabc\rX\n\u001b[2Aup\u001b[1Bdown\n' +
        'fetched 1\nfetched 1\nfetched 1\nlast \u001b[1mline',
    )
    const writer = await createFileStore({ directory: join(box.folder, 'artifacts') }).open({ tool: 'bash' })
    await writer.write(kept)
    await writer.close()
    const show = async (...words: string[]) =>
      (await box.pith(['show', idOf(kept), ...words])).stdout.toString()
    const shown = 'red\n100% done\nplain\r\nXbc\nupdown\nfetched 1\nfetched 1\nfetched 1\nlast line'
    expect(await show()).toBe(shown)
    expect(await show('--lines', '9')).toBe('last line')
    expect(await show('--raw')).toBe(kept.toString())
    expect(await show('--all')).toBe(kept.toString())
    const { bytes, pages } = await follow(['show', idOf(kept), '--raw'], ['--max-lines', '3'])
    expect([bytes.toString(), pages]).toEqual([kept.toString(), 4])
  })

  it('says where a giant line goes on', async () => {
    const { stdout } = await box.pith(['show', idOf(giant), '--lines', '2', '--max-bytes', '3000'])
    const [, column] =
      /\n\[Line 2 of 3\. Next: pith show \w+ --lines 2 --column (\d+)\]\n$/.exec(stdout.toString()) ?? []
    const shown = Array.from(artifactPage(stdout).bytes.toString())
    expect(Number(column)).toBe(shown.length + 1)
    const { bytes } = await follow(['show', idOf(giant), '--lines', '2', '--column', '20001'], [])
    expect(bytes.toString()).toBe(`${Array.from(giant.toString().split('\n')[1]).slice(20_000).join('')}\n`)
  })

  it('has no notice when everything that was asked for is there', async () => {
    const { stdout } = await box.pith(['show', id, '--lines', '4990-99999'])
    expect(stdout.toString()).toBe(seq(4990, 5000))
    expect((await box.pith(['show', idOf(giant), '--lines', '3'])).stdout.toString()).toBe('last')
  })

  it('is also JSON', async () => {
    const page = async (...words: string[]) =>
      JSON.parse((await box.pith(['show', id, '--json', ...words])).stdout.toString())
    const lines = await page('--lines', '7-20', '--max-lines', '5')
    const notice = `[Lines 7-10 of 5000. Next: pith show ${id} --lines 11-20]`
    expect(lines).toEqual({
      text: `7\n8\n9\n10\n${notice}`,
      content: '7\n8\n9\n10\n',
      notice,
      details: {
        artifact: id,
        totalBytes: numbers.length,
        totalLines: 5000,
        unit: 'lines',
        first: 7,
        last: 10,
        next: `pith show ${id} --lines 11-20`,
      },
    })
    const bytes = await page('--bytes', '10-90', '--max-lines', '5')
    expect(bytes.details).toMatchObject({
      unit: 'bytes',
      first: 10,
      last: 18,
      next: `pith show ${id} --bytes 18-90`,
    })
    expect(bytes.notice).toBe(`[Bytes 10-18 of ${numbers.length}. Next: pith show ${id} --bytes 18-90]`)
    const end = await page('--lines', '4999-')
    expect(end).toMatchObject({ text: '4999\n5000\n', details: { first: 4999, last: 5000 } })
    expect(end.details).not.toHaveProperty('next')
  })

  it('has the limits of a result, and clips lines only by an option', async () => {
    const env = { PITH_MAX_LINES: '9', PITH_MAX_LINE_LENGTH: '20' }
    const { stdout } = await box.pith(['show', id], { env })
    expect(linesOf(`${stdout}`)).toHaveLength(9)
    const whole = await box.pith(['show', idOf(giant), '--max-bytes', '500'], { env })
    expect(whole.stdout.toString()).not.toMatch(/\[\.\.\.\+\d+\]/)
    const clipped = await box.pith(['show', idOf(giant), '--max-line-length', '50'])
    expect(clipped.stdout.toString()).toMatch(/^first\n.{30,40} \[\.\.\.\+\d+\]\nlast\n?$/su)
  })

  it('has a notice that is read back, taken off and verified', async () => {
    const env = { PITH_NOTICE_KEY: 'hush-hush' }
    for (const words of [
      ['--lines', '7-900'],
      ['--bytes', '7-9000'],
    ]) {
      const { stdout } = await box.pith(['show', id, ...words, '--max-bytes', '500'], { env })
      const text = stdout.toString()
      expect(verifyNotice(text, 'hush-hush')).toBe(true)
      expect(parseNotices(text)).toMatchObject([
        {
          kind: 'notice',
          artifact: id,
          resume: expect.stringMatching(`^pith show ${id} ${words[0]} \\d+-\\d+$`),
        },
      ])
      expect(numbers.includes(stripNotices(text))).toBe(true)
    }
    const { stdout } = await box.pith(['show', idOf(giant), '--lines', '2', '--max-bytes', '600'])
    expect(giant.includes(`\n${stripNotices(stdout.toString())}`)).toBe(true)
  })

  it('repeats --redact, so that no later page shows a secret', async () => {
    const secret = `AKIA${'Q7'.repeat(8)}`
    const text = `${seq(1, 3000)}${secret}\n${seq(3001, 6000)}`
    const { stdout } = await box.pith([], { input: text })
    const [, kept = ''] = /pith show (\w+) --lines [\d-]+, or --grep RE\]\n$/.exec(stdout.toString()) ?? []
    const { bytes, pages } = await follow(['show', kept, '--redact'], [])
    expect(pages).toBeGreaterThan(2)
    expect(bytes.toString()).toBe(text.replace(secret, '[redacted aws-access-key]'))
  })

  it('passes over what was not kept, and says so', async () => {
    const store = createFileStore({ directory: join(box.folder, 'artifacts'), maxArtifactBytes: 9000 })
    const writer = await store.open({})
    const long = Buffer.from(seq(1, 20_000))
    await writer.write(long)
    const { ref } = await writer.close()
    const lost = (await store.stat(ref?.id ?? '')).missing ?? {
      startByte: 0,
      endByte: 0,
      firstLine: 0,
      lastLine: 0,
    }
    const words = ['show', ref?.id ?? '']
    const { stdout } = await box.pith([...words, '--max-bytes', '3000'])
    expect(stdout.toString()).toMatch(
      new RegExp(
        `\\[Bytes 0-\\d+ of ${long.length}\\. Bytes ${lost.startByte}-${lost.endByte} ` +
          `\\(lines ${lost.firstLine}-${lost.lastLine}\\) were not kept\\. Next: pith show \\w+ --bytes \\d+-${long.length}\\]\n$`,
      ),
    )
    const ends = Buffer.concat([long.subarray(0, lost.startByte), long.subarray(lost.endByte)])
    expect(Buffer.compare((await follow(words, ['--max-bytes', '3000'])).bytes, ends)).toBe(0)
    const lines = await follow([...words, '--lines', '1-20000'], [])
    expect(lines.bytes.toString()).toBe(seq(1, lost.firstLine - 1) + seq(lost.lastLine + 1, 20_000))
    const redacted = await follow([...words, '--redact'], [])
    expect(redacted.bytes.toString()).toBe(lines.bytes.toString())
  })

  it('lists everything that a search finds with --all', async () => {
    const { stdout } = await box.pith(['show', id, '--grep', '7$', '--all'])
    const expected = Array.from({ length: 500 }, (_, at) => `${at * 10 + 7}:${at * 10 + 7}\n`).join('')
    expect(stdout.toString()).toBe(expected)
    const none = await box.pith(['show', id, '--grep', 'none', '--all'])
    expect(none).toMatchObject({ status: 1, stderr: 'pith: No line matches.\n' })
  })
})
