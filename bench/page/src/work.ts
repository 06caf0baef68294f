import type { Progress, Reply, WorkName, Works } from './messages.ts'
import PageWorker from './worker.ts?worker&inline'

export class Cancelled extends Error {
  override readonly name = 'Cancelled'
}

/** A worker that read a larger file ends with its answer, which frees its memory. */
const MOST_KEPT_BYTES = 32 * 1024 * 1024

/** A worker that has nothing to do. Its code is compiled, so the next request is answered sooner. */
let idle: Worker | undefined

/** Has a worker answer one request. The promise rejects with `Cancelled` when the signal says so. */
export function work<Name extends WorkName>(
  name: Name,
  request: Works[Name]['request'],
  onProgress: (progress: Progress) => void,
  signal: AbortSignal,
): Promise<Works[Name]['result']> {
  // The worker's code is part of the page, so nothing is fetched and the page's policy applies.
  const worker = idle ?? new PageWorker()
  idle = undefined
  return new Promise((resolve, reject) => {
    const cancel = () => {
      worker.terminate()
      reject(new Cancelled())
    }
    signal.addEventListener('abort', cancel, { once: true })
    worker.onmessage = ({ data }: MessageEvent<Reply<Name>>) => {
      if (data.kind === 'progress') return onProgress(data.progress)
      signal.removeEventListener('abort', cancel)
      if (idle || request.file.size > MOST_KEPT_BYTES) worker.terminate()
      else idle = worker
      if (data.kind === 'result') resolve(data.result)
      else reject(new Error(data.message))
    }
    worker.onerror = (event) => {
      worker.terminate()
      reject(new Error(event.message || 'The worker could not be started.'))
    }
    worker.postMessage({ name, request })
  })
}
