import { availableParallelism } from 'node:os'
import { Ahead, type AheadOf, type StartAhead } from '../ahead/ahead.ts'
import { Slots } from '../ahead/slots.ts'
import { checkThreads, isOverloaded } from './threads.ts'
import { startWorker, workerFile } from './worker.ts'

/** The thread's own objects take a few MiB. */
const MOST_HEAP_MB = 64

const threadFile = workerFile(() => new URL('../node/judge-thread.js', import.meta.url))

/**
 * Has a thread judge the lines of a stream ahead, as far as there are cores for it.
 *
 * @param threads 1: none. 2: also on a machine that is overloaded.
 * @throws {PithError} `PITH_INVALID_OPTION`
 */
export function aheadBy(threads: 1 | 2 | undefined, file = threadFile): AheadOf | undefined {
  checkThreads(threads)
  if (threads === 1 || !file) return undefined
  return (settings, intake) => new Ahead(settings, intake, (work) => started(file, work, threads === 2))
}

async function started(file: URL, work: Parameters<StartAhead>[0], isAsked: boolean): ReturnType<StartAhead> {
  if (availableParallelism() < 2 || (!isAsked && isOverloaded())) return undefined
  const slots = new Slots()
  const worker = await startWorker(file, {
    workerData: { ...work, memory: slots.memory },
    resourceLimits: { maxOldGenerationSizeMb: MOST_HEAP_MB },
  })
  if (!worker) return undefined
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
}
