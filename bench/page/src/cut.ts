import type { Truncation } from '../../../src/index.ts'
import type { Keep } from '../../../src/options.ts'
import { BashStream } from '../../../src/tools/bash-stream.ts'
import { contentName } from '../../../src/tools/content-kind.ts'
import { outputDecoders } from '../../../src/tools/output-decoder.ts'
import { chunksOf } from './chunks.ts'
import type { Progress } from './messages.ts'

/** How a log is cut, as chosen on the page. */
export interface Choice {
  keep: Keep
  maxLines: number
  maxBytes: number
  maxTokens: number
  backend: 'auto' | 'js' | 'wasm'
  /** Whether terminal noise and repeats are folded. */
  fold: boolean
  /** Whether the log is the report of a run, which is cut to its worth. */
  isRun: boolean
}

export interface CutRequest {
  file: Blob
  choice: Choice
}

/** A cut of a log, and what the page needs to show it beside the whole. */
export interface CutResult {
  truncation: Truncation
  /** What the log is, if it is not text: `PNG image`, `Binary file`. */
  content?: string | undefined
  /** The input that all places count in. It is the file, or its text in UTF-8 if that is encoded in another way. */
  whole: Blob
  milliseconds: number
}

/** Cuts a log as the shell does, in a stream, so that its size does not matter. */
export async function cut(
  { file, choice }: CutRequest,
  report: (progress: Progress) => void,
): Promise<CutResult> {
  const start = performance.now()
  const { truncation, content } = await cutChunks(chunksOf(file, report), choice)
  const milliseconds = performance.now() - start
  const isDecoded = content?.kind === 'text' || truncation.totalBytes !== file.size
  return {
    truncation,
    content: content && content.kind !== 'text' ? contentName(content, 'file') : undefined,
    whole: isDecoded ? await decoded(file) : file,
    milliseconds,
  }
}

export async function cutChunks(
  chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  { isRun, ...options }: Choice,
) {
  const stream = new BashStream({ ...options, ...(isRun && { for: 'run' }) })
  for await (const chunk of chunks) await stream.write({ stream: 'stdout', chunk })
  return (await stream.end()).details
}

/** The text of a file in another encoding, as pith reads it. */
async function decoded(file: Blob): Promise<Blob> {
  const decoder = outputDecoders().stdout
  const parts: Blob[] = []
  const keep = (ready: Iterable<BlobPart | Uint8Array | string>) => {
    // The bytes may be overwritten later.
    for (const part of ready) parts.push(new Blob([part as BlobPart]))
  }
  for await (const chunk of chunksOf(file, () => {})) keep(decoder.take(chunk))
  keep(decoder.end())
  return new Blob(parts)
}
