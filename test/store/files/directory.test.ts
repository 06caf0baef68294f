import { beforeEach, describe, expect, it, vi } from 'vitest'
import { cacheFolder } from '../../../src/cli/cache.ts'
import { eventOf } from '../../../src/extra/events/events.ts'
import { readEvents } from '../../../src/host/event-files.ts'
import { eventsPlace } from '../../../src/host/event-folder.ts'
import { createEventLog } from '../../../src/host/event-log.ts'
import { stateDirectory } from '../../../src/store/backends/files/directory.ts'
import { homeFolder } from '../../../src/store/backends/files/home.ts'
import { createFileStore } from '../../../src/store/backends/files.ts'

const system = vi.hoisted(() => ({ home: '', listed: '' as string | undefined, shared: '/tmp' }))

vi.mock('node:os', async (original) => ({
  ...(await original<typeof import('node:os')>()),
  homedir: () => system.home,
  userInfo: () => {
    if (system.listed === undefined) throw new Error('ENOENT: no such user')
    return { homedir: system.listed }
  },
  tmpdir: () => system.shared,
}))

const places = () => [stateDirectory(undefined).directory, eventsPlace(undefined).directory]

beforeEach(() => {
  for (const name of ['PITH_ARTIFACTS', 'PITH_EVENTS_DIRECTORY', 'XDG_STATE_HOME', 'XDG_CACHE_HOME'])
    vi.stubEnv(name, '')
  return () => vi.unstubAllEnvs()
})

describe('what is kept for a user', () => {
  it.each(['', 'relative', '.'])('is in the home of the system’s list where HOME is %j', (home) => {
    Object.assign(system, { home, listed: '/home/of/list', shared: '/tmp' })
    expect(homeFolder()).toBe('/home/of/list')
    expect(places()).toEqual(['artifacts', 'events'].map((name) => `/home/of/list/.local/state/pith/${name}`))
    expect(cacheFolder('lines')).toBe('/home/of/list/.cache/pith/lines')
  })

  it.each([undefined, '', 'relative'])('is in a folder for such files where the list says %j', (listed) => {
    Object.assign(system, { home: '', listed, shared: '/tmp' })
    const user = process.getuid?.() ?? ''
    expect(places()).toEqual([`/tmp/pith-artifacts-${user}`, `/tmp/pith-events-${user}`])
    expect(cacheFolder('lines')).toBeUndefined()
  })

  it('is nowhere where nobody names a folder that is absolute', async () => {
    Object.assign(system, { home: 'a', listed: 'b', shared: 'c' })
    expect(places()).toEqual(['', ''])
    const store = createFileStore()
    const writer = await store.open({ tool: 'bash' })
    await writer.write(new Uint8Array(9))
    expect(await writer.close()).toMatchObject({
      complete: false,
      message:
        'The full output could not be kept: there is no home directory: set PITH_ARTIFACTS or XDG_STATE_HOME to an absolute path.',
    })
    expect(await store.list()).toEqual([])
    const log = createEventLog()
    log.record(eventOf({ tool: 'a', status: 'ok', durationMs: 1 }))
    expect(log.dropped).toBe(1)
    for await (const event of readEvents()) expect(event).toBeUndefined()
  })
})

describe('a relative directory', () => {
  it('is refused in a sentence where the working directory is gone', () => {
    vi.spyOn(process, 'cwd').mockImplementation(() => {
      throw Object.assign(new Error('ENOENT: no such file or directory, uv_cwd'), { code: 'ENOENT' })
    })
    const refusal = {
      code: 'PITH_INVALID_OPTION',
      message: 'Expected an absolute path instead of "kept", because the working directory no longer exists.',
    }
    try {
      expect(() => createFileStore({ directory: 'kept' })).toThrow(expect.objectContaining(refusal))
      expect(() => createEventLog({ directory: 'kept' })).toThrow(expect.objectContaining(refusal))
      expect(stateDirectory('/kept').directory).toBe('/kept')
    } finally {
      vi.restoreAllMocks()
    }
  })
})
