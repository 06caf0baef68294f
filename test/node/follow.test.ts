import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { SpillingCollector } from '../../src/core/stream.ts'
import { follow } from '../../src/host/follow.ts'
import type { FollowOptions } from '../../src/host/news.ts'
import { errorsOf } from '../../src/host/search.ts'
import { createFileStore } from '../../src/store/backends/files.ts'
import { createMemoryStore } from '../../src/store/backends/memory.ts'
import type { ArtifactStore } from '../../src/store/store.ts'
import { bytesOf, collect } from '../store/conformance.ts'

const code = (name: string) => expect.objectContaining({ name: 'PithError', code: name })
const LONG = Array.from({ length: 100_000 }, (_, i) => `${i}`).join(' ')
const SECRET = `ghp_${'a1B2'.repeat(9)}`

describe('an output that is still being written', () => {
  let folder = ''
  let count = 0
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'pith-test-'))
  })
  const all: SpillingCollector[] = []
  afterAll(() => {
    for (const output of all) output.abort()
    rmSync(folder, { recursive: true, force: true })
  })

  const newStore = (limits = {}) =>
    createFileStore({ directory: join(folder, `${count++}`), keepFreeBytes: 0, ...limits })

  /** An output of which some has come. */
  const begun = async (text: string, store: ArtifactStore = newStore()) => {
    const output = new SpillingCollector({ maxBytes: 100 }, { store })
    all.push(output)
    await output.write(text)
    const id = await output.follow()
    if (id === undefined) throw new Error('It cannot be followed.')
    const add = async (more: string) => {
      await output.write(more)
      return output.follow()
    }
    const shown = (asked: FollowOptions = {}, maxBytes = 8192) => follow(store, id, asked, { maxBytes })
    return { output, store, id, add, shown }
  }

  it('is shown from mark to mark, no byte twice and none lost', async () => {
    const { add, shown, output, id } = await begun('one\ntw')
    const pieces = ['o\n', 'thrée\n', 'é', '', 'nd\r', '\nfour\n', LONG, '\n', 'end']
    let since = 0
    let all = ''
    for (const piece of [undefined, ...pieces]) {
      if (piece !== undefined) await add(piece)
      const { text, mark, why } = await shown({ since }, 1e6)
      expect(why).toBe('running')
      const [notice] = text.split('\n').slice(-2)
      expect(notice).toBe(`[It goes on. What is new later: pith show ${id} --since +${mark}]`)
      const news = text.slice(0, -notice.length - 1)
      // The notice has a line of its own.
      all += Buffer.byteLength(news) > mark - since ? news.slice(0, -1) : news
      since = mark
    }
    await output.end({ exitCode: 3 })
    const last = await shown({ since })
    expect(last).toMatchObject({ why: 'ended', ended: 'Exit code 3.', artifact: output.spilled?.ref?.id })
    expect(last.text).toBe(`[Exit code 3. Full output: pith show ${last.artifact}]\n`)
    expect(all.replaceAll('\r', '')).toBe(`one\ntwo\nthrée\nénd\nfour\n${LONG}\nend`)
  })

  it('is cut to the limits, and its lines count in the whole', async () => {
    const lines = (from: number, to: number) =>
      Array.from({ length: to - from }, (_, i) => `line ${from + i}\n`).join('')
    const { add, shown } = await begun(lines(1, 1000))
    const { mark } = await shown()
    await add(`${lines(1000, 3000)}error: boom\n${lines(3001, 5000)}`)
    const { text } = await shown({ since: mark }, 1000)
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(1000)
    expect(text).toContain('error: boom\n')
    for (const [, hidden, next] of text.matchAll(/^\[\.\.\.\d+-(\d+).*\]\nline (\d+)$/gm))
      expect(Number(next)).toBe(Number(hidden) + 1)
    expect(text).toMatch(/^\[\.\.\.\d+-4\d\d\d\b/m)
  })

  it('is waited for until a line matches, with the lines around it', async () => {
    const { add, shown, id } = await begun('1\n2\n3\n4\n5\nready at 80')
    const waiting = shown({ wait: /^ready at \d+$/ })
    await add('80\n7\n8\n9\n10\nready at 9\n')
    const { text, mark, why } = await waiting
    expect(why).toBe('matched')
    expect(mark).toBe(30)
    const rows = '3-3\n4-4\n5-5\n6:ready at 8080\n7-7\n8-8\n9-9\n'
    expect(text).toBe(`${rows}[A line has matched. What is new later: pith show ${id} --since +30]\n`)
    expect((await shown({ wait: 'ready at 9', since: mark })).why).toBe('matched')
  })

  it('is waited for until the time is over or the command ends', async () => {
    const { output, shown, id } = await begun('one\n')
    const late = await shown({ wait: 'two', timeoutSeconds: 0.01 })
    expect(late).toMatchObject({ why: 'late', mark: 4 })
    expect(late.text).toBe(`[No line has matched. What is new later: pith show ${id} --since +4]\n`)
    expect(await shown({ follow: true, timeoutSeconds: 0.01 })).toMatchObject({ why: 'late', mark: 4 })
    const [ended, followed] = [shown({ wait: 'two' }), shown({ follow: true })]
    await output.end({ exitCode: 0 })
    expect((await ended).text).toMatch(
      /^\[No line has matched\. Exit code 0\. Full output: pith show \w+\]\n$/,
    )
    expect((await followed).text).toMatch(/^one\n\[Exit code 0\. Full output: pith show \w+\]\n$/)
  })

  it('finds a prompt, and the last line without an end', async () => {
    const { output, shown } = await begun('Password: ')
    expect(await shown({ wait: 'word: $' })).toMatchObject({ why: 'matched', mark: 10 })
    await output.end()
    expect(await shown({ wait: 'word: $' })).toMatchObject({ why: 'matched', mark: 10 })
  })

  it('is kept although it fits, also if it was kept before', async () => {
    const store = newStore()
    for (const exitCode of [1, 2]) {
      const { output, shown, id } = await begun('same\n', store)
      const { artifact } = await output.end({ exitCode })
      expect(artifact).toBeUndefined()
      expect(await shown()).toMatchObject({ ended: `Exit code ${exitCode}.`, why: 'ended' })
      expect(Buffer.from(await collect(store.lines(id, { firstLine: 1, lastLine: 1 }))).toString()).toBe(
        'same\n',
      )
    }
    expect(await store.list()).toHaveLength(1)
  })

  it('has lines, bytes and errors as an artifact has', async () => {
    const { add, store, id } = await begun('one\nerror: two\nthree')
    expect(await store.stat(id)).toMatchObject({ id, bytes: 20, lines: 3 })
    await add('\n4\n')
    expect(await store.stat(id)).toMatchObject({ bytes: 23, lines: 4 })
    const found: number[] = []
    for await (const { line, isMatch } of errorsOf(store, id)) if (isMatch) found.push(line)
    expect(found).toEqual([2])
    expect(await store.list()).toEqual([])
  })

  it('is never shown wrong when it becomes longer than the store keeps', async () => {
    const store = newStore({ maxArtifactBytes: 300_000 })
    const line = (n: number) => `${n}`.padStart(9, '0').concat('\n')
    const lines = (from: number, to: number) =>
      Array.from({ length: to - from }, (_, i) => line(from + i)).join('')
    const { add, shown, output, id } = await begun(lines(0, 20_000), store)
    expect((await shown()).mark).toBe(200_000)
    const running = await store.watch?.(id)
    await add(lines(20_000, 60_000))
    expect(await running?.end()).toEqual({})
    await running?.close()
    await expect(shown()).rejects.toThrow(code('PITH_UNKNOWN_ARTIFACT'))
    await output.end()
    await expect(shown()).rejects.toThrow(code('PITH_NOT_RETAINED'))
    const { missing, bytes } = await store.stat(id)
    const ends = [
      { startByte: 0, endByte: missing?.startByte ?? 0 },
      { startByte: missing?.endByte ?? 0, endByte: bytes },
    ]
    for (const end of ends)
      expect(Buffer.from(await collect(store.read(id, end))).toString()).toBe(
        lines(0, 60_000).slice(end.startByte, end.endByte),
      )
  })

  it('is lost when it is dropped, and unknown when it was removed', async () => {
    const { output, shown, id } = await begun('one\n')
    const followed = shown({ follow: true })
    await new Promise((resolve) => setTimeout(resolve, 50))
    output.abort()
    expect((await followed).text).toBe('one\n[What has kept this output is gone, and its rest is lost.]\n')
    const other = await begun('two\n')
    await other.output.end()
    const { artifact } = await other.shown()
    await other.store.delete(artifact)
    await expect(other.shown()).rejects.toThrow(code('PITH_UNKNOWN_ARTIFACT'))
    await expect(follow(newStore(), id, {}, {})).rejects.toThrow(code('PITH_UNKNOWN_ARTIFACT'))
  })

  it('refuses a mark behind its end', async () => {
    const { shown } = await begun('one\n')
    await expect(shown({ since: 5 })).rejects.toThrow(
      'Expected a mark of at most +4, got +5: there is no more yet.',
    )
  })

  it('shows no part of a secret', async () => {
    const { add, shown } = await begun(`a\ntoken=${SECRET.slice(0, 20)}`)
    const first = await shown({ redact: true })
    expect(first).toMatchObject({ mark: 2 })
    await add(`${SECRET.slice(20)}\n`)
    for (const since of [2, 12, 25]) {
      const { text } = await shown({ redact: true, since })
      expect(text).not.toContain(SECRET.slice(-8))
      expect(text).toContain('[redacted github-token]')
    }
    expect((await shown({ redact: true, wait: 'token=' })).text).toContain(
      '2:token=[redacted github-token]\n',
    )
  })

  it('is not followed where the store cannot, but what is kept is', async () => {
    const store = createMemoryStore()
    const output = new SpillingCollector({ maxBytes: 100 }, { store })
    await output.write('one\n')
    expect(await output.follow()).toBeUndefined()
    const writer = await store.open({})
    await writer.write(bytesOf('one\ntwo\n'))
    const { ref } = await writer.close()
    const { text } = await follow(store, ref?.id ?? '', { since: 4, follow: true }, {})
    expect(text).toBe(`two\n[The command has ended. Full output: pith show ${ref?.id}]\n`)
    await expect(follow(store, '0123456789abcdef', {}, {})).rejects.toThrow(code('PITH_UNKNOWN_ARTIFACT'))
  })
})
