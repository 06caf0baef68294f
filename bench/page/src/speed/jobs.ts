import { scannerFor } from '../../../../src/core/scan/backend.ts'
import type { Job, JobMaker } from './job.ts'
import { countJob } from './jobs/count.ts'
import { errorsJob } from './jobs/errors.ts'
import { truncateJob } from './jobs/truncate.ts'

const jobs = { count: countJob, errors: errorsJob, truncate: truncateJob } satisfies Record<string, JobMaker>

export type JobName = keyof typeof jobs

/** A job with the available contenders: one less without WebAssembly. */
export function jobOf(name: JobName): Job {
  const wasm = scannerFor('auto')
  return jobs[name](wasm.backend === 'wasm' ? wasm : undefined)
}
