import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { useCommand } from '../support/command.ts'
import { withPeakMemory } from '../support/peak-memory.ts'

const FOLDERS = 1000
const FILES = 1000

/** In memory where that can be, because a disk takes minutes to remove so many. */
const place = mkdtempSync(join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'pith-many-files-'))
const many = join(place, 'many')

describe('a million files', () => {
  const box = useCommand()

  beforeAll(() => {
    for (let i = 0; i < FOLDERS; i++) {
      const folder = join(many, `folder-${i}`)
      mkdirSync(folder, { recursive: true })
      for (let k = 0; k < FILES; k++) writeFileSync(join(folder, `file-${k}.txt`), k === 0 ? 'needle\n' : '')
    }
  }, 600_000)
  afterAll(() => rmSync(place, { recursive: true }), 600_000)

  it.each([
    ['find', ['find', many], `[1000 results limit reached.`],
    ['find --newest', ['find', many, '--newest'], `[1000 results limit reached.`],
    ['tree', ['tree', many], `/many/ (1000000 files, 1000 folders)`],
    ['grep with ripgrep', ['grep', 'needle', many], '[100 of 1000 matches in 100 of 1000 files.'],
    ['grep', ['grep', 'needle', many, '--no-ripgrep'], '[100 of 1000 matches in 100 of 1000 files.'],
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
