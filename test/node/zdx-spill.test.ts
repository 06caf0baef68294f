import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { PithError } from '../../src/errors.ts'
import * as zdx from '../../src/extra/profiles/zdx.ts'
import { createZdxSpill } from '../../src/host/zdx-spill.ts'

const NAME = /\/zdx-bash-[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}-(stdout|stderr)\.txt$/

describe('the temporary files of the zdx profile', () => {
  let directory = ''

  beforeEach(() => {
    directory = mkdtempSync(join(tmpdir(), 'pith-zdx-'))
  })

  afterEach(() => {
    rmSync(directory, { recursive: true, force: true })
  })

  it('test_write_temp_file: Phase 1: temp file helper unit test', () => {
    const path = createZdxSpill({ directory }).write('stdout', new TextEncoder().encode('all of it')) ?? ''
    expect(path).toMatch(NAME)
    expect(dirname(path)).toBe(directory)
    expect(readFileSync(path, 'utf8')).toBe('all of it')
  })

  it('hold all bytes of each truncated stream, and are named in the result', () => {
    const { write } = createZdxSpill({ directory })
    const stderr = new Uint8Array(51_200).map((_, i) => i)
    const output = zdx.bash({ stdout: 'x'.repeat(51_200), stderr }, { spill: write })
    expect(output.stdout_file).toMatch(/-stdout\.txt$/)
    expect(output.stderr_file).toMatch(/-stderr\.txt$/)
    expect(readFileSync(output.stdout_file ?? '', 'utf8')).toBe('x'.repeat(51_200))
    expect(new Uint8Array(readFileSync(output.stderr_file ?? ''))).toEqual(stderr)
  })

  it('are not made for an output that is not truncated', () => {
    zdx.bash({ stdout: 'z'.repeat(1024) }, { spill: createZdxSpill({ directory }).write })
    expect(readdirSync(directory)).toEqual([])
  })

  it('Temp files are created in OS temp dir (std::env::temp_dir()) with zdx-bash-{uuid}-{stream}.txt naming', () => {
    const files = createZdxSpill()
    const path = files.write('stderr', new Uint8Array(1)) ?? ''
    try {
      expect(dirname(path)).toBe(tmpdir())
      expect(path).toMatch(NAME)
    } finally {
      files.remove()
    }
  })

  it('can be read by their owner only, whatever the umask', () => {
    const umask = process.umask(0)
    try {
      const path = createZdxSpill({ directory }).write('stdout', new Uint8Array(1)) ?? ''
      expect(statSync(path).mode & 0o777).toBe(0o600)
    } finally {
      process.umask(umask)
    }
  })

  it('are deleted by remove(), and nothing else is', () => {
    const files = createZdxSpill({ directory })
    writeFileSync(join(directory, 'zdx-bash-of-another-stdout.txt'), '')
    files.write('stdout', new Uint8Array(9))
    files.write('stderr', new Uint8Array(9))
    files.remove()
    expect(readdirSync(directory)).toEqual(['zdx-bash-of-another-stdout.txt'])
  })

  it('take no more room than allowed', () => {
    const errors: PithError[] = []
    const files = createZdxSpill({ directory, maxBytes: 10, onError: (error) => errors.push(error) })
    expect(files.write('stdout', new Uint8Array(10))).toMatch(NAME)
    expect(files.write('stderr', new Uint8Array(1))).toBeUndefined()
    expect(errors).toEqual([expect.objectContaining({ code: 'PITH_STORE_FAILED' })])
    files.remove()
    expect(files.write('stderr', new Uint8Array(1))).toMatch(NAME)
  })

  it('that cannot be written are told, not thrown, and the result names none', () => {
    const errors: PithError[] = []
    const missing = createZdxSpill({ directory: join(directory, 'gone'), onError: (e) => errors.push(e) })
    const output = zdx.bash({ stdout: 'x'.repeat(50_000) }, { spill: missing.write })
    expect(output).not.toHaveProperty('stdout_file')
    expect(output.stdout_truncated).toBe(true)
    expect(errors.map(({ message }) => message)).toEqual([
      'The full output could not be kept: the system reports ENOENT.',
    ])
  })

  it.runIf(process.getuid?.() !== 0)('are not made in a directory without permission', () => {
    chmodSync(directory, 0o500)
    expect(createZdxSpill({ directory }).write('stdout', new Uint8Array(1))).toBeUndefined()
    chmodSync(directory, 0o700)
  })

  it('are refused a size that is none', () => {
    const refused = expect.objectContaining({ code: 'PITH_INVALID_OPTION' })
    expect(() => createZdxSpill({ maxBytes: -1 })).toThrow(refused)
  })
})
