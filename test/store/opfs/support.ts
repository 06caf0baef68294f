import { afterEach } from 'vitest'
import {
  createOpfsStore,
  type OpfsArtifactStore,
  type OpfsStoreOptions,
} from '../../../src/store/backends/opfs.ts'
import { createTabStore, createWorkerStore, type RemoteStore } from './remote.ts'

/** A directory of a test's own. */
export const freshName = (): string => `pith-test-${crypto.randomUUID()}`

export const root = (): Promise<FileSystemDirectoryHandle> => navigator.storage.getDirectory()

export async function removeDirectory(name: string): Promise<void> {
  await (await root()).removeEntry(name, { recursive: true }).catch((error: unknown) => {
    if (!(error instanceof DOMException && error.name === 'NotFoundError')) throw error
  })
}

/** The names of all files in a store's directory. */
export async function namesIn(directory: string): Promise<string[]> {
  const names: string[] = []
  const found = await (await root()).getDirectoryHandle(directory, { create: true })
  for await (const name of found.keys()) names.push(name)
  return names.sort()
}

/** A directory, and stores in it. */
export interface Site {
  directory: string
  /** A store in this page. */
  here(options?: OpfsStoreOptions): OpfsArtifactStore
  /** Its browser writes no byte of a file from `fullAtBytes` on, as one whose quota is used up. */
  inWorker(options?: OpfsStoreOptions, fullAtBytes?: number): RemoteStore
  inTab(options?: OpfsStoreOptions): Promise<RemoteStore>
  /** Ends all that is not here, and returns when the browser knows that it has ended. */
  endOthers(): Promise<void>
}

/** A directory for each test, and stores in it; all goes when the test has ended. */
export function useSite(): () => Site {
  let current: Site | undefined
  afterEach(async () => {
    const site = current
    current = undefined
    await site?.endOthers()
    if (site) await eventually(() => removeDirectory(site.directory))
  })
  return () => {
    current ??= createSite(freshName())
    return current
  }
}

function createSite(directory: string): Site {
  const others: RemoteStore[] = []
  const added = <T extends RemoteStore>(other: T): T => {
    others.push(other)
    return other
  }
  return {
    directory,
    here: (options = {}) => createOpfsStore({ directory, keepFreeBytes: 0, ...options }),
    inWorker: (options = {}, fullAtBytes) =>
      added(createWorkerStore({ directory, keepFreeBytes: 0, ...options }, fullAtBytes)),
    inTab: async (options = {}) => added(await createTabStore({ directory, keepFreeBytes: 0, ...options })),
    async endOthers() {
      for (const other of others.splice(0)) other.terminate()
      await eventually(async () => {
        const held = await heldByOthers(directory)
        if (held.length > 0) throw new Error(`Expected nobody to hold ${held.join(', ')}.`)
      })
    },
  }
}

/** Locks of a directory that other pages and workers have. */
async function heldByOthers(directory: string): Promise<string[]> {
  const { held = [] } = await navigator.locks.query()
  const own = await navigator.locks.request(crypto.randomUUID(), async (lock) => {
    const found = await navigator.locks.query()
    return found.held?.find(({ name }) => name === lock?.name)?.clientId
  })
  const ofDirectory = held.filter(({ name }) => name?.startsWith(`pith:${directory}/`))
  return ofDirectory.filter(({ clientId }) => clientId !== own).map(({ name = '' }) => name)
}

/** Does it until it succeeds: a worker that was ended lets go of its files a little later. */
export async function eventually<T>(work: () => Promise<T>): Promise<T> {
  for (let tries = 0; ; tries++) {
    try {
      return await work()
    } catch (error) {
      if (tries === 200) throw error
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
  }
}
