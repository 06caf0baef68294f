// @deep

import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { createFileStore } from '../../src/store/backends/files.ts'
import { seq, useCommand } from '../support/command.ts'

describe('pith show', { concurrent: true }, () => {
  const box = useCommand()
  const input = Buffer.concat([
    Buffer.from(seq(1, 9000)),
    Buffer.from([0xff, 0x00, 0x0d, 0x0a]),
    Buffer.from('last'),
  ])
  const id = createHash('sha256').update(input).digest('hex').slice(0, 16)

  beforeAll(async () => {
    await box.pith([], { input })
  })

  it('has a process of its own, which ends', async () => {
    expect(await box.pith(['show', id, '--all'], { alone: true })).toEqual({
      status: 0,
      stdout: input,
      stderr: '',
    })
    const refused = await box.pith(['show', 'none'], { alone: true })
    expect(refused).toMatchObject({ status: 2, stderr: 'pith: There is no artifact "none".\n' })
  })

  const expectBytes = async (words: string[], expected: Uint8Array | string) => {
    const { status, stdout, stderr } = await box.pith(['show', ...words])
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
    expect(Buffer.compare(stdout, Buffer.from(expected))).toBe(0)
  }

  it('prints the whole output with --all, byte for byte', () => expectBytes([id, '--all'], input))

  it.each([
    ['1-3', '1\n2\n3\n'],
    ['4500-4501', '4500\n4501\n'],
    ['7', '7\n'],
    [
      '9000-',
      Buffer.concat([Buffer.from('9000\n'), Buffer.from([0xff, 0x00, 0x0d, 0x0a]), Buffer.from('last')]),
    ],
    ['9002-9002', 'last'],
    ['9002-99999', 'last'],
  ])('prints lines %s, line ends included', (range, expected) =>
    expectBytes([id, '--lines', range], expected),
  )

  it.each([
    ['0-6', '1\n2\n3\n'],
    ['2-3', '2'],
    [`${input.length - 4}-`, 'last'],
    [`${input.length - 8}-${input.length - 4}`, Uint8Array.of(0xff, 0x00, 0x0d, 0x0a)],
    ['5-5', ''],
    ['4', '3'],
    [`${input.length}-`, ''],
  ])('prints bytes %s, the second number not included', (range, expected) =>
    expectBytes([id, '--bytes', range], expected),
  )

  it('prints both ends of an output that was longer than its store takes, and says what is missing', async () => {
    const store = createFileStore({ directory: join(box.folder, 'artifacts'), maxArtifactBytes: 1000 })
    const long = Buffer.from(seq(1, 3000))
    const writer = await store.open({})
    await writer.write(long)
    const { ref } = await writer.close()
    const words = ['show', ref?.id ?? '']
    const { status, stdout, stderr } = await box.pith([...words, '--all'])
    expect(Buffer.compare(stdout, Buffer.concat([long.subarray(0, 500), long.subarray(-500)]))).toBe(0)
    const missing = `Bytes 500-${long.length - 500} (lines 153-2901) of this output were not kept.`
    expect({ status, stderr }).toEqual({ status: 0, stderr: `pith: ${missing}\n` })
    const refused = await box.pith([...words, '--lines', '200-300'])
    expect(refused).toMatchObject({ status: 2, stdout: Buffer.alloc(0) })
    expect(refused.stderr).toBe(
      'pith: Lines 153-2901 were not kept whole: the output was larger than its store takes.\n',
    )
  })

  it('hides secrets with --redact and by the setting, in all of it and in lines', async () => {
    const key = ['BEGIN', ...Array.from({ length: 50 }, (_, at) => `MII${at}`), 'END'].map((line) =>
      line.startsWith('MII') ? line : `-----${line} ${'PRIVATE KEY'}-----`,
    )
    const secret = `AKIA${'Q7'.repeat(8)}`
    const lines = [...seq(1, 3000).split('\n'), ...key, `k ${secret}`, ...seq(4000, 6000).split('\n')]
    const { stdout: kept } = await box.pith([], { input: lines.join('\n') })
    const spilled =
      /pith show ([0-9a-f]{16}) --lines [\d-]+, or --grep RE\]\n$/.exec(kept.toString())?.[1] ?? ''
    const hidden = [...Array(52).fill(''), 'k [redacted aws-access-key]']
    const show = async (words: string[], env = {}) =>
      (await box.pith(['show', spilled, ...words], { env })).stdout.toString()
    const all = [...lines.slice(0, 3001), '[redacted private-key]', ...hidden.slice(1), ...lines.slice(3054)]
    expect(await show(['--redact', '--all'])).toBe(all.join('\n'))
    expect(await show(['--all'], { PITH_REDACT: '1' })).toBe(all.join('\n'))
    for (const [first, last] of [
      [1, 4],
      [3001, 3003],
      [3010, 3012],
      [3040, 3100],
      [3054, 3056],
    ]) {
      const range = `${first}-${last}`
      expect(await show(['--redact', '--lines', range])).toBe(`${all.slice(first - 1, last).join('\n')}\n`)
    }
    expect(await show(['--redact', '--grep', 'MII|AKIA|redacted'])).toBe(
      '3002:[redacted private-key]\n3054:k [redacted aws-access-key]\n',
    )
    expect(await show(['--lines', '3054'])).toBe(`k ${secret}\n`)
    const refused = await box.pith(['show', spilled, '--redact', '--bytes', '0-9'])
    expect(refused).toMatchObject({ status: 2, stdout: Buffer.alloc(0) })
    expect(refused.stderr).toMatch(/^pith: Expected --lines, since secrets are hidden/)
  })

  it('looks where --artifacts says', async () => {
    const { status, stderr } = await box.pith(['show', id, '--artifacts', 'elsewhere'])
    expect({ status, stderr }).toEqual({ status: 2, stderr: `pith: There is no artifact "${id}".\n` })
  })

  it.each([
    [['0123456789abcdef'], 'There is no artifact "0123456789abcdef".'],
    [['../../etc/passwd'], 'There is no artifact "../../etc/passwd".'],
    [['/etc/passwd'], 'There is no artifact "/etc/passwd".'],
    [[''], 'There is no artifact "".'],
    [[], 'Expected one artifact id after `pith show`, got 0.'],
    [[id, id], 'Expected one artifact id after `pith show`, got 2.'],
    [[id, '--lines', '9003-9010'], 'Line 9003 is past the end: the artifact has 9002 lines.'],
    [[id, '--bytes', '99999-'], `Byte 99999 is past the end: the artifact has ${input.length} bytes.`],
    [[id, '--lines', '0-5'], 'Expected --lines to begin at 1 or more, got 0.'],
    [[id, '--lines', '9-5'], 'Expected --lines to be a range such as 10-20, got "9-5".'],
    [[id, '--lines', 'a-b'], 'Expected --lines to be a range such as 10-20, got "a-b".'],
    [[id, '--lines', ''], 'Expected --lines to be a range such as 10-20, got "".'],
    [[id, '--bytes', '3-1'], 'Expected --bytes to be a range such as 10-20, got "3-1".'],
    [[id, '--bytes', '1.5-2'], 'Expected --bytes to be a range such as 10-20, got "1.5-2".'],
    [[id, '--lines', '1-2', '--bytes', '1-2'], 'Expected either --lines or --bytes, got both.'],
    [[id, '--lines'], "Option '--lines <value>' argument missing."],
    [[id, '--before', '3'], '--before needs --grep or --errors.'],
    [[id, '--all', '--max-lines', '3'], 'Expected either --all or --max-lines, got both.'],
    [[id, '--all', '--json'], 'Expected either --all or --json, got both.'],
    [[id, '--bytes', '1-2', '--column', '3'], 'Expected --lines with --column.'],
    [
      [id, '--max-bytes', 'Infinity'],
      'Expected --max-bytes to be finite for a page, got Infinity; --all prints everything.',
    ],
    [
      [id, '--lines', '4', '--column', '99'],
      'Expected `column` to lie in line 4, got 99; the line is shorter.',
    ],
  ])('refuses %j with one line and status 2', async (words, sentence) => {
    expect(await box.pith(['show', ...words])).toEqual({
      status: 2,
      stdout: Buffer.alloc(0),
      stderr: `pith: ${sentence}\n`,
    })
  })
})
