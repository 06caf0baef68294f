import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { loadLogdx, lostSignals, signalRecall } from '../../bench/public/logdx.mjs'

interface Signal {
  type: string
  forms: string[]
}

const folder = mkdtempSync(join(tmpdir(), 'pith-logdx-'))
afterAll(() => rmSync(folder, { recursive: true }))

const signals = [
  { type: 'compile_error', value: 'error: no ring', aliases: ['no ring at all'], importance: 'critical' },
  { type: 'stack_location', file: 'src/ring.c', line: 3, importance: 'critical' },
  { type: 'panic', value: 'of less importance', importance: 'important' },
]
mkdirSync(join(folder, 'dev/ring'), { recursive: true })
writeFileSync(join(folder, 'dev/ring/ground_truth.json'), JSON.stringify({ required_signals: signals }))
writeFileSync(join(folder, 'dev/ring/raw.log'), 'src/ring.c:3: error: no ring\n')
const [ring] = loadLogdx(folder)

describe('a case of LogDx-CI', () => {
  const lost = (text: string) => lostSignals(ring, text).map(({ type }: Signal) => type)

  it('has its critical signals, each with all forms that count', () => {
    expect(ring).toMatchObject({
      id: 'ring',
      critical: [{ forms: ['error: no ring', 'no ring at all'] }, { forms: ['src/ring.c'] }],
    })
  })

  it('keeps a signal by its value, an alias or its file, whatever colours it has', () => {
    expect(lost('src/ring.c:9: \x1b[31merror: \x1b[0mno ring')).toEqual([])
    expect(lost('there is no ring at all')).toEqual(['stack_location'])
    expect(lost('ring.c:3')).toEqual(['compile_error', 'stack_location'])
  })

  it('counts by its share, and as kept where it has none', () => {
    const empty = { ...ring, critical: [] }
    expect(signalRecall([ring, empty], (each: object) => lostSignals(each, 'src/ring.c'))).toBe(0.75)
  })

  it('is asked for where a folder has none', () => {
    mkdirSync(join(folder, 'none'))
    expect(() => loadLogdx(join(folder, 'none'))).toThrow('Expected cases')
  })
})
