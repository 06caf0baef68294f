// @deep

import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { columnsOf } from '../../src/cli/print/columns.ts'
import { drawTable } from '../../src/cli/print/table.ts'
import { estimateTokens } from '../../src/core/tokens/estimate.ts'
import { linesOf, seq, useCommand } from '../support/command.ts'

describe('pith events', { concurrent: true }, () => {
  const box = useCommand()
  const env = { PITH_RUN: 'test' }
  const run = (...words: string[]) => box.pith(words, { env })
  const json = async (...words: string[]) => {
    const { stdout } = await run('events', '--json', ...words)
    return linesOf(stdout.toString()).map((line) => JSON.parse(line))
  }

  beforeAll(async () => {
    writeFileSync(join(box.folder, 'numbers'), seq(1, 9000))
    const { stdout } = await run('run', '-q', '--', 'cat', 'numbers')
    const [, id] = /pith show (\w+) --lines [\d-]+, or --grep RE\]\n$/.exec(stdout.toString()) ?? []
    await run('show', id, '--lines', '3000-3099')
    await run('read', 'numbers')
    await run('read', 'numbers', '--offset', '3000', '--limit', '5')
    await run('run', '-q', '--', 'false')
    await run('run', '-q', '--timeout', '0.1', '--', 'sleep', '9')
    await run('run', '--', './no-such-command')
    await run('read', 'no such file')
    await box.pith(['--tool', 'ls'], { input: seq(1, 600), env })
    await box.pith([], { input: 'a\n', env })
    await box.pith([], { input: 'a\n', env: { PITH_RUN: 'off', PITH_EVENTS: '0' } })
  }, 60_000)

  it('has a record of each call, with what it cut and how it ended', async () => {
    const events = await json()
    expect(events.map(({ tool, status, truncated }) => [tool, status, truncated])).toEqual([
      ['bash', 'ok', true],
      ['show', 'ok', false],
      ['read', 'ok', true],
      ['read', 'ok', false],
      ['bash', 'failed', false],
      ['bash', 'timed-out', false],
      ['bash', 'failed', false],
      ['read', 'failed', false],
      ['ls', 'ok', true],
      ['filter', 'ok', false],
    ])
    expect(events[0]).toMatchObject({ run: 'test', totalLines: 9000, strategy: 'ends' })
    expect(events[8]).toMatchObject({ totalLines: 600, keptLines: 500, omittedLines: 100 })
    expect(events[8]).toMatchObject({ totalBytes: 2292, keptBytes: 1892, omittedBytes: 400 })
    for (const { truncated, totalBytes, outputBytes, savedBytes } of events)
      expect(savedBytes).toBe(truncated ? Math.min(totalBytes, 30_000) - outputBytes : undefined)
    for (const { ownMs } of events) expect(ownMs).toEqual(expect.any(Number))
    expect(events.map(({ program }) => program).filter(Boolean)).toEqual(['cat'])
    expect(events[8].totalTokens).toBe(estimateTokens(seq(1, 600)).tokens)
    expect(events.map(({ scaled }) => scaled === true)).toEqual(events.map((_, at) => [0, 2, 3].includes(at)))
  })

  it('is written nowhere when it is turned off', async () => {
    expect(await json('--run', 'off')).toEqual([])
  })

  it('prints logs of OpenTelemetry', async () => {
    const { stdout } = await run('events', '--otlp', '--run', 'test')
    const [request, ...others] = linesOf(stdout.toString()).map((line) => JSON.parse(line))
    expect(others).toEqual([])
    expect(request).toEqual({
      resourceLogs: [
        {
          resource: { attributes: [{ key: 'service.name', value: { stringValue: 'pith' } }] },
          scopeLogs: [{ scope: { name: 'pith' }, logRecords: expect.any(Array) }],
        },
      ],
    })
    const [first, ...rest] = request.resourceLogs[0].scopeLogs[0].logRecords
    expect(rest).toHaveLength(9)
    const [event] = await json('--run', 'test')
    // As in logs.proto and common.proto: fixed64 and int64 are strings of digits, and enums numbers.
    expect(first).toEqual({
      timeUnixNano: `${event.time}000000`,
      observedTimeUnixNano: `${event.time}000000`,
      severityNumber: 9,
      eventName: 'pith.tool_call',
      attributes: expect.arrayContaining([
        { key: 'gen_ai.tool.name', value: { stringValue: 'bash' } },
        { key: 'pith.program', value: { stringValue: 'cat' } },
        { key: 'pith.truncated', value: { boolValue: true } },
        { key: 'pith.tool_result.size', value: { intValue: String(event.totalBytes) } },
        { key: 'pith.saved_bytes', value: { intValue: String(event.savedBytes) } },
      ]),
    })
  })

  it('holds against what the agent around it shows by itself', async () => {
    const alone = async (env: Record<string, string>, ...words: string[]) => {
      const PITH_EVENTS_DIRECTORY = mkdtempSync(join(box.folder, 'alone-'))
      await box.pith(['run', '-q', '--', ...words], { env: { ...env, PITH_EVENTS_DIRECTORY } })
      const { stdout } = await box.pith(['events', '--json'], { env: { PITH_EVENTS_DIRECTORY } })
      const event = JSON.parse(stdout.toString())
      expect(event.savedBytes).toBe(event.aloneBytes - event.outputBytes)
      return event.aloneBytes
    }
    // Claude Code shows 2,000 characters of what has more than 30,000, and 10,000 of a command that failed.
    expect(await alone({ CLAUDECODE: '1' }, 'cat', 'numbers')).toBe(2000)
    expect(await alone({ CLAUDECODE: '1' }, 'sh', '-c', 'cat numbers; exit 1')).toBe(9900)
    expect(await alone({ GEMINI_CLI: '1' }, 'cat', 'numbers')).toBe(40_000)
    expect(await alone({}, 'cat', 'numbers')).toBe(30_000)
  })

  it('verifies that nobody has changed it', async () => {
    const env = { PITH_EVENTS_DIRECTORY: join(box.folder, 'verified') }
    for (const input of ['a\n', 'b\n', 'c\n']) await box.pith([], { input, env })
    const verified = async () => {
      const { status, stdout, stderr } = await box.pith(['events', '--verify'], { env })
      return { status, stdout: stdout.toString(), stderr }
    }
    const whole = expect.stringMatching(/^3 records in the chain, the last with the hash [0-9a-f]{32}\.\n$/)
    expect(await verified()).toEqual({ status: 0, stdout: whole, stderr: '' })
    const file = join(env.PITH_EVENTS_DIRECTORY, 'events.ndjson')
    const lines = linesOf(readFileSync(file, 'utf8'))
    writeFileSync(file, `${lines[0]}\n${lines[2]}\n{"version":2`)
    const { status, stdout, stderr } = await verified()
    expect(stdout).toMatch(
      /^events\.ndjson:2: a record before this one was removed, or this one was inserted\n2 records in /,
    )
    expect({ status, stderr }).toEqual({ status: 1, stderr: 'pith: The log ends in an incomplete record.\n' })
  })

  it('filters by what is asked', async () => {
    expect(await json('--tool', 'read', '--truncated')).toHaveLength(1)
    expect(await json('--since', '1h', '--limit', '2')).toMatchObject([{ tool: 'ls' }, { tool: 'filter' }])
    expect(await json('--since', '2100-01-01T10:00Z')).toEqual([])
    expect(await json('--run', 'test')).toHaveLength(10)
  })

  it('draws a table, a row for each call', async () => {
    const { status, stdout, stderr } = await run('events', '--run', 'test', '--limit', '4')
    expect({ status, stderr }).toEqual({
      status: 0,
      stderr: 'pith: Showing the last 4 of 10; use --limit N for more, or --json for all.\n',
    })
    const lines = linesOf(stdout.toString())
    expect(lines[0]).toMatch(/^time +tool +status +ms +own ms +bytes +shown +omitted/)
    expect(lines).toHaveLength(5)
    expect(lines[4]).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d {2}filter {2}ok /)
  })

  it('tells how often what was omitted was asked for', async () => {
    const { stdout } = await run('events', '--recall', '--json', '--run', 'test')
    const found = linesOf(stdout.toString()).map((line) => JSON.parse(line))
    expect(found.slice(0, 3)).toMatchObject([
      { tool: 'bash', program: '', strategy: 'ends', calls: 3, truncated: 0 },
      { tool: 'read', strategy: 'page', calls: 3, truncated: 1, linked: 1, recalled: 1, recalls: 1 },
      { tool: 'bash', program: 'cat', calls: 1, truncated: 1, linked: 1, recalled: 1, recalls: 1 },
    ])
    const list = found.find(({ strategy }) => strategy === 'list')
    expect(list).toMatchObject({ tool: 'ls', truncated: 1, linked: 0, omittedBytes: 400, linkedBytes: 0 })
    for (const { recalledBytes, omittedBytes, fetchedBytes } of found.slice(1, 3)) {
      expect(recalledBytes).toBeGreaterThan(0)
      expect(recalledBytes).toBeLessThan(omittedBytes)
      expect(fetchedBytes).toBeGreaterThanOrEqual(recalledBytes - 10)
    }
    const { stdout: table } = await run('events', '--recall')
    expect(linesOf(table.toString())[1]).toMatch(/^bash +ends +3 +0 +0 +0 /)
    expect(table.toString()).toMatch(/^bash +cat +ends +1 +1 +1 +1 +100\.0 % +\d+ +\d+ B +-?\d+ /m)
  })

  it('tells what a list of matches leaves out, also where only lines are clipped', async () => {
    const env = { PITH_RUN: 'lists', PITH_EVENTS_DIRECTORY: join(box.folder, 'lists') }
    const lines = Array.from(
      { length: 150 },
      (_, at) => `a.ts:${at + 1}:${'word '.repeat(at === 0 ? 300 : 3)}\n`,
    )
    const some = lines.slice(0, 2).join('')
    for (const input of [lines.join(''), some]) await box.pith(['--tool', 'grep'], { input, env })
    const { stdout } = await box.pith(['events', '--json'], { env })
    const [long, short] = linesOf(stdout.toString()).map((line) => JSON.parse(line))
    const last = lines.slice(100).join('').length
    expect(long).toMatchObject({ truncated: true, totalLines: 150, keptLines: 100, omittedLines: 50 })
    expect(long.omittedBytes).toBeGreaterThan(last + 1000)
    expect(short).toMatchObject({ truncated: true, totalLines: 2, omittedLines: 0, totalBytes: some.length })
    expect(short.omittedBytes).toBeGreaterThan(1000)
    expect(short.omittedBytes).toBe(some.length - short.keptBytes)
  })

  it('links what both kept ends of a capped output show to the call that left it out', async () => {
    const PITH_EVENTS_DIRECTORY = join(box.folder, 'capped')
    const env = { PITH_RUN: 'capped', PITH_MAX_ARTIFACT_BYTES: '20000', PITH_EVENTS_DIRECTORY }
    const first = await box.pith(['run', '-q', '--max-lines', '20', '--', 'seq', '9001'], { env })
    const [, id] = /kept: pith show (\w+)\]\n$/.exec(first.stdout.toString()) ?? []
    const recalls = async () => {
      const { stdout } = await box.pith(['events', '--recall', '--json', '--run', 'capped'], { env })
      return JSON.parse(linesOf(stdout.toString())[0])
    }
    expect(await recalls()).toMatchObject({ truncated: 1, recalled: 0 })
    await box.pith(['show', id, '--lines', '1000-1001'], { env })
    expect(await recalls()).toMatchObject({ recalled: 1, recalls: 1, recalledBytes: expect.closeTo(10, -1) })
    await box.pith(['show', id, '--all'], { env })
    const { recalls: times, recalledBytes } = await recalls()
    const shownBytes = Buffer.byteLength(first.stdout)
    expect(times).toBe(2)
    expect(recalledBytes).toBeLessThan(20_000)
    expect(recalledBytes).toBeGreaterThan(20_000 - shownBytes)
  })

  /** A long output that was cut, in a log of its own; what was recalled of it after commands. */
  const recalledAfter = async (name: string, lines: number, script: (id: string) => string) => {
    const env = { PITH_RUN: name, PITH_EVENTS_DIRECTORY: join(box.folder, name) }
    const { stdout } = await box.pith(['--max-lines', '20'], { input: seq(1, lines), env })
    const [, id = ''] = /pith show (\w+)/.exec(stdout.toString()) ?? []
    await box.sh(script(id), { env })
    const figures = await box.pith(['events', '--recall', '--json', '--run', name], { env })
    const all = await box.pith(['events', '--json', '--run', name], { env })
    const events = linesOf(all.stdout.toString()).map((line) => JSON.parse(line))
    return { figures: JSON.parse(linesOf(figures.stdout.toString())[0]), events }
  }

  it.each([
    ['everything', ''],
    ['lines', '--lines 1-'],
  ])('counts of %s that nobody waited for only what was written', async (name, words) => {
    const script = (id: string) => `pith show ${id} ${words} | head -1 > first`
    const { figures } = await recalledAfter(`closed-${name}`, 600_000, script)
    expect(figures.omittedBytes).toBeGreaterThan(3_000_000)
    expect(figures.recalls).toBe(1)
    expect(figures.recalledBytes).toBeLessThan(1_500_000)
  })

  it('counts every line that a search shows, however far apart they are', async () => {
    const script = (id: string) => `pith show ${id} --grep '7$' --max-lines Infinity --max-bytes 1000000`
    const { figures, events } = await recalledAfter('far', 9000, script)
    expect(events.at(-1).shown.ranges).toHaveLength(900)
    expect(figures.recalledBytes / figures.omittedBytes).toBeCloseTo(0.1, 2)
  })

  it('puts down what was asked for in vain', async () => {
    const script = (id: string) =>
      `
      for words in '' '--lines 5-6' '--bytes 90-95' '--grep 7' '--errors'; do pith show ${id} $words; done
      pith show no-id; pith show ${id} --lines 6-5; pith show ${id} --grep '('; true`
    const place = join(box.folder, 'artifacts-2')
    const { figures, events } = await recalledAfter('vain', 9000, (id) =>
      script(id).replaceAll('pith show', `PITH_ARTIFACTS=${place} pith show`),
    )
    const shown = events.slice(1).map(({ tool, status, shown }) => [tool, status, shown?.ranges[0]])
    expect(shown).toEqual([
      ['show', 'failed', [0, Number.MAX_SAFE_INTEGER]],
      ['show', 'failed', [5, 6]],
      ['show', 'failed', [90, 95]],
      ['show', 'failed', undefined],
      ['show', 'failed', undefined],
      ['show', 'failed', [0, Number.MAX_SAFE_INTEGER]],
    ])
    expect(events.at(-1).artifact).toBeUndefined()
    expect(figures).toMatchObject({ recalled: 0, recalls: 0, missed: 5 })
  })

  it.each([
    [['--since', 'yesterday'], 'Expected --since to be an age such as 2h or 7d, or a date, got "yesterday".'],
    [
      ['--since', '2026-13-40'],
      'Expected --since to be an age such as 2h or 7d, or a date, got "2026-13-40".',
    ],
    [['--limit', '0'], 'Expected --limit to be a number from 1, got 0.'],
    [['bash'], 'Expected only options after `pith events`, got "bash".'],
    [['--colour'], "Unknown option '--colour'."],
  ])('refuses %j with one line and status 2', async (words, sentence) => {
    const { status, stderr } = await run('events', ...words)
    expect({ status, stderr }).toEqual({ status: 2, stderr: `pith: ${sentence}\n` })
  })
})

describe('a table', () => {
  const columns = [
    { title: 'name' },
    { title: 'size', align: 'right' as const, drop: 2 },
    { title: 'kind', drop: 1 },
  ]
  const rows = [
    ['a long name of 21 \u{1F600}', '1', 'x'],
    ['b', '22', 'y'],
  ]

  it('leaves out columns, and then shortens the rest, until it fits', () => {
    for (let width = 1; width < 40; width++) {
      const lines = drawTable(columns, rows, width).split('\n').slice(0, -1)
      expect(lines).toHaveLength(3)
      for (const line of lines) expect(columnsOf(line)).toBeLessThanOrEqual(width)
    }
    expect(drawTable(columns, rows, 26)).toMatch(/^name +kind\n/)
  })

  it('shows nothing that moves the cursor', () => {
    expect(drawTable([{ title: 'a' }], [['\u001b[2Jb\n']], 99)).toBe('a\n^[[2Jb^J\n')
  })
})
