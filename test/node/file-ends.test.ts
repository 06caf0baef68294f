import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, inject, it } from 'vitest'
import { type FileEnds, type FileEndsOptions, readFileEnds } from '../../src/host/file-ends.ts'
import { largeText, useFolder } from '../support/large-file.ts'
import { createRandom } from '../support/random.ts'

const backend = inject('backend')
const folder = useFolder()
const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' })
const decode = (bytes: Uint8Array) => new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes)

function file(name: string, content: string | Uint8Array): string {
  const path = join(folder.path, name)
  writeFileSync(path, content)
  return path
}

async function endsOf(path: string, options: FileEndsOptions): Promise<FileEnds> {
  const ends = await readFileEnds(path, { backend, ...options })
  if (ends.kind !== 'text') throw new Error(`${path} is no text`)
  return ends
}

/** Offsets after each line. */
function lineEnds(bytes: Uint8Array): number[] {
  const ends: number[] = []
  for (let at = 0; at < bytes.length; at = ends[ends.length - 1]) {
    ends.push(bytes.indexOf(0x0a, at) + 1 || bytes.length)
  }
  return ends
}

/** Where both ends end by the plainest reckoning, lines larger than `maxBytes` aside. */
function expectedCuts(bytes: Uint8Array, { firstLines = 1000, lastLines = 1000, maxBytes = 524_288 }) {
  const ends = [0, ...lineEnds(bytes)]
  const headEnd = ends.slice(0, firstLines + 1).findLast((end) => end <= maxBytes) ?? 0
  const starts = ends.slice(0, -1)
  const tailStart =
    (lastLines === 0 ? [] : starts.slice(-lastLines)).find(
      (at) => at >= headEnd && bytes.length - at <= maxBytes,
    ) ?? bytes.length
  return { headEnd, tailStart }
}

describe('the ends of a file', () => {
  it('are its first and its last lines, and say what is between them', async () => {
    const lines = Array.from({ length: 5000 }, (_, at) => `${at + 1}\n`)
    const text = lines.join('')
    const { head, tail, gap, sizeBytes } = await endsOf(file('numbers', text), {
      firstLines: 3,
      lastLines: 2,
    })
    expect(head).toEqual({ text: '1\n2\n3\n', startByte: 0, endByte: 6 })
    expect(tail).toEqual({ text: '4999\n5000\n', startByte: text.length - 10, endByte: text.length })
    expect(gap).toEqual({ startByte: 6, endByte: text.length - 10 })
    expect(sizeBytes).toBe(text.length)
  })

  it.each([2 ** 31, 2 ** 32 + 1, Number.MAX_SAFE_INTEGER])(
    'are as many lines as there are of %i',
    async (lines) => {
      const text = 'a line\n'.repeat(500)
      const path = file('fewer', text)
      const whole = await endsOf(path, { firstLines: lines })
      expect([whole.head.text, whole.tail.text]).toEqual([text, ''])
      const end = await endsOf(path, { firstLines: 0, lastLines: lines })
      expect([end.head.text, end.tail.text]).toEqual(['', text])
    },
  )

  it.runIf(existsSync('/proc/kallsyms'))('are those of a file that says it is empty', async () => {
    const bytes = readFileSync('/proc/kallsyms')
    const lines = bytes.toString().split(/^/m)
    const { head, tail, sizeBytes } = await endsOf('/proc/kallsyms', { firstLines: 2, lastLines: 2 })
    expect([head.text, tail.text]).toEqual([lines.slice(0, 2).join(''), lines.slice(-2).join('')])
    expect(sizeBytes).toBe(bytes.length)
  })

  it('are all of a file that has no more lines, each once', async () => {
    const path = file('few', 'a\nb\nc\nd')
    const all = await endsOf(path, { firstLines: 3, lastLines: 3 })
    expect([all.head.text, all.tail.text, all.gap]).toEqual(['a\nb\nc\n', 'd', undefined])
    const last = await endsOf(path, { firstLines: 1, lastLines: 2 })
    expect([last.head.text, last.tail.text, last.gap]).toEqual(['a\n', 'c\nd', { startByte: 2, endByte: 4 }])
    const none = await endsOf(path, { firstLines: 0, lastLines: 0 })
    expect([none.head.text, none.tail.text, none.gap]).toEqual(['', '', { startByte: 0, endByte: 7 }])
    const empty = await endsOf(file('empty', ''), {})
    expect([empty.head.text, empty.tail.text, empty.gap]).toEqual(['', '', undefined])
  })

  it('are whole lines where one fits, of any file', async () => {
    for (let seed = 0; seed < 60; seed++) {
      const random = createRandom(seed)
      const bytes = largeText(seed, random.pick([1, 50, 5000, 700_000, 1_500_000]) + random.below(40))
      const options = {
        firstLines: random.below(random.pick([4, 50, 9000])),
        lastLines: random.below(random.pick([4, 50, 9000])),
        maxBytes: random.pick([524_288, 131_072, 100_001]),
      }
      const { head, tail, gap } = await endsOf(file('random', bytes), options)
      const { headEnd, tailStart } = expectedCuts(bytes, options)
      const where = `seed ${seed}: ${JSON.stringify(options)}`
      if (headEnd > 0 || options.firstLines === 0) expect(head.endByte, where).toBe(headEnd)
      if (head.endByte === headEnd && (tailStart < bytes.length || options.lastLines === 0))
        expect(tail.startByte, where).toBe(tailStart)
      expect([head.startByte, tail.endByte]).toEqual([0, bytes.length])
      expect(head.endByte).toBeLessThanOrEqual(tail.startByte)
      expect(head.text === decode(bytes.subarray(0, head.endByte)), where).toBe(true)
      expect(tail.text === decode(bytes.subarray(tail.startByte)), where).toBe(true)
      const between = { startByte: head.endByte, endByte: tail.startByte }
      expect(gap).toEqual(head.endByte === tail.startByte ? undefined : between)
    }
  })

  it('of a line larger than they may be are parts of it, and break no character', async () => {
    const family = '👩‍👩‍👧‍👦'
    const text = family.repeat(30_000)
    const path = file('giant', text)
    for (let maxBytes = 1; maxBytes < 100; maxBytes++) {
      const { head, tail } = await endsOf(path, { maxBytes })
      const fitting = Math.floor(maxBytes / Buffer.byteLength(family))
      expect([head.text, tail.text]).toEqual([family.repeat(fitting), family.repeat(fitting)])
    }
    const flags = await endsOf(file('accents', `${'e\u0301'.repeat(400_000)}\n`), {})
    expect([...segmenter.segment(flags.head.text.slice(-3))].at(-1)?.segment).toBe('e\u0301')
    expect([...segmenter.segment(flags.tail.text.slice(0, 4))][0].segment).toBe('e\u0301')
  })

  it('begin with a BOM where the file does', async () => {
    const { head, encoding } = await endsOf(file('bom', '\ufeffa\nb\n'), { firstLines: 1 })
    expect([head.text, encoding]).toEqual(['\ufeffa\n', 'UTF-8 with BOM'])
  })
})

describe('a file whose size is not what it says', () => {
  const system = '/sys/kernel/mm/transparent_hugepage/enabled'
  it.runIf(existsSync(system))('has the end that is found: /sys', async () => {
    const text = readFileSync(system, 'utf8')
    const { head, tail, gap, sizeBytes } = await endsOf(system, { firstLines: 0 })
    expect([head.text, tail.text, gap, sizeBytes]).toEqual(['', text, undefined, text.length])
  })

  it.runIf(process.platform === 'linux')('is read as far as its kind is told: /proc', async () => {
    const { head } = await endsOf('/proc/self/status', { firstLines: 1 })
    expect(head.text).toMatch(/^Name:\t.*\n$/)
  })
})

describe('what has no ends to show', () => {
  it('is named: an image, a binary', async () => {
    expect(await readFileEnds(file('image', Buffer.from('GIF89a')))).toEqual({
      kind: 'image',
      format: 'GIF',
      sizeBytes: 6,
    })
    expect(await readFileEnds(file('binary', Buffer.alloc(9000)))).toEqual({
      kind: 'binary',
      sizeBytes: 9000,
    })
  })

  it('is refused: UTF-16, a directory, nothing at all', async () => {
    await expect(readFileEnds(file('utf16', Buffer.from('\ufeffa\n', 'utf16le')))).rejects.toMatchObject({
      code: 'PITH_INVALID_INPUT',
      message: expect.stringMatching(/^Expected ".*" to be in UTF-8; it is UTF-16LE\.$/),
    })
    await expect(readFileEnds(folder.path)).rejects.toMatchObject({ code: 'PITH_NOT_A_REGULAR_FILE' })
    await expect(readFileEnds(join(folder.path, 'nowhere'))).rejects.toMatchObject({
      code: 'PITH_FILE_FAILED',
    })
    await expect(readFileEnds(7 as never)).rejects.toMatchObject({ code: 'PITH_INVALID_INPUT' })
  })

  it.each([
    [{ firstLines: -1 }, 'Expected `firstLines` to be a whole number from 0, got -1.'],
    [{ lastLines: 1.5 }, 'Expected `lastLines` to be a whole number from 0, got 1.5.'],
    [{ maxBytes: 0 }, 'Expected `maxBytes` to be a whole number from 1 to 524288, got 0.'],
    [{ maxBytes: 524_289 }, 'Expected `maxBytes` to be a whole number from 1 to 524288, got 524289.'],
  ])('is %j', async (options, message) => {
    await expect(readFileEnds(file('numbers', 'a\n'), options)).rejects.toMatchObject({
      code: 'PITH_INVALID_OPTION',
      message,
    })
  })
})
