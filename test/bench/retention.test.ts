import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { loadSets } from '../../bench/retention/logs.mjs'
import * as roles from '../../bench/retention/roles.mjs'
import { truncate } from '../../src/index.ts'

const { alarmLine, falseAlarms, firstStatements, firstStatementsLine, roleRows, rolesKept } = roles

const folder = mkdtempSync(join(tmpdir(), 'pith-retention-'))
afterAll(() => rmSync(folder, { recursive: true }))

const calm = (count: number): string[] => Array.from({ length: count }, (_, i) => `step ${i} took ${i} ms`)
const failure = [...calm(900), 'src/ring.c:3:5: error: no ring', ...calm(900)].join('\n')

/** Writes a folder of logs and loads it as a set. */
function setOf(name: string, files: Record<string, string | Uint8Array>) {
  const dir = join(folder, name)
  for (const [file, content] of Object.entries(files)) {
    mkdirSync(join(dir, file, '..'), { recursive: true })
    writeFileSync(join(dir, file), content)
  }
  const [set] = loadSets({ dirs: [dir], tell: () => {} })
  return set
}

const label = {
  id: 'ring',
  file: 'ring.log',
  tool: 'gcc',
  hard: true,
  required: ['error: no ring', 'ring.c:3'],
}

describe('a folder of labelled logs', () => {
  it('has the roles of its strings, and the lines that hold them', () => {
    const labels = [{ ...label, roles: ['cause', 'location'] }]
    const { logs } = setOf('roles', { 'labels.json': JSON.stringify({ labels }), 'ring.log': failure })
    expect(logs[0]).toMatchObject({
      roles: { cause: ['error: no ring'], location: ['ring.c:3'] },
      decisive: [901, 901],
    })
  })

  it('has the lines that its labels call decisive, with other roles than that of the cause', () => {
    const decisive = [
      { line: 901, needle: 'error: no ring', role: 'cause' },
      { line: 900, needle: 'step 899', role: 'location' },
    ]
    const labels = [{ ...label, decisive }]
    const { logs } = setOf('decisive', { 'labels.json': JSON.stringify({ labels }), 'ring.log': failure })
    expect(logs[0]).toMatchObject({
      roles: { cause: label.required, location: ['step 899'] },
      decisive: [901, 900],
    })
  })

  it('in UTF-16 is measured as UTF-8', () => {
    const little = Buffer.from(failure, 'utf16le')
    const big = Buffer.from(little).swap16()
    const files = {
      'with BOM': Buffer.concat([Buffer.from([0xff, 0xfe]), little]),
      'without BOM': little,
      'big-endian': Buffer.concat([Buffer.from([0xfe, 0xff]), big]),
    }
    const labels = Object.keys(files).map((file) => ({ ...label, file, roles: ['cause', 'location'] }))
    const { logs } = setOf('utf16', { 'labels.json': JSON.stringify({ labels }), ...files })
    for (const { bytes } of logs) expect(bytes.toString()).toBe(failure)
  })

  it('in another encoding keeps its bytes', () => {
    const latin1 = Buffer.from(`${failure} à gauche`, 'latin1')
    const labels = [{ ...label, roles: ['cause', 'location'], encoding: 'not-utf8' }]
    const { logs } = setOf('latin1', { 'labels.json': JSON.stringify({ labels }), 'ring.log': latin1 })
    expect(logs[0].bytes.equals(latin1)).toBe(true)
  })

  it('is refused when a log does not have a required string', () => {
    const labels = [{ ...label, required: ['error: no hook'], roles: ['cause'] }]
    const files = { 'labels.json': JSON.stringify({ labels }), 'ring.log': failure }
    expect(() => setOf('absent', files)).toThrow('Expected a line of ring with "error: no hook"')
  })

  it('may hold successful runs, of which some are said to have errors', () => {
    const success = [
      { id: 'well', file: 'well.log' },
      { id: 'loud', file: 'loud.log' },
    ]
    const { successes } = setOf('success', {
      'success.json': JSON.stringify({ success }),
      'well.log': calm(50).join('\n'),
      'loud.log': 'error: no ring\nerror: no hook\n',
    })
    const alarms = falseAlarms(truncate, successes)
    expect(alarms).toEqual([{ id: 'loud', errors: 2 }])
    expect(alarmLine(alarms, successes)).toBe('Said to have errors: 1 of 2 successful runs: loud (2).')
    expect(alarmLine([], successes)).toBe('Said to have errors: 0 of 2 successful runs.')
  })

  it('without any of these is refused', () => {
    mkdirSync(join(folder, 'empty'))
    expect(() => loadSets({ dirs: [join(folder, 'empty')], tell: () => {} })).toThrow('Expected labels.json')
  })
})

describe('the measures', () => {
  const labels = [{ ...label, roles: ['cause', 'location'] }]
  const { logs } = setOf('measures', { 'labels.json': JSON.stringify({ labels }), 'ring.log': failure })

  it('tell causes and locations apart, and what a cut without errors would have kept', () => {
    const cut = (_: Uint8Array, { maxBytes, errors }: { maxBytes: number; errors?: boolean }) => ({
      text: maxBytes > 2048 || errors === false ? 'ring.c:3: error: no ring' : 'error: no ring',
    })
    const rows = roleRows(rolesKept(cut, logs))
    expect(rows.map((row: string[]) => row.slice(0, 4))).toEqual([
      ['pith keeps', '1 KiB', '2 KiB', '4 KiB'],
      ['every cause', ...Array(3).fill('100.0 % of 1 (21–100)')],
      ['every location', ...Array(2).fill('0.0 % of 1 (0–79)'), '100.0 % of 1 (21–100)'],
      ['the first cause', ...Array(3).fill('100.0 % of 1 (21–100)')],
      ['each further cause', ...Array(3).fill('–')],
      [
        'the location, where the cause is kept',
        ...Array(2).fill('0.0 % of 1 (0–79)'),
        '100.0 % of 1 (21–100)',
      ],
      ['logs that lose what a cut without errors keeps', '1', '1', '0'],
    ])
  })

  it('tell how many of the first statements stand in decisive lines', () => {
    expect(firstStatements(truncate, logs)).toEqual({ decisive: 1, atMost: 1, of: 1 })
    expect(firstStatementsLine({ decisive: 1, atMost: 3, of: 4 })).toContain('25.0 % of 4')
  })
})
