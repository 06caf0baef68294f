import { PithError } from '../../../src/errors.ts'
import type { SyncFile } from '../../../src/store/backends/opfs/browser.ts'
import { createOpfsStore } from '../../../src/store/backends/opfs.ts'
import type { ArtifactStore, ArtifactWriter } from '../../../src/store/store.ts'
import type { Answer, Call } from './remote.ts'

// Runs in a worker or a page, and does with a store of its own what another page tells it through a port (remote.ts).

/** What only a worker has. */
interface Worker {
  FileSystemSyncAccessHandle: { prototype: SyncFile & { getSize(): number } }
}

addEventListener('message', ({ ports: [port] }: MessageEvent) => serve(port), { once: true })

function serve(port: MessagePort): void {
  const store = new ServedStore()
  port.addEventListener('message', ({ data }: MessageEvent<Call>) => {
    // Called at once: what was sent first is done first.
    store.answer(data).then(
      (value) => port.postMessage({ call: data.call, value } satisfies Answer),
      (error: Error) => {
        const code = error instanceof PithError ? error.code : undefined
        port.postMessage({ call: data.call, error: { code, message: error.message } } satisfies Answer)
      },
    )
  })
  port.start()
}

class ServedStore {
  #store: ArtifactStore | undefined
  readonly #writers = new Map<number, ArtifactWriter>()

  async answer({ call, request }: Call): Promise<unknown> {
    if (request.do === 'create') {
      if (request.fullAtBytes !== undefined) fillUp(request.fullAtBytes)
      this.#store = createOpfsStore(request.options)
      return undefined
    }
    if (!this.#store) throw new Error('Expected a store first.')
    if ('writer' in request) {
      const writer = this.#writers.get(request.writer)
      return request.do === 'write' ? writer?.write(request.chunk) : writer?.[request.do]()
    }
    switch (request.do) {
      case 'open':
        this.#writers.set(call, await this.#store.open(request.meta))
        return undefined
      case 'read':
        return all(this.#store.read(request.id, request.range))
      case 'lines':
        return all(this.#store.lines(request.id, request.range))
      case 'stat':
      case 'delete':
        return this.#store[request.do](request.id)
      case 'list':
        return this.#store.list()
      case 'gc':
        return this.#store.gc?.(request.options)
    }
  }
}

/** Makes the synchronous files of this worker end as those of a browser without more space do. */
function fillUp(bytes: number): void {
  const { prototype } = (globalThis as unknown as Worker).FileSystemSyncAccessHandle
  const { write } = prototype
  prototype.write = function (buffer, options) {
    const end = options.at + buffer.byteLength
    if (end > bytes && end > this.getSize()) throw new DOMException('Used up.', 'QuotaExceededError')
    return write.call(this, buffer, options)
  }
}

async function all(parts: AsyncIterable<Uint8Array>): Promise<Uint8Array[]> {
  const found: Uint8Array[] = []
  for await (const part of parts) found.push(part)
  return found
}
