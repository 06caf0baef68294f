import { type TruncateStreamOptions, truncateStream } from '../engine/stream.ts'
import { truncate } from '../engine/truncate.ts'
import type { AsyncTruncateOptions } from '../options.ts'
import type { ArtifactEnd, ArtifactStore } from '../store/store.ts'
import type { Truncation } from '../truncation.ts'
import { isObject } from './messages.ts'

interface Result {
  value: unknown
  truncations: Truncation[]
  artifacts: ArtifactEnd[]
}

/** Cuts the text parts of a list of content parts. */
export async function truncateResult(
  value: unknown,
  options: AsyncTruncateOptions & { store?: ArtifactStore },
): Promise<Result> {
  const result: Result = { value, truncations: [], artifacts: [] }
  if (!Array.isArray(value)) return result
  const parts: unknown[] = []
  for (const part of value) parts.push(await cutPart(part, options, result))
  if (result.truncations.length > 0) result.value = parts
  return result
}

async function cutPart(
  part: unknown,
  options: AsyncTruncateOptions & { store?: ArtifactStore },
  result: Result,
): Promise<unknown> {
  if (!isObject(part)) return part
  if (isObject(part.resource)) {
    const resource = await cutPart(part.resource, options, result)
    return resource === part.resource ? part : { ...part, resource }
  }
  if (typeof part.text !== 'string') return part
  const { store: _, tokens: __, redact: ___, ...limits } = options as TruncateStreamOptions
  if (!truncate(part.text, { ...limits, spend: 'all', fold: false }).truncated) return part
  const truncation = await truncateStream(new Blob([part.text]), options)
  result.truncations.push(truncation)
  if (truncation.artifact !== undefined) {
    const id = truncation.artifact
    const bytes = truncation.totalBytes
    result.artifacts.push({ complete: true, ref: { id, bytes, sha256: id } })
  }
  return { ...part, text: truncation.text }
}
