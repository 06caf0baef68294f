import { parentPort } from 'node:worker_threads'
import { countFromEnd } from './count-from-end.ts'

// The second thread. It ignores failures, because the main thread counts whatever is left.
parentPort?.on('message', (job) => {
  try {
    countFromEnd(job)
  } catch {}
})
parentPort?.postMessage('ready')
