import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { eventOf, type ToolEvent } from '../../src/extra/events/events.ts'
import { RecallCount } from '../../src/extra/events/recall.ts'
import { readEvents } from '../../src/host/event-files.ts'
import { createEventLog } from '../../src/host/event-log.ts'
import { readFile } from '../../src/host/file.ts'
import { build, distFile } from '../support/built.ts'

const root = mkdtempSync(join(tmpdir(), 'pith-salt-'))
afterAll(() => rmSync(root, { recursive: true, force: true }))

let directory = ''
let made = 0
beforeEach(() => {
  directory = join(root, String(made++), 'events')
})

const digest = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 16)
const event = (path: string) =>
  eventOf({ tool: 'read', status: 'ok', durationMs: 1, file: digest(path), argumentsDigest: digest(path) })

function record(...paths: string[]): void {
  const log = createEventLog({ directory, run: 'r' })
  for (const path of paths) log.record(event(path))
  log.close()
  expect(log.dropped).toBe(0)
}

async function found(): Promise<ToolEvent[]> {
  const events: ToolEvent[] = []
  for await (const each of readEvents({ directory })) events.push(each)
  return events
}

describe('the digests of events', () => {
  it('cannot be computed from a guess, and are equal for equal paths within a directory', async () => {
    record('/home/bob/payroll.csv', '/etc/hosts')
    record('/home/bob/payroll.csv')
    const events = await found()
    const files = events.map(({ file }) => file)
    expect(files[0]).toMatch(/^[0-9a-f]{16}$/)
    expect(files[2]).toBe(files[0])
    expect(files[1]).not.toBe(files[0])
    expect(JSON.stringify(events)).not.toContain(digest('/home/bob/payroll.csv'))
    const first = files[0]
    directory = join(root, String(made++), 'events')
    record('/home/bob/payroll.csv')
    expect((await found())[0].file).not.toBe(first)
  })

  it('need a key that only the user can read', async () => {
    record('a')
    const stat = lstatSync(join(directory, '.salt'))
    expect([stat.mode & 0o777, stat.size]).toEqual([0o600, 32])
    expect(readdirSync(directory).sort()).toEqual(['.salt', 'events.ndjson'])
    expect(await found()).toHaveLength(1)
  })

  it('are left out, and the event is kept, when the key cannot be used', async () => {
    for (const spoil of [
      () => writeFileSync(join(directory, '.salt'), 'short'),
      () => {
        writeFileSync(join(directory, '.salt'), 'x'.repeat(32))
        chmodSync(join(directory, '.salt'), 0o666)
      },
    ]) {
      directory = join(root, String(made++), 'events')
      record('a')
      spoil()
      record('b')
      const [before, after] = await found()
      expect(before.file).toBeDefined()
      expect(after).toMatchObject({ tool: 'read', status: 'ok' })
      expect(after).not.toHaveProperty('file')
      expect(after).not.toHaveProperty('argumentsDigest')
    }
  })

  it('link a page of a file to the call that omitted it', async () => {
    const path = join(root, 'log')
    writeFileSync(path, Array.from({ length: 5000 }, (_, at) => `line ${at}\n`).join(''))
    const events = createEventLog({ directory, run: 'r' })
    await readFile(path, { maxLines: 20, events })
    await readFile(path, { offset: 3000, limit: 10, events })
    events.close()
    const count = new RecallCount()
    for (const each of await found()) count.call(each)
    for (const each of await found()) count.recall(each)
    expect(count.result()[0]).toMatchObject({ linked: 1, recalls: 1 })
    expect(readFileSync(join(directory, 'events.ndjson'), 'utf8')).not.toContain(digest(path))
  })
})

describe('the key of events', () => {
  beforeAll(() => build(), 120_000)

  it('is one for processes that begin at the same time', async () => {
    const script = `
      import { createEventLog } from ${JSON.stringify(pathToFileURL(distFile('node/index.js')).href)}
      const log = createEventLog({ directory: ${JSON.stringify(directory)}, run: 'p' + process.pid })
      log.record(${JSON.stringify(event('same'))})
      log.close()`
    const run = promisify(execFile)
    await Promise.all(
      Array.from({ length: 6 }, () => run(process.execPath, ['--input-type=module', '-e', script])),
    )
    const files = (await found()).map(({ file }) => file)
    expect(files).toHaveLength(6)
    expect(new Set(files).size).toBe(1)
    expect(files[0]).toBeDefined()
    expect(existsSync(join(directory, '.salt'))).toBe(true)
    expect(readdirSync(directory).filter((name) => name.startsWith('.salt-'))).toEqual([])
  })
})
