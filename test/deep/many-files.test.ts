import { execFileSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { useCommand } from '../support/command.ts'
import { memoryFolder } from '../support/memory-folder.ts'
import { withPeakMemory } from '../support/peak-memory.ts'

const FOLDERS = 300
const FILES = 1000
const ENTRIES = FOLDERS * FILES
/** A walk holds one folder. Names or times of so many entries take some 25 MiB. */
const [ofFolder, ofAll] = [24, 60].map((heapMiB) => ({ heapMiB, timeoutMs: 280_000 }))
/** What Node takes beside the heap. */
const BESIDE_MIB = 90

const place = memoryFolder('pith-many-files-', 2 * ENTRIES)
const many = join(place, 'many')
const one = join(place, 'one')
// It takes less than half the time of `rmSync`.
afterAll(() => void execFileSync('rm', ['-rf', place]), 600_000)

describe(`${ENTRIES} files`, () => {
  const box = useCommand()

  beforeAll(() => {
    for (let i = 0; i < FOLDERS; i++) {
      const folder = join(many, `folder-${i}`)
      mkdirSync(folder, { recursive: true })
      for (let k = 0; k < FILES; k++) writeFileSync(join(folder, `file-${k}.txt`), k === 0 ? 'needle\n' : '')
    }
  }, 600_000)

  it.each([
    ['find', ofFolder, ['find', many], `[1000 results limit reached.`],
    ['find --newest', { ...ofAll, heapMiB: 100 }, ['find', many, '--newest'], `[1000 results limit reached.`],
    ['tree', ofFolder, ['tree', many], `/many/ (${ENTRIES} files, ${FOLDERS} folders)`],
    ['grep', ofFolder, ['grep', 'needle', many], `[100 of ${FOLDERS} matches in 100 of ${FOLDERS} files.`],
  ])(
    'are walked in little memory by %s',
    async (_, limits, words, expected) => {
      const { status, stdout, peakMiB } = await withPeakMemory(box, words, limits)
      expect({ status, text: stdout.toString().includes(expected) }).toEqual({ status: 0, text: true })
      expect(peakMiB).toBeLessThan(BESIDE_MIB + limits.heapMiB)
    },
    300_000,
  )
})

describe(`${ENTRIES} entries of one folder`, () => {
  const box = useCommand()

  beforeAll(() => {
    mkdirSync(one)
    // In no order, and with the first names last.
    for (let i = ENTRIES; i-- > 0; ) writeFileSync(join(one, `entry-${(i * 7919) % ENTRIES}.txt`), '')
  }, 600_000)

  it.each([
    ['ls', (text: string) => text.startsWith('           0 B  entry-0.txt\n           0 B  entry-1.txt\n')],
    ['find', (text: string) => text.startsWith(`${one}/entry-0.txt\n${one}/entry-1.txt\n`)],
    ['tree', (text: string) => text.startsWith(`${one}/ (${ENTRIES} files)\n  entry-0.txt\n`)],
  ])(
    'are all counted and kept by %s, in the order of names and in little memory',
    async (command, isGood) => {
      const { status, stdout, peakMiB } = await withPeakMemory(box, [command, one, '--json'], ofAll)
      const { text, details } = JSON.parse(stdout.toString())
      expect({ status, isGood: isGood(text) }).toEqual({ status: 0, isGood: true })
      expect(details).toMatchObject({ total: ENTRIES, fullLines: ENTRIES })
      expect(peakMiB).toBeLessThan(BESIDE_MIB + ofAll.heapMiB)
      const { artifact } = details
      const { stdout: last } = await box.pith(['show', artifact.ref.id, '--lines', `${ENTRIES}-${ENTRIES}`])
      expect(last.toString()).toContain('entry-99999.txt')
    },
    300_000,
  )
})
