import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { attractor } from '../../src/host/profiles.ts'
import { createFileStore } from '../../src/store/backends/files.ts'

describe('a session of the attractor profile on Node', () => {
  const lines = 'line\n'.repeat(5000)
  let directory = ''

  beforeEach(() => {
    directory = mkdtempSync(join(tmpdir(), 'pith-attractor-'))
    vi.stubEnv('PITH_ARTIFACTS', join(directory, 'artifacts'))
  })

  afterEach(() => {
    vi.unstubAllEnvs()
    rmSync(directory, { recursive: true, force: true })
  })

  it('keeps its artifacts in files where nothing is said of a store', async () => {
    const session = attractor.createSession()
    const { artifact = '' } = await session.record('run_command', lines)
    const [{ id }] = session.artifacts()
    expect(await createFileStore().stat(id)).toMatchObject({ bytes: lines.length, tool: 'run_command' })
    expect(await session.readArtifact(artifact, { firstLine: 5000, lastLine: 5000 })).toBe('line\n')
  })

  it('writes no file where all was seen, nor where the store is false', async () => {
    await attractor.createSession().record('run_command', 'all\n')
    await attractor.createSession({ store: false }).record('run_command', lines)
    expect(readdirSync(directory)).toEqual([])
  })

  it('gives the result where no file can be written, and says why', async () => {
    vi.stubEnv('PITH_ARTIFACTS', '/dev/null/artifacts')
    const session = attractor.createSession()
    const { text, artifact } = await session.record('run_command', lines)
    expect({ text, artifact }).toEqual({
      text: attractor.truncateTool('run_command', lines),
      artifact: undefined,
    })
    expect(session.events()[0].artifactFailure?.message).toMatch(/^The full output could not be kept/)
  })

  it('refuses options that are none', () => {
    for (const wrong of [null, 7, 'x']) {
      expect(() => attractor.createSession(wrong as never)).toThrow(
        expect.objectContaining({ code: 'PITH_INVALID_OPTION' }),
      )
    }
  })
})
