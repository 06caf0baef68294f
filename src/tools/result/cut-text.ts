import { type Chunks, chunksOf } from '../../core/chunks.ts'
import { SpillingCollector } from '../../core/stream.ts'
import type { AsyncTruncateOptions } from '../../options.ts'
import type { Redactor } from '../../redact/redactor.ts'
import type { ArtifactEnd, ArtifactStore } from '../../store/store.ts'
import type { Truncation } from '../../truncation.ts'

/** How texts are cut, and where their full output goes. */
export interface Cutting {
  options: AsyncTruncateOptions
  redact: Redactor | undefined
  store: ArtifactStore | undefined
  storeTimeoutMs: number
  signal: AbortSignal | undefined
}

export interface CutOutcome {
  truncation: Truncation
  /** How storing the full output ended. Undefined when nothing had to be stored. */
  artifact: ArtifactEnd | undefined
}

/** Cuts one text, which is not redacted any more, or the text of a stream, which is. */
export async function cutText(input: string | Chunks, cutting: Cutting): Promise<CutOutcome> {
  const { signal } = cutting
  return collected(cutting, typeof input !== 'string', async (collector) => {
    if (typeof input === 'string') await collector.write(input)
    else for await (const chunk of chunksOf(input, signal)) await collector.write(chunk)
    return collector.end(undefined, signal)
  })
}

/** Runs work with a collector, and drops the artifact when it fails or the signal is aborted. */
export async function collected(
  { options, redact, store, storeTimeoutMs, signal }: Cutting,
  isRedacted: boolean,
  work: (collector: SpillingCollector) => Promise<Truncation>,
): Promise<CutOutcome> {
  const redacting = isRedacted && redact !== undefined ? { ...options, redact } : options
  const collector = new SpillingCollector(redacting, { store, storeTimeoutMs })
  const giveUp = () => collector.abort()
  signal?.addEventListener('abort', giveUp, { once: true })
  try {
    const truncation = await work(collector)
    return { truncation, artifact: collector.spilled }
  } catch (error) {
    collector.abort()
    throw error
  } finally {
    signal?.removeEventListener('abort', giveUp)
  }
}
