import { existsSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { Ahead, type AheadOf, type StartAhead } from '../ahead/ahead.ts'
import { Slots } from '../ahead/slots.ts'
import { checkThreads, isOverloaded } from './threads.ts'

/** The thread's own objects take a few MiB. */
const MOST_HEAP_MB = 64

/**
 * Has a thread judge the lines of a stream ahead, as far as there are cores for it.
 *
 * @param threads 1: none. 2: also on a machine that is overloaded.
 * @throws {PithError} `PITH_INVALID_OPTION`
 */
export function aheadBy(threads: 1 | 2 | undefined, file = builtThread()): AheadOf | undefined {
  checkThreads(threads)
  if (threads === 1 || !file) return undefined
  return (settings, intake) => new Ahead(settings, intake, (work) => started(file, work, threads === 2))
}

async function started(file: URL, work: Parameters<StartAhead>[0], isAsked: boolean): ReturnType<StartAhead> {
  if (availableParallelism() < 2 || (!isAsked && isOverloaded()) || !existsSync(file)) return undefined
  try {
    const { Worker } = await import('node:worker_threads')
    const slots = new Slots()
    const worker = new Worker(file, {
      workerData: { ...work, memory: slots.memory },
      // The thread does not need the process's own flags, such as loaders.
      execArgv: [],
      name: 'pith',
      resourceLimits: { maxOldGenerationSizeMb: MOST_HEAP_MB },
    })
    let isRunning = true
    worker.unref()
    // Without a listener, an error of the thread would end the process.
    worker.once('error', () => {
      isRunning = false
    })
    worker.once('exit', () => {
      isRunning = false
    })
    return {
      slots,
      get isRunning() {
        return isRunning
      },
      end() {
        isRunning = false
        void worker.terminate()
      },
    }
  } catch {
    return undefined
  }
}

/** The thread lies beside the bundles. */
function builtThread(): URL | undefined {
  try {
    return new URL('../node/judge-thread.js', import.meta.url)
  } catch {
    // A bundle in another module format has no `import.meta.url`.
    return undefined
  }
}
