import { describe, expect, it } from 'vitest'
import { createMemoryStore } from '../../src/store/backends/memory.ts'
import type { ArtifactStore } from '../../src/store/store.ts'
import * as attractor from './attractor-checked.ts'
import { linesOf as lines } from './attractor-checked.ts'

const code = (name: string) => expect.objectContaining({ name: 'PithError', code: name })
const decode = (bytes: Uint8Array): string => new TextDecoder().decode(bytes)

describe('Full Output in Events', () => {
  it('Stored in the event log', async () => {
    const session = attractor.createSession({ store: false })
    const output = lines(5000)
    const { text, sequence } = await session.record('run_command', output)
    expect(text).toBe(attractor.truncateTool('run_command', output))
    expect(session.events()).toEqual([
      { sequence, tool: 'run_command', output, outputBytes: output.length, text, truncated: true },
    ])
  })

  it('Available in the run directory artifacts', async () => {
    const store = createMemoryStore()
    const session = attractor.createSession({ store })
    const { text, artifact } = await session.record('run_command', lines(5000))
    expect(text).toBe(attractor.truncateTool('run_command', lines(5000), {}, { artifact: true }))
    const [stat] = await store.list()
    const bytes = lines(5000).length
    const name = 'artifacts/0001-run_command.txt'
    expect(session.artifacts()).toEqual([{ name, id: stat.id, bytes, tool: 'run_command' }])
    expect(artifact).toBe(name)
    expect(stat).toMatchObject({ bytes, lines: 5000, tool: 'run_command' })
  })

  it('Accessible via the observability API', async () => {
    const session = attractor.createSession({ store: createMemoryStore() })
    const outputs = [lines(3), lines(600), lines(700), new Uint8Array(30_000).fill(0xff)]
    await session.record('read_file', outputs[0])
    await session.record('read_file', outputs[1])
    await session.record('run_command', outputs[2])
    await session.record('run_command', outputs[3])
    const sequences = (query: attractor.EventQuery) => session.events(query).map((event) => event.sequence)
    expect(sequences({})).toEqual([1, 2, 3, 4])
    expect(sequences({ tool: 'read_file' })).toEqual([1, 2])
    expect(sequences({ truncated: true, afterSequence: 2 })).toEqual([3, 4])
    expect(sequences({ truncated: false })).toEqual([1])
    expect(decode(await session.output(2))).toBe(outputs[1])
    expect(await session.output(4)).toEqual(outputs[3])
  })

  it('debugging can always access complete output even though the LLM saw a truncated version', async () => {
    const session = attractor.createSession({ store: createMemoryStore(), maxLogBytes: 0 })
    const { sequence, text } = await session.record('search_files', lines(9000))
    expect(text.length).toBeLessThan(lines(9000).length)
    expect(session.events()[0]).not.toHaveProperty('output')
    expect(decode(await session.output(sequence))).toBe(lines(9000))
  })

  it('This lets the model request the full output (via read_file on the artifact)', async () => {
    const session = attractor.createSession({ store: createMemoryStore() })
    const { artifact = '' } = await session.record('run_command', lines(5000))
    const page = await session.readArtifact(artifact, { firstLine: 2000, lastLine: 2002 })
    expect(page).toBe('line 2000\nline 2001\nline 2002\n')
    const all = await session.readArtifact(artifact)
    expect(all).toBe(attractor.truncateTool('read_file', lines(5000), {}, { artifact: true }))
    expect(session.artifacts()).toHaveLength(1)
  })
})

describe('a session', () => {
  it('keeps artifacts where nothing is said of a store', async () => {
    const session = attractor.createSession({ maxLogBytes: 0 })
    const { artifact = '', text, sequence } = await session.record('run_command', lines(5000))
    expect(artifact).toBe('artifacts/0001-run_command.txt')
    expect(text).toContain('full output available in artifacts')
    expect(decode(await session.output(sequence))).toBe(lines(5000))
    expect(await session.readArtifact(artifact, { firstLine: 9, lastLine: 9 })).toBe('line 9\n')
  })

  it('keeps no artifact, and names none, where the store is false', async () => {
    const session = attractor.createSession({ store: false })
    const result = await session.record('read_file', lines(600))
    expect(result).toEqual({
      text: attractor.truncateTool('read_file', lines(600)),
      truncated: true,
      sequence: 1,
    })
    expect(session.artifacts()).toEqual([])
    await expect(session.readArtifact('artifacts/0001-read_file.txt')).rejects.toThrow(
      code('PITH_UNKNOWN_ARTIFACT'),
    )
  })

  it('implementations can adjust per session: limits hold for its tools only', async () => {
    const limits = { run_command: { maxLines: 10 }, read_file: { headRatio: 0.5 } }
    const session = attractor.createSession({ limits, store: false })
    const other = attractor.createSession()
    const output = lines(300)
    const result = await session.record('run_command', output)
    expect(result.text).toBe(attractor.truncateTool('run_command', output, { maxLines: 10 }))
    expect((await other.record('run_command', output)).text).not.toBe(result.text)
    const even = attractor.truncateTool('read_file', lines(600), { headRatio: 0.5 })
    expect((await session.record('read_file', lines(600))).text).toBe(even)
  })

  it('keeps no artifact for an output that the model saw whole', async () => {
    const store = createMemoryStore()
    const session = attractor.createSession({ store })
    expect(await session.record('read_file', 'all\n')).toEqual({
      text: 'all\n',
      truncated: false,
      sequence: 1,
    })
    const exactly = attractor.TOOL_LIMITS.read_file.maxLines
    expect(await session.record('read_file', lines(exactly))).toMatchObject({ truncated: false })
    expect(await store.list()).toEqual([])
  })

  it('names each artifact of calls that overlap, and equal outputs share their bytes', async () => {
    const store = createMemoryStore()
    const session = attractor.createSession({ store })
    const outputs = [lines(501), lines(502), lines(501)]
    const results = await Promise.all(outputs.map((output) => session.record('read_file', output)))
    const names = results.map(({ artifact }) => artifact)
    expect(new Set(names).size).toBe(3)
    for (const [index, name] of names.entries()) {
      const wide = { firstLine: 499, lastLine: 600 }
      const expected = outputs[index].split('\n').slice(498).join('\n')
      expect(await session.readArtifact(name ?? '', wide)).toBe(expected)
    }
    expect(await store.list()).toHaveLength(2)
  })

  it('keeps bytes as they were, though the caller uses them again', async () => {
    const session = attractor.createSession({ store: createMemoryStore() })
    const bytes = new Uint8Array(60_000).fill(0x61)
    const recording = session.record('read_file', bytes)
    bytes.fill(0x62)
    const { sequence, text, artifact = '' } = await recording
    expect(text).not.toContain('b'.repeat(9))
    expect(await session.output(sequence)).toEqual(new Uint8Array(60_000).fill(0x61))
    expect(await session.readArtifact(artifact)).toContain('a'.repeat(9))
  })

  it('lets go of the oldest outputs when its log is full, and says so', async () => {
    const session = attractor.createSession({ maxLogBytes: 10 })
    for (const output of ['12345', '67890', 'abc']) await session.record('read_file', output)
    expect(session.events().map((event) => event.output)).toEqual([undefined, '67890', 'abc'])
    await expect(session.output(1)).rejects.toThrow(code('PITH_NOT_RETAINED'))
    expect(decode(await session.output(3))).toBe('abc')
  })

  const brokenStores: [string, () => ArtifactStore][] = [
    ['has no room', () => createMemoryStore({ maxBytes: 10 })],
    ['cannot be opened', () => ({ ...createMemoryStore(), open: () => Promise.reject(new Error('gone')) })],
  ]

  it.each(brokenStores)('advertises no artifact when the store %s', async (_, create) => {
    const session = attractor.createSession({ store: create() })
    const result = await session.record('read_file', lines(600))
    expect(result).toEqual({
      text: attractor.truncateTool('read_file', lines(600)),
      truncated: true,
      sequence: 1,
    })
    expect(session.artifacts()).toEqual([])
    expect(session.events()[0].artifactFailure?.message).toMatch(/^The full output could not be kept: /)
    expect(decode(await session.output(1))).toBe(lines(600))
  })
})

describe('bad input', () => {
  const wrong = (value: unknown) => value as never
  const invalid = code('PITH_INVALID_OPTION')

  it('is refused when a session begins', () => {
    expect(() => attractor.createSession({ limits: { read_file: { maxChars: -1 } } })).toThrow(invalid)
    expect(() => attractor.createSession({ limits: wrong({ shell: {} }) })).toThrow(invalid)
    expect(() => attractor.createSession({ limits: wrong({ read_file: null }) })).toThrow(invalid)
    expect(() => attractor.createSession({ maxLogBytes: -1 })).toThrow(invalid)
    for (const store of [true, null, {}, '/tmp']) {
      expect(() => attractor.createSession({ store: wrong(store) })).toThrow(invalid)
    }
    expect(() => attractor.createSession(wrong(null))).toThrow(invalid)
  })

  it('is refused in a call, which then records nothing', async () => {
    const session = attractor.createSession({ store: createMemoryStore() })
    await expect(session.record(wrong('constructor'), 'a')).rejects.toThrow(invalid)
    await expect(session.record('read_file', wrong(7))).rejects.toThrow(code('PITH_INVALID_INPUT'))
    expect(session.events()).toEqual([])
    expect(() => session.events(wrong(null))).toThrow(invalid)
    expect(() => session.events({ afterSequence: -1 })).toThrow(invalid)
    for (const sequence of [0, 1, 1.5, -1]) {
      await expect(session.output(sequence)).rejects.toThrow(code('PITH_NOT_RETAINED'))
    }
  })

  it('finds no artifact by a name that it did not give', async () => {
    const unknown = code('PITH_UNKNOWN_ARTIFACT')
    const session = attractor.createSession({ store: createMemoryStore() })
    const { artifact = '' } = await session.record('read_file', lines(600))
    for (const name of ['', '../../etc/passwd', 'artifacts/0002-read_file.txt', wrong(['x'])]) {
      await expect(session.readArtifact(name)).rejects.toThrow(unknown)
    }
    await expect(attractor.createSession().readArtifact(artifact)).rejects.toThrow(unknown)
    const pastEnd = session.readArtifact(artifact, { firstLine: 601, lastLine: 700 })
    await expect(pastEnd).rejects.toThrow(code('PITH_OFFSET_OUT_OF_RANGE'))
    const backwards = session.readArtifact(artifact, { firstLine: 0, lastLine: 5 })
    await expect(backwards).rejects.toThrow(invalid)
  })
})
