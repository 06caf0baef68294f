import { parentPort } from 'node:worker_threads'
import { countFromEnd } from './count-from-end.ts'

// The second thread: what it can't count is counted by the first.
parentPort?.on('message', (job) => {
  try {
    countFromEnd(job)
  } catch {}
})
parentPort?.postMessage('ready')
