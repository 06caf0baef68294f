import { existsSync } from 'node:fs'
import type { Worker, WorkerOptions } from 'node:worker_threads'

/**
 * The file of a worker, which lies beside the bundles. The URL is written where it is used, because bundlers look for it
 * there. Undefined in a bundle of another module format, which has no `import.meta.url`.
 */
export function workerFile(url: () => URL): URL | undefined {
  try {
    return url()
  } catch {
    return undefined
  }
}

/** Starts a worker. Undefined if there is no such file, or if no thread can be started. */
export async function startWorker(
  file: URL | undefined,
  options: Pick<WorkerOptions, 'workerData' | 'resourceLimits'> = {},
): Promise<Worker | undefined> {
  if (!file || !existsSync(file)) return undefined
  try {
    const { Worker } = await import('node:worker_threads')
    // The worker does not need the process's own flags, such as loaders.
    return new Worker(file, { ...options, execArgv: [], name: 'pith' })
  } catch {
    return undefined
  }
}
