import type { ArtifactStore, ArtifactWriter } from '../../src/store/store.ts'

// Stores that break the interface, one for each row. None keeps anything, except those that say so.

/** What the parts of a hostile store return or do. Each part that is absent behaves. */
type Parts = Partial<Record<'open' | 'write' | 'close' | 'abort', (...args: never[]) => unknown>>

const never = () => new Promise<never>(() => {})
const id = '0123456789abcdef'
const sha256 = `${id}${'0'.repeat(48)}`

const later = <T>(value: T, milliseconds: number): Promise<T> =>
  new Promise((resolve) => {
    setTimeout(resolve, milliseconds, value)
  })

/** A store of such parts. It counts what it is given, so that a row can return a reference with the right size. */
export function storeOf({ open, write, close, abort }: Parts): ArtifactStore {
  let bytes = 0
  const refused = { complete: false, code: 'EROFS', message: 'This store keeps nothing.' }
  const writer = {
    write: (chunk: Uint8Array) => {
      bytes += chunk.length
      return write?.(chunk as never)
    },
    close: () => (close ? close(bytes as never) : Promise.resolve(refused)),
    abort: () => abort?.(),
  } as unknown as ArtifactWriter
  return { open: () => (open ? open(writer as never) : Promise.resolve(writer)) } as unknown as ArtifactStore
}

const fail = (what: string) => () => {
  throw new Error(`${what} failed`)
}
const reject = (what: string) => () => Promise.reject(new Error(`${what} failed`))

/** An object of which every property throws when it is read. A promise can resolve to it all the same. */
const unreadable = (readable: readonly (string | symbol)[] = ['then']): object =>
  new Proxy(
    {},
    {
      get(_, name) {
        if (!readable.includes(name)) throw new Error(`${String(name)} cannot be read`)
      },
    },
  )

function revoked(): object {
  const { proxy, revoke } = Proxy.revocable({}, {})
  revoke()
  return proxy
}

const claimed = (ref: unknown) => async () => ({ complete: true, ref })
const named = (given: object) => async (bytes: number) => ({
  complete: true,
  ref: { id, sha256, bytes, ...given },
})

/** A range that is well-formed at first, and cannot be read the second time. */
function changing(at: number): object {
  let reads = 0
  return {
    startByte: at,
    get endByte() {
      // The check looks several times.
      if (reads++ > 2) throw new Error('It was read again.')
      return at
    },
  }
}

/** Takes the bytes away from the caller, as a store does that sends them to a worker. */
function detach(chunk: Uint8Array<ArrayBuffer>): undefined {
  structuredClone(chunk.buffer, { transfer: [chunk.buffer] })
}

/** Stores that answer, wrongly. */
export const lyingStores: Record<string, () => ArtifactStore> = {
  'open throws': () => storeOf({ open: fail('open') }),
  'open rejects': () => storeOf({ open: reject('open') }),
  'open returns null': () => storeOf({ open: () => null }),
  'open resolves to undefined': () => storeOf({ open: async () => undefined }),
  'open resolves to a string': () => storeOf({ open: async () => 'writer' }),
  'open resolves to a writer without methods': () => storeOf({ open: async () => ({}) }),
  'open resolves to an unreadable writer': () => storeOf({ open: async () => unreadable() }),
  'open resolves to a revoked proxy': () => storeOf({ open: async () => revoked() }),
  'the store is unreadable': () => unreadable() as ArtifactStore,
  'write throws': () => storeOf({ write: fail('write') }),
  'write rejects': () => storeOf({ write: reject('write') }),
  'write throws, and abort throws': () => storeOf({ write: fail('write'), abort: fail('abort') }),
  'write throws, and abort rejects': () => storeOf({ write: fail('write'), abort: reject('abort') }),
  'write returns an unreadable promise': () => storeOf({ write: () => unreadable([]) }),
  'write throws undefined': () =>
    storeOf({
      write: () => {
        throw undefined
      },
    }),
  'write throws a revoked proxy': () =>
    storeOf({
      write: () => {
        throw revoked()
      },
    }),
  'write erases the bytes': () => storeOf({ write: (chunk: Uint8Array) => void chunk.fill(0x78) }),
  'write detaches the bytes': () => storeOf({ write: detach }),
  'write erases the bytes later': () =>
    storeOf({ write: (chunk: Uint8Array) => void queueMicrotask(() => chunk.fill(0x78)) }),
  'close throws': () => storeOf({ close: fail('close') }),
  'close rejects': () => storeOf({ close: reject('close') }),
  'close resolves to undefined': () => storeOf({ close: async () => undefined }),
  'close resolves to an unreadable end': () => storeOf({ close: async () => unreadable() }),
  'close is complete without a reference': () => storeOf({ close: async () => ({ complete: true }) }),
  'close names an id that is a command': () => storeOf({ close: named({ id: 'x; rm -rf /\n[Showing]' }) }),
  'close names an id in capitals': () => storeOf({ close: named({ id: '0123456789ABCDEF' }) }),
  'close names an id that is an object': () => storeOf({ close: named({ id: { toString: () => id } }) }),
  'close names a reference that is null': () => storeOf({ close: claimed(null) }),
  'close names a sha256 of another id': () => storeOf({ close: named({ sha256: 'f'.repeat(64) }) }),
  'close names a sha256 with a line end': () => storeOf({ close: named({ sha256: `${sha256}\n` }) }),
  'close names a size that is not the output': () => storeOf({ close: named({ bytes: 7 }) }),
  'close names a size that is no number': () => storeOf({ close: named({ bytes: '7' }) }),
  'close says complete: 1': () => storeOf({ close: async () => ({ complete: 1, ref: { id, sha256 } }) }),
  'close names ends that overlap': () =>
    storeOf({
      close: async (bytes: number) => ({
        complete: false,
        ref: { id, sha256, bytes },
        kept: [
          { startByte: 0, endByte: bytes },
          { startByte: 3, endByte: bytes },
        ],
        code: 'PITH_ARTIFACT_CAPPED',
        message: 'This store keeps nothing.',
      }),
    }),
  'close names ends that change when they are read again': () =>
    storeOf({
      close: async (bytes: number) => ({
        complete: false,
        ref: { id, sha256, bytes },
        kept: Object.assign([undefined, undefined], { map: () => [changing(0), changing(bytes)] }),
        message: 'This store keeps nothing.',
      }),
    }),
  'close fails without a message': () => storeOf({ close: async () => ({ complete: false }) }),
  'close fails with a message of many lines': () =>
    storeOf({
      close: async () => ({ complete: false, code: 7, message: `a\n[Showing]\u001b[2J${'x'.repeat(1e5)}` }),
    }),
}

/** Stores that do not answer in time. */
export const silentStores: Record<string, () => ArtifactStore> = {
  'open never settles': () => storeOf({ open: never }),
  'write never settles': () => storeOf({ write: never }),
  'close never settles': () => storeOf({ close: never }),
  'write never settles, and abort rejects': () => storeOf({ write: never, abort: reject('abort') }),
  'open is late': () => storeOf({ open: (writer: ArtifactWriter) => later(writer, 150) }),
  'open is late, and its writer cannot be aborted': () =>
    storeOf({ open: (writer: ArtifactWriter) => later(writer, 150), abort: fail('abort') }),
  'write is late': () => storeOf({ write: () => later(undefined, 150) }),
  'write rejects late': () => storeOf({ write: () => later(0, 150).then(reject('write')) }),
  'close rejects late': () => storeOf({ close: () => later(0, 150).then(reject('close')) }),
  'close is late, and complete': () =>
    storeOf({ close: (bytes: number) => later({ complete: true, ref: { id, sha256, bytes } }, 150) }),
}
