import type { Progress, Reply, WorkName, Works } from './messages.ts'
import PageWorker from './worker.ts?worker&inline'

/** A task in a worker of its own. */
export interface Work<Result> {
  result: Promise<Result>
  /** Ends the worker at once. `result` rejects with `Cancelled`. */
  cancel(): void
}

export class Cancelled extends Error {
  override readonly name = 'Cancelled'
}

/** Starts a worker for one request. The worker ends with its answer, which frees its memory. */
export function start<Name extends WorkName>(
  name: Name,
  request: Works[Name]['request'],
  onProgress: (progress: Progress) => void,
): Work<Works[Name]['result']> {
  const { promise, resolve, reject } = withResolvers<Works[Name]['result']>()
  // The worker's code is part of the page, so nothing is fetched and the page's policy applies.
  const worker = new PageWorker()
  worker.onmessage = ({ data }: MessageEvent<Reply<Name>>) => {
    if (data.kind === 'progress') return onProgress(data.progress)
    worker.terminate()
    if (data.kind === 'result') resolve(data.result)
    else reject(new Error(data.message))
  }
  worker.onerror = (event) => {
    worker.terminate()
    reject(new Error(event.message || 'The worker could not be started.'))
  }
  worker.postMessage({ name, request })
  return {
    result: promise,
    cancel: () => {
      worker.terminate()
      reject(new Cancelled())
    },
  }
}

function withResolvers<T>() {
  let resolve: (value: T) => void = () => {}
  let reject: (reason: Error) => void = () => {}
  const promise = new Promise<T>((onResult, onFailure) => {
    resolve = onResult
    reject = onFailure
  })
  return { promise, resolve, reject }
}
