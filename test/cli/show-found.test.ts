// @deep

import { createHash } from 'node:crypto'
import { readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { createFileStore } from '../../src/store/backends/files.ts'
import { linesOf, seq, useCommand } from '../support/command.ts'

describe('pith show --grep and --errors', { concurrent: true }, () => {
  const box = useCommand()
  const input = `${seq(1, 9000)}error: cannot find module x\n${seq(9002, 20_000)}MARKER\r\nlast`
  const id = createHash('sha256').update(input).digest('hex').slice(0, 16)

  beforeAll(async () => {
    await box.pith([], { input })
    writeFileSync(join(box.folder, 'input'), input)
  })

  const show = async (...words: string[]) => {
    const { status, stdout, stderr } = await box.pith(['show', id, ...words])
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
    return stdout.toString()
  }

  it.each([
    [['77'], '77'],
    [['^1.*9$'], '-E "^1.*9$"'],
    [['marker', '-i'], '-i marker'],
    [['77', '--before', '2', '--after', '1'], '-B2 -A1 77'],
    [['(error|last)', '--after', '3'], '-A3 -E "(error|last)"'],
  ])('prints for %j what grep -n %s prints', async (words, grep) => {
    const { stdout } = await box.sh(`grep -n ${grep} input`)
    const [pattern, ...rest] = words
    const found = await show('--grep', pattern, ...rest, '--max-lines', 'Infinity', '--max-bytes', '1000000')
    expect(found).toBe(stdout.toString())
  })

  it('prints a page, and tells how to have the next; nothing is kept of it', async () => {
    const first = await show('--grep', '9$', '--max-lines', '4')
    expect(first).toBe(
      `9:9\n19:19\n29:29\n[Lines 1-3 of 2000. Next: pith show ${id} --grep '9$' --max-lines 4 --offset 4]\n`,
    )
    const second = await show('--grep', '9$', '--max-lines', '4', '--offset', '4')
    expect(linesOf(second)[0]).toBe('39:39')
    expect(Buffer.byteLength(await show('--grep', '.', '--max-bytes', '300'))).toBeLessThanOrEqual(300)
    expect(readdirSync(join(box.folder, 'artifacts')).filter((name) => name.endsWith('.json'))).toHaveLength(
      1,
    )
  })

  it('prints error lines with those around them', async () => {
    const rows = linesOf(await show('--errors'))
    expect(rows).toEqual([
      '8999-8999',
      '9000-9000',
      '9001:error: cannot find module x',
      ...[9002, 9003, 9004, 9005, 9006].map((line) => `${line}-${line}`),
    ])
  })

  it('prints each error of a line, and pages of them', async () => {
    const error = (file: number) => ({ level: 'error', message: `Error: cannot open ${file}: no such file` })
    const info = { level: 'info', message: 'request was answered', path: '/index/of/files', took: 1234 }
    const entries = Array.from({ length: 1800 }, (_, at) =>
      at % 300 === 150 ? error((at + 150) / 300) : info,
    )
    const env = { PITH_ARTIFACTS: join(box.folder, 'one-line') }
    const log = JSON.stringify(entries)
    const one = createHash('sha256').update(log).digest('hex').slice(0, 16)
    const cut = await box.pith(['--json', '--max-bytes', '2000'], { input: log, env })
    expect(JSON.parse(cut.stdout.toString()).errors.total).toBe(6)
    const found = async (...words: string[]) => {
      const { stdout } = await box.pith(['show', one, '--errors', '--max-line-length', '200', ...words], {
        env,
      })
      return stdout.toString()
    }
    const files = (text: string) =>
      [...text.matchAll(/^1:.*cannot open (\d)/gm)].map(([, file]) => Number(file))
    expect(files(await found())).toEqual([1, 2, 3, 4, 5, 6])
    const first = await found('--max-lines', '4')
    expect(files(first)).toEqual([1, 2, 3])
    expect(first).toContain('[Lines 1-3 of 6. Next: pith show ')
    expect(files(await found('--offset', '4'))).toEqual([4, 5, 6])
    expect(JSON.parse(await found('--json')).details).toMatchObject({ totalLines: 6 })
  })

  it('prints the whole of it as JSON', async () => {
    const { text, details } = JSON.parse(await show('--grep', 'error', '--json'))
    expect(text).toBe('9001:error: cannot find module x\n')
    expect(details).toMatchObject({ totalLines: 1 })
  })

  it('takes the lines around a match, and the letters, of grep', async () => {
    const found = await show('--grep', 'error', '--before', '2', '--after', '2')
    expect(await show('-n', '--grep', 'error', '-C', '2')).toBe(found)
    expect(await show('--grep', 'error', '-B', '2', '-A', '2')).toBe(found)
  })

  const written =
    'a backslash goes before ^ $ \\ . * + ? ( ) [ ] { } | / that stand for themselves, and before no other sign'
  it.each([
    [['--grep', 'nothing like it'], 1, 'No line matches.'],
    [
      ['--grep', 'Pending\\|Running'],
      1,
      'No line matches. Here \\| stands for the character itself: write | without the backslash.',
    ],
    [['--grep', '(?=a)'], 2, 'Expected a pattern of the linear subset, got a lookahead at 0 of "(?=a)".'],
    [
      ['--grep', 'a('],
      2,
      `Expected --grep to be a regular expression, got "a(": Unterminated group; ${written}.`,
    ],
    [
      ['--grep', 'a: \\:'],
      2,
      `Expected --grep to be a regular expression, got "a: \\\\:": Invalid escape; ${written}.`,
    ],
    [
      ['--grep', '(?i)foo'],
      2,
      'Expected --grep to be a regular expression, got "(?i)foo": Invalid group; ' +
        'flags are not part of a pattern here: use --ignore-case.',
    ],
    [
      ['--grep', '[[:digit:]]{4}'],
      2,
      'Expected --grep to be a regular expression, got "[[:digit:]]{4}": Lone quantifier brackets; ' +
        'instead of named classes, use \\d, \\w, \\s or ranges such as [0-9].',
    ],
    [['--grep', 'a', '--errors'], 2, 'Expected either --grep or --errors, got both.'],
    [['--errors', '--lines', '1-2'], 2, 'Expected either --lines or --errors, got both.'],
    [['--errors', '-i'], 2, '--ignore-case needs --grep.'],
    [['--tail', '20'], 2, "Unknown option '--tail'. Use pith show ID --all | tail -n N."],
    [
      ['--lines', '1-5,9-10'],
      2,
      'Expected --lines to be a range such as 10-20, got "1-5,9-10". Each range has its own call.',
    ],
    [['--lines', '1-2', '--offset', '3'], 2, '--offset needs --grep or --errors.'],
    [
      ['--grep', '9$', '--offset', '99999'],
      2,
      'Expected `offset` to be a line of the input, got 99999; it has 2000 lines.',
    ],
  ])('ends %j with status %i and one line', async (words, status, sentence) => {
    expect(await box.pith(['show', id, ...words])).toEqual({
      status,
      stdout: Buffer.alloc(0),
      stderr: `pith: ${sentence}\n`,
    })
  })

  it('tells what was not kept, and so not searched', async () => {
    const store = createFileStore({ directory: join(box.folder, 'capped'), maxArtifactBytes: 1000 })
    const writer = await store.open({})
    const long = seq(1, 3000)
    await writer.write(Buffer.from(long))
    const { ref } = await writer.close()
    const unsearched = `Lines 153-2901 (bytes 500-${long.length - 500}) were not kept, so not searched.`
    const words = ['show', ref?.id ?? '', '--artifacts', join(box.folder, 'capped')]
    const { missing } = await store.stat(ref?.id ?? '')
    expect(await box.pith([...words, '--grep', '^1000$'])).toEqual({
      status: 1,
      stdout: Buffer.alloc(0),
      stderr: `pith: No kept line matches. ${unsearched}\n`,
    })
    expect((await box.pith([...words, '--errors'])).stderr).toBe(
      `pith: No kept line is an error line. ${unsearched}\n`,
    )
    const nothing = await box.pith([...words, '--grep', '^1000$', '--json'])
    expect(nothing.status).toBe(1)
    expect(JSON.parse(nothing.stdout.toString())).toMatchObject({
      text: '',
      details: { notSearched: missing },
    })
    const page = (await box.pith([...words, '--grep', '^(10|1000|3000)$'])).stdout.toString()
    expect(page).toBe(`10:10\n3000:3000\n[Lines 1-2 of 2. ${unsearched}]\n`)
    const json = (await box.pith([...words, '--grep', '^10$', '--json'])).stdout.toString()
    expect(JSON.parse(json)).toMatchObject({ content: '10:10\n', details: { notSearched: missing } })
  })

  it('is a recall of what it shows', async () => {
    const env = { PITH_RUN: 'recall' }
    await box.pith([], { input, env })
    await box.pith(['show', id, '--grep', '^5000$'], { env })
    const { stdout } = await box.pith(['events', '--recall', '--json', '--run', 'recall'], { env })
    const [{ recalled, recalledBytes }] = linesOf(stdout.toString()).map((line) => JSON.parse(line))
    expect(recalled).toBe(1)
    expect(recalledBytes).toBeLessThan(10)
  })
})
