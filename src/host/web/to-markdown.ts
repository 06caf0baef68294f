import { startWorker, workerFile } from '../worker.ts'
import { isDeeper } from './nesting.ts'

/** A page that takes longer stays HTML. */
const MOST_MS = 10_000
const MOST_HEAP_MB = 512
/** Levels of elements. With twice as many, the conversion ends in an overflow of the stack. */
const MOST_LEVELS = 1000

const threadFile = workerFile(() => new URL('../node/web/markdown-thread.js', import.meta.url))

const TOO_DEEP = `its elements are nested more than ${MOST_LEVELS} levels deep`
const FAILED = `it could not be turned into Markdown within ${MOST_MS / 1000} s and ${MOST_HEAP_MB} MiB`

/**
 * The page as Markdown, or the reason why it stays HTML. A page stays HTML if it is nested too deep, if it takes too long
 * or too much memory, or if no thread can be started.
 */
export async function toMarkdown(html: string, base: string): Promise<{ text: string } | { reason: string }> {
  if (isDeeper(html, MOST_LEVELS)) return { reason: TOO_DEEP }
  const text = await byThread(html, base)
  return text === undefined ? { reason: FAILED } : { text }
}

async function byThread(html: string, base: string): Promise<string | undefined> {
  const worker = await startWorker(threadFile, {
    workerData: { html, base },
    resourceLimits: { maxOldGenerationSizeMb: MOST_HEAP_MB },
  })
  if (!worker) return undefined
  return new Promise((resolve) => {
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
}
