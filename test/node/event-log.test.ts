// @deep

import { execFile, execFileSync } from 'node:child_process'
import {
  appendFileSync,
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  truncateSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import fc from 'fast-check'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { eventOf, type ToolEvent, writeEvent } from '../../src/extra/events/events.ts'
import { readEvents, verifyEvents } from '../../src/host/event-files.ts'
import { nextName } from '../../src/host/event-folder.ts'
import { createEventLog, type EventLogOptions } from '../../src/host/event-log.ts'
import { readFile } from '../../src/host/file.ts'
import { truncateFile } from '../../src/host/truncate-file.ts'
import { build, distFile } from '../support/built.ts'

const root = mkdtempSync(join(tmpdir(), 'pith-events-'))
afterAll(() => rmSync(root, { recursive: true, force: true }))

let directory = ''
let made = 0
beforeEach(() => {
  directory = join(root, String(made++), 'events')
})

const log = (options: EventLogOptions = {}) => createEventLog({ directory, run: 'r', ...options })
const named = (tool: string) => eventOf({ tool, status: 'ok', durationMs: 1 })
const current = () => join(directory, 'events.ndjson')
const files = () =>
  readdirSync(directory)
    .filter((name) => name.endsWith('.ndjson'))
    .sort()

async function found(options = {}): Promise<{ events: ToolEvent[]; badLines: number }> {
  const reading = readEvents({ directory, ...options })
  const events: ToolEvent[] = []
  for await (const event of reading) events.push(event)
  return { events, badLines: reading.badLines }
}
const toolsFound = async (options = {}) => (await found(options)).events.map(({ tool }) => tool)

describe('an event log', () => {
  it('has a line for each event, in a file that only its owner can read', async () => {
    const umask = process.umask(0)
    try {
      const events = log()
      for (const tool of ['a', 'b', 'c']) events.record(named(tool))
      events.close()
      events.record(named('d'))
      events.close()
    } finally {
      process.umask(umask)
    }
    expect(await toolsFound()).toEqual(['a', 'b', 'c', 'd'])
    expect(readFileSync(current(), 'utf8').split('\n')).toHaveLength(5)
    const modes = [directory, current()].map((path) => lstatSync(path).mode & 0o777)
    expect(modes).toEqual([0o700, 0o600])
  })

  it('loses at most the last record, wherever the file is cut, and none of those after', async () => {
    const events = log()
    const tools = Array.from({ length: 6 }, (_, at) => `tool ${at} é€`)
    for (const tool of tools) events.record(named(tool))
    events.close()
    const whole = readFileSync(current())
    const ends = [...whole.keys()].filter((at) => whole[at] === 0x0a).map((at) => at + 1)
    const check = async (length: number) => {
      writeFileSync(current(), whole)
      truncateSync(current(), length)
      const complete = ends.filter((end) => end - 1 <= length).length
      expect(await toolsFound()).toEqual(tools.slice(0, complete))
      const next = log()
      next.record(named('next'))
      next.close()
      expect(await toolsFound()).toEqual([...tools.slice(0, complete), 'next'])
    }
    await fc.assert(fc.asyncProperty(fc.nat(whole.length), check), {
      numRuns: 300,
    })
  })

  it('counts what is no event, and goes on behind it', async () => {
    log().record(named('a'))
    appendFileSync(current(), `{"version":1\n\n${'x'.repeat(200_000)}\n\u0000\n`)
    log().record(named('b'))
    expect(await toolsFound()).toEqual(['a', 'b'])
    expect((await found()).badLines).toBe(3)
  })

  it('is set aside by size, and keeps so many files', async () => {
    const events = log({ maxBytes: 4096, maxFiles: 3 })
    for (let at = 0; at < 200; at++) events.record(named(`tool ${at}`))
    events.close()
    const names = files()
    expect(names).toHaveLength(3)
    expect(names[2]).toBe('events.ndjson')
    for (const name of names) expect(lstatSync(join(directory, name)).size).toBeLessThanOrEqual(4096)
    const tools = await toolsFound()
    expect(tools).toEqual(Array.from({ length: tools.length }, (_, at) => `tool ${200 - tools.length + at}`))
    expect(events.dropped).toBe(0)
  })

  it('keeps no other file with one file, and takes a record that is larger than it', async () => {
    const events = log({ maxBytes: 4096, maxFiles: 1 })
    const ranges = Array.from({ length: 400 }, (_, at) => [at, at] as const)
    for (const tool of ['a', 'b']) {
      events.record(eventOf({ tool, status: 'ok', durationMs: 1, shown: { unit: 'lines', ranges } }))
    }
    for (let at = 0; at < 20; at++) events.record(named('small'))
    expect(files()).toEqual(['events.ndjson'])
    expect((await toolsFound()).at(-1)).toBe('small')
  })

  it('is shared by logs that set it aside under each other', async () => {
    const logs = [log({ maxBytes: 4096, maxFiles: 99 }), log({ maxBytes: 4096, maxFiles: 99 })]
    for (let at = 0; at < 400; at++) logs[at % 2].record(named(`${at}`))
    const tools = await toolsFound()
    expect(tools.map(Number).sort((a, b) => a - b)).toEqual(Array.from({ length: 400 }, (_, at) => at))
  })

  it('keeps every file that two set aside at the same moment, and none grows past its size', async () => {
    const one = log({ maxBytes: 4096, maxFiles: 99 })
    const other = log({ maxBytes: 4096, maxFiles: 99 })
    one.record(named('first'))
    // Both found that the file is full, and which numbers there are; then the one renames, and then the other.
    const names = [nextName([]), nextName([])]
    expect(names[0]).not.toBe(names[1])
    for (const [at, events] of [one, other].entries()) {
      renameSync(current(), join(directory, names[at]))
      events.record(named(`after ${at}`))
    }
    expect((await toolsFound()).sort()).toEqual(['after 0', 'after 1', 'first'])
    for (let at = 0; at < 400; at++) [one, other][at % 40 < 20 ? 0 : 1].record(named('x'))
    const sizes = files().map((name) => lstatSync(join(directory, name)).size)
    expect(Math.max(...sizes)).toBeLessThanOrEqual(4096)
    expect(await toolsFound()).toHaveLength(403)
    expect([one.dropped, other.dropped]).toEqual([0, 0])
  })

  it('loses nothing of four processes that share a run', async () => {
    build()
    const script = `
      import { createEventLog } from ${JSON.stringify(pathToFileURL(distFile('node/index.js')).href)}
      const [directory, name, event] = process.argv.slice(1)
      const log = createEventLog({ directory, run: 'r', maxBytes: 4096, maxFiles: 9999 })
      for (let at = 0; at < 2000; at++) log.record({ ...JSON.parse(event), tool: name + at })
      process.exitCode = log.dropped`
    const start = (name: string) =>
      promisify(execFile)(process.execPath, [
        ...['--input-type=module', '-e', script],
        ...[directory, name, JSON.stringify(named('x'))],
      ])
    await Promise.all(['a', 'b', 'c', 'd'].map(start))
    const tools = await toolsFound()
    expect(tools).toHaveLength(8000)
    expect(new Set(tools).size).toBe(8000)
    expect(verifyEvents(directory)).toMatchObject({ records: 8000, problems: [], endsIncomplete: false })
  })

  it('reads a record with the place of each of very many lines', async () => {
    const ranges = Array.from({ length: 10_000 }, (_, at) => [1e9 + 10 * at, 1e9 + 10 * at] as const)
    log().record({ ...named('show'), shown: { unit: 'lines', ranges } })
    expect((await found()).events).toMatchObject([{ shown: { ranges } }])
  })

  it('finds its file again when it was removed', async () => {
    const events = log()
    events.record(named('lost'))
    rmSync(directory, { recursive: true })
    for (let at = 0; at < 200; at++) events.record(named('later'))
    expect((await toolsFound()).length).toBeGreaterThan(100)
    expect(events.dropped).toBe(0)
  })

  it.each([
    ['a link in the place of the file', () => symlinkSync(join(root, 'victim'), current())],
    ['a FIFO in the place of the file', () => execFileSync('mkfifo', [current()])],
    ['a folder in the place of the file', () => mkdirSync(current())],
    ['a folder that others can write to', () => chmodSync(directory, 0o777)],
  ])('drops events and counts them: %s', async (_, plant) => {
    mkdirSync(directory, { recursive: true, mode: 0o700 })
    writeFileSync(join(root, 'victim'), '')
    plant()
    const events = log()
    for (let at = 0; at < 3; at++) events.record(named('a'))
    events.close()
    expect(events.dropped).toBe(3)
    expect(readFileSync(join(root, 'victim'), 'utf8')).toBe('')
    expect(await toolsFound()).toEqual([])
  })

  it('does not follow a link in the place of its directory', async () => {
    mkdirSync(join(root, 'other'), { recursive: true })
    mkdirSync(join(directory, '..'), { recursive: true })
    symlinkSync(join(root, 'other'), directory)
    const events = log()
    events.record(named('a'))
    expect(events.dropped).toBe(1)
    expect(readdirSync(join(root, 'other'))).toEqual([])
  })

  it.each([
    [{ maxBytes: 4095 }, 'Expected `maxBytes` to be a number from 4096, got 4095.'],
    [{ maxFiles: 0 }, 'Expected `maxFiles` to be a whole number from 1, got 0.'],
  ])('refuses %j', (options, message) => {
    expect(() => log(options)).toThrow(expect.objectContaining({ code: 'PITH_INVALID_OPTION', message }))
  })
})

describe('the chain of a log', () => {
  const lines = () => readFileSync(current(), 'utf8').split('\n').filter(Boolean)
  const write = (all: readonly string[]) => writeFileSync(current(), all.map((line) => `${line}\n`).join(''))
  beforeEach(() => {
    const [one, other] = [log(), log({ run: 's' })]
    for (let at = 0; at < 10; at++) [one, other][at % 2].record(named(`tool ${at}`))
  })

  it('is that of all logs of a directory, also of the files that were set aside', () => {
    const small = log({ maxBytes: 4096, maxFiles: 3 })
    for (let at = 0; at < 60; at++) small.record(named('x'))
    const { records, last, ...others } = verifyEvents(directory)
    expect(files()).toHaveLength(3)
    expect(others).toEqual({ incomplete: 0, endsIncomplete: false, problems: [] })
    expect(records).toBeGreaterThan(15)
    expect(last).toBe(JSON.parse(lines().at(-1) ?? '').hash)
    unlinkSync(join(directory, files()[1]))
    expect(verifyEvents(directory).problems).toMatchObject([{ line: 1, what: 'out of place' }])
  })

  it.each([
    ['changed', (all: string[]) => all.with(4, all[4].replace('tool 4', 'tool 5')), 5, 'changed'],
    ['changed, the last one', (all: string[]) => all.with(9, all[9].replace('ok', 'failed')), 10, 'changed'],
    ['removed', (all: string[]) => all.toSpliced(4, 1), 5, 'out of place'],
    ['removed from the beginning', (all: string[]) => all.slice(1), 1, 'out of place'],
    ['inserted from elsewhere', (all: string[]) => all.toSpliced(4, 0, all[7]), 5, 'out of place'],
    ['inserted twice', (all: string[]) => all.toSpliced(5, 0, all[4]), 6, 'out of place'],
    ['inserted without a hash', (all: string[]) => all.toSpliced(4, 0, old), 5, 'no record'],
    ['inserted as other words', (all: string[]) => all.toSpliced(4, 0, 'words'), 5, 'no record'],
  ])('shows that a record was %s', (_, change, line, what) => {
    write(change(lines()))
    expect(verifyEvents(directory).problems[0]).toEqual({ file: 'events.ndjson', line, what })
  })
  const old = writeEvent({ version: 1, time: 1, run: 'r', ...named('x') }).trimEnd()

  it('tells of records that were removed from its end to whoever knows its last hash', () => {
    const { last } = verifyEvents(directory)
    write(lines().slice(0, -1))
    expect(verifyEvents(directory)).toMatchObject({ records: 9, problems: [] })
    expect(verifyEvents(directory).last).not.toBe(last)
  })

  it('may end in an incomplete record, and goes on behind it', () => {
    truncateSync(current(), lstatSync(current()).size - 20)
    expect(verifyEvents(directory)).toMatchObject({ records: 9, endsIncomplete: true, problems: [] })
    log().record(named('next'))
    expect(verifyEvents(directory)).toMatchObject({
      ...{ records: 10, incomplete: 1, endsIncomplete: false, problems: [] },
    })
  })

  it('goes on where a process was ended while it wrote', () => {
    writeFileSync(join(directory, '.lock'), '')
    const events = log()
    events.record(named('next'))
    expect(events.dropped).toBe(0)
    expect(verifyEvents(directory)).toMatchObject({ records: 11, problems: [] })
    expect(existsSync(join(directory, '.lock'))).toBe(false)
  })
})

describe('the events of runs', () => {
  it('are found by run, tool, time, and how they ended', async () => {
    for (const run of ['one', 'two']) {
      const events = log({ run })
      events.record({ ...named('a'), truncated: true })
      events.record({ ...named('b'), status: 'timed-out' })
      events.close()
    }
    expect(await toolsFound({ run: 'two' })).toEqual(['a', 'b'])
    expect(await toolsFound({ tool: 'b' })).toEqual(['b', 'b'])
    expect(await toolsFound({ truncated: true })).toEqual(['a', 'a'])
    expect(await toolsFound({ failed: true, run: 'one' })).toEqual(['b'])
    expect(await toolsFound({ until: 1 })).toEqual([])
    expect(await toolsFound({ run: 'three' })).toEqual([])
  })

  it('are none where there is no directory', async () => {
    expect(await found()).toEqual({ events: [], badLines: 0 })
  })

  it('are under a name of their own where the given one is no name for a folder', async () => {
    const events = log({ run: '../../etc' })
    events.record(named('a'))
    expect(events.run).toMatch(/^run-[0-9a-f]{16}$/)
    expect(await toolsFound({ run: '../../etc' })).toEqual(['a'])
  })
})

describe('readFile and truncateFile with `events`', () => {
  it('put down what they showed and what they left out, with digests for the path', async () => {
    const path = join(root, 'log.txt')
    writeFileSync(path, 'line\n'.repeat(5000))
    const events = log()
    const plain = await readFile(path, { limit: 10 })
    expect(await readFile(path, { limit: 10, events })).toEqual(plain)
    await truncateFile(path, { maxLines: 10, keep: 'tail', events })
    await expect(readFile(join(root, 'none'), { events })).rejects.toThrow()
    const [page, whole, failed] = (await found()).events
    expect(page).toMatchObject({ tool: 'read', status: 'ok', shown: { unit: 'lines', ranges: [[1, 10]] } })
    expect(whole).toMatchObject({ tool: 'file', strategy: 'tail', truncated: true, totalLines: 5000 })
    expect(failed).toMatchObject({ tool: 'read', status: 'failed', totalLines: 0 })
    expect(page.file).toBe(whole.file)
    expect(readFileSync(current(), 'utf8')).not.toContain('log.txt')
  })

  it('give the same where the log can not be written', async () => {
    const path = join(root, 'log.txt')
    writeFileSync(path, 'line\n')
    writeFileSync(join(root, 'file'), '')
    const events = log({ directory: join(root, 'file', 'below') })
    expect((await readFile(path, { events })).text).toBe('line\n')
    expect(events.dropped).toBe(1)
  })
})
