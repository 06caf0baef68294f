// @deep

import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { linesOf, seq, useCommand } from '../support/command.ts'

describe('pith artifacts and pith gc', () => {
  const box = useCommand()

  it('tell that there is nothing', async () => {
    expect(await box.pith(['artifacts'], { alone: true })).toMatchObject({
      status: 0,
      stderr: 'pith: There are no artifacts.\n',
    })
    expect(await box.pith(['artifacts', '--json'])).toMatchObject({ status: 0, stderr: '' })
    expect((await box.pith(['gc'], { alone: true })).status).toBe(0)
  })

  it('list what is kept, the newest first', async () => {
    await box.pith(['run', '-q', '--', 'seq', '1', '9000'])
    await box.pith([], { input: seq(1, 20_000) })
    const { stdout, stderr } = await box.pith(['artifacts'])
    const rows = linesOf(stdout.toString())
    expect(rows[0]).toMatch(/^id +age +size +lines +tool +label$/)
    expect(rows[1]).toMatch(/^[0-9a-f]{16} +\d+ s +106 KB +20000$/)
    expect(rows[2]).toMatch(/^[0-9a-f]{16} +\d+ s +42 KB +9000 +bash +seq 1 9000$/)
    expect(stderr).toBe('pith: 2 artifacts, 149 KB in all.\n')
    const json = await box.pith(['artifacts', '--json', '--limit', '1'])
    expect(linesOf(json.stdout.toString()).map((line) => JSON.parse(line))).toMatchObject([{ lines: 20_000 }])
    expect((await box.pith(['artifacts', '--limit', '1'])).stderr).toMatch(
      /^pith: The newest 1 of 2 artifacts/,
    )
  })

  it('count of a capped output what is kept', async () => {
    const env = { PITH_MAX_ARTIFACT_BYTES: '50000' }
    const words = ['--artifacts', join(box.folder, 'capped')]
    await box.pith(words, { input: seq(1, 20_000), env })
    const { stdout, stderr } = await box.pith(['artifacts', ...words])
    expect(linesOf(stdout.toString())[1]).toMatch(/^[0-9a-f]{16} +\d+ s +48 KB of 106 KB +20000$/)
    expect(stderr).toBe('pith: 1 artifact, 48 KB in all.\n')
    const json = (await box.pith(['artifacts', '--json', ...words])).stdout.toString()
    const { bytes, keptBytes, missing } = JSON.parse(json)
    expect(keptBytes).toBe(50_000)
    expect(bytes - missing.endByte + missing.startByte).toBe(50_000)
  })

  it('remove nothing that is new', async () => {
    const before = readdirSync(join(box.folder, 'artifacts')).sort()
    for (const words of [['gc', '--dry-run'], ['gc']]) expect((await box.pith(words)).status).toBe(0)
    expect(readdirSync(join(box.folder, 'artifacts')).sort()).toEqual(before)
  })

  it.each([
    [['artifacts', 'x'], 'Expected only options after `pith artifacts`, got "x".'],
    [['gc', 'x'], 'Expected only options after `pith gc`, got "x".'],
    [['gc', '--all'], "Unknown option '--all'."],
  ])('refuse %j with one line and status 2', async (words, sentence) => {
    expect(await box.pith(words)).toMatchObject({ status: 2, stderr: `pith: ${sentence}\n` })
  })
})
