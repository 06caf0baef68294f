import { existsSync } from 'node:fs'

/** A page that takes longer stays HTML. */
const MOST_MS = 10_000
const MOST_HEAP_MB = 512

/** The page as Markdown. Undefined if it takes too long or too much memory, or if there are no threads. */
export async function toMarkdown(html: string, base: string): Promise<string | undefined> {
  const file = builtThread()
  if (!file) return undefined
  try {
    const { Worker } = await import('node:worker_threads')
    const worker = new Worker(file, {
      workerData: { html, base },
      execArgv: [],
      name: 'pith',
      resourceLimits: { maxOldGenerationSizeMb: MOST_HEAP_MB },
    })
    return await new Promise((resolve) => {
      const timer = setTimeout(() => end(undefined), MOST_MS)
      const end = (text: string | undefined) => {
        clearTimeout(timer)
        void worker.terminate()
        resolve(text)
      }
      worker.once('message', end)
      worker.once('error', () => end(undefined))
      worker.once('exit', () => end(undefined))
    })
  } catch {
    return undefined
  }
}

/** The thread lies beside the bundles. */
function builtThread(): URL | undefined {
  try {
    const file = new URL('../node/web/markdown-thread.js', import.meta.url)
    return existsSync(file) ? file : undefined
  } catch {
    return undefined
  }
}
