import { PithError, type PithErrorCode } from '../../../src/errors.ts'
import { newestOf } from '../../../src/store/artifact-store.ts'
import type { OpfsArtifactStore, OpfsStoreOptions } from '../../../src/store/backends/opfs.ts'
import type {
  ArtifactEnd,
  ArtifactMeta,
  ArtifactStat,
  ArtifactWriter,
  ByteRange,
  GcOptions,
  GcReport,
  LineRange,
} from '../../../src/store/store.ts'

type Request =
  | { do: 'create'; options: OpfsStoreOptions; fullAtBytes?: number | undefined }
  | { do: 'open'; meta: ArtifactMeta }
  | { do: 'write'; writer: number; chunk: Uint8Array }
  | { do: 'close' | 'abort'; writer: number }
  | { do: 'read'; id: string; range: ByteRange }
  | { do: 'lines'; id: string; range: LineRange }
  | { do: 'stat' | 'delete'; id: string }
  | { do: 'list' }
  | { do: 'gc'; options: GcOptions | undefined }

export interface Call {
  call: number
  request: Request
}

export interface Answer {
  call: number
  value?: unknown
  error?: { code: PithErrorCode | undefined; message: string }
}

interface Waiting {
  resolve(value: unknown): void
  reject(error: Error): void
}

/** A store in a worker or another page, used as if it were here. */
export interface RemoteStore extends OpfsArtifactStore {
  /** Ends the worker or the page, whatever it is doing. */
  terminate(): void
}

/** In a dedicated worker. */
export function createWorkerStore(options: OpfsStoreOptions, fullAtBytes?: number): RemoteStore {
  const worker = new Worker(new URL('./other-end.ts', import.meta.url), { type: 'module' })
  const { port1, port2 } = new MessageChannel()
  worker.postMessage(undefined, [port2])
  return remoteStore(options, port1, () => worker.terminate(), fullAtBytes)
}

/** In a page of its own, as another tab has: with its own modules and its own locks. */
export async function createTabStore(options: OpfsStoreOptions): Promise<RemoteStore> {
  const frame = document.body.appendChild(document.createElement('iframe'))
  const tab = frame.contentWindow as Window & { Function: typeof Function }
  await tab.Function(`return import(${JSON.stringify(new URL('./other-end.ts', import.meta.url).href)})`)()
  const { port1, port2 } = new MessageChannel()
  tab.postMessage(undefined, location.origin, [port2])
  return remoteStore(options, port1, () => frame.remove())
}

function remoteStore(
  options: OpfsStoreOptions,
  port: MessagePort,
  terminate: () => void,
  fullAtBytes?: number,
): RemoteStore {
  const waiting = new Map<number, Waiting>()
  let calls = 0
  port.addEventListener('message', ({ data }: MessageEvent<Answer>) => {
    const { call, value, error } = data
    if (!error) waiting.get(call)?.resolve(value)
    else
      waiting
        .get(call)
        ?.reject(error.code ? new PithError(error.code, error.message) : new Error(error.message))
    waiting.delete(call)
  })
  port.start()
  const ask = <T>(request: Request): Promise<T> =>
    new Promise<unknown>((resolve, reject) => {
      waiting.set(++calls, { resolve, reject })
      port.postMessage({ call: calls, request } satisfies Call)
    }) as Promise<T>
  void ask({ do: 'create', options, fullAtBytes })
  async function* parts(request: Request): AsyncGenerator<Uint8Array, void, undefined> {
    yield* await ask<Uint8Array[]>(request)
  }
  return {
    async open(meta) {
      const opened = ask({ do: 'open', meta })
      const writer = calls
      await opened
      return remoteWriter(ask, writer)
    },
    read: (id, range) => parts({ do: 'read', id, range }),
    lines: (id, range) => parts({ do: 'lines', id, range }),
    stat: (id) => ask<ArtifactStat>({ do: 'stat', id }),
    list: () => ask<ArtifactStat[]>({ do: 'list' }),
    newest: async (most) => newestOf(await ask<ArtifactStat[]>({ do: 'list' }), most),
    delete: (id) => ask<void>({ do: 'delete', id }),
    gc: (gcOptions) => ask<GcReport>({ do: 'gc', options: gcOptions }),
    terminate,
  }
}

function remoteWriter(ask: <T>(request: Request) => Promise<T>, writer: number): ArtifactWriter {
  let hasEnded = false
  return {
    write: (chunk) => (hasEnded ? undefined : ask({ do: 'write', writer, chunk })),
    close() {
      hasEnded = true
      return ask<ArtifactEnd>({ do: 'close', writer })
    },
    abort() {
      hasEnded = true
      void ask({ do: 'abort', writer })
    },
  }
}
