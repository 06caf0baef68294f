import { execFileSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { useCommand } from '../support/command.ts'
import { memoryFolder } from '../support/memory-folder.ts'
import { withPeakMemory } from '../support/peak-memory.ts'

const FOLDERS = 1000
const FILES = 1000
const ENTRIES = FOLDERS * FILES

const place = memoryFolder('pith-many-files-', 2 * ENTRIES)
const many = join(place, 'many')
const one = join(place, 'one')
// It takes less than half the time of `rmSync`.
afterAll(() => void execFileSync('rm', ['-rf', place]), 600_000)

describe('a million files', () => {
  const box = useCommand()

  beforeAll(() => {
    for (let i = 0; i < FOLDERS; i++) {
      const folder = join(many, `folder-${i}`)
      mkdirSync(folder, { recursive: true })
      for (let k = 0; k < FILES; k++) writeFileSync(join(folder, `file-${k}.txt`), k === 0 ? 'needle\n' : '')
    }
  }, 600_000)

  it.each([
    ['find', ['find', many], `[1000 results limit reached.`],
    ['find --newest', ['find', many, '--newest'], `[1000 results limit reached.`],
    ['tree', ['tree', many], `/many/ (1000000 files, 1000 folders)`],
    ['grep', ['grep', 'needle', many], '[100 of 1000 matches in 100 of 1000 files.'],
  ])(
    'are walked in little memory by %s',
    async (_, words, expected) => {
      const { status, stdout, peakMiB } = await withPeakMemory(box, words, 280_000)
      expect({ status, text: stdout.toString().includes(expected) }).toEqual({ status: 0, text: true })
      expect(peakMiB).toBeLessThan(300)
    },
    300_000,
  )
})

describe('a million entries of one folder', () => {
  const box = useCommand()

  beforeAll(() => {
    mkdirSync(one)
    // In no order, and with the first names last.
    for (let i = ENTRIES; i-- > 0; ) writeFileSync(join(one, `entry-${(i * 7919) % ENTRIES}.txt`), '')
  }, 600_000)

  it.each([
    ['ls', (text: string) => text.startsWith('           0 B  entry-0.txt\n           0 B  entry-1.txt\n')],
    ['find', (text: string) => text.startsWith(`${one}/entry-0.txt\n${one}/entry-1.txt\n`)],
    ['tree', (text: string) => text.startsWith(`${one}/ (1000000 files)\n  entry-0.txt\n`)],
  ])(
    'are all counted and kept by %s, in the order of names and in little memory',
    async (command, isGood) => {
      const { status, stdout, peakMiB } = await withPeakMemory(box, [command, one, '--json'], 280_000)
      const { text, details } = JSON.parse(stdout.toString())
      expect({ status, isGood: isGood(text) }).toEqual({ status: 0, isGood: true })
      expect(details).toMatchObject({ total: ENTRIES, fullLines: ENTRIES })
      expect(peakMiB).toBeLessThan(300)
      const { artifact } = details
      const { stdout: last } = await box.pith(['show', artifact.ref.id, '--lines', '1000000-1000000'])
      expect(last.toString()).toContain('entry-999999.txt')
    },
    300_000,
  )
})
