import { workerData } from 'node:worker_threads'
import { judgeAhead } from '../ahead/work.ts'

// The thread that judges lines ahead of a stream. The stream's thread does without it when it fails.
judgeAhead(workerData)
