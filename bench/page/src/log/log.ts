import { writeNotText } from '../../../../src/core/words/notices.ts'
import { readStream, type Truncation, truncateToolOutput } from '../../../../src/index.ts'
import { BashStream } from '../../../../src/tools/bash-stream.ts'
import { contentKindOf, contentName, SNIFFED_BYTES } from '../../../../src/tools/content-kind.ts'
import { tools } from '../../../../src/tools/tools.ts'
import type { Progress } from '../messages.ts'
import { type Choice, streams, wholeRefusal } from './choice.ts'
import { chunksOf, wholeOf } from './chunks.ts'
import { sizesOf } from './sizes.ts'

export interface LogRequest {
  file: Blob
  choice: Choice
}

/** What the page shows of a log. */
export interface LogResult {
  text: string
  /** What the log is, if it is not text: `PNG image`, `Binary file`. */
  content?: string | undefined
  totalBytes: number
  totalLines: number
  keptBytes: number
  keptLines: number
  outputLines: number
  outputBytes: number
  outputTokens: number
  /** Error lines: how many there are, how many of those that were looked at are kept. Absent if none were searched. */
  errors?: { total: number; seen: number; kept: number }
  /** Absent when no scanner ran. */
  backend?: 'wasm' | 'js'
  milliseconds: number
}

export type Cut = Omit<LogResult, 'milliseconds'>

/** Truncates a log as chosen: as a stream if the tool can do that, otherwise as a whole. */
export async function cutLog(
  { file, choice }: LogRequest,
  report: (progress: Progress) => void,
): Promise<LogResult> {
  const start = performance.now()
  const refusal = wholeRefusal(choice, file.size)
  if (refusal) throw new Error(refusal)
  const cut = await cutKnown(file, choice, report)
  return { ...cut, milliseconds: performance.now() - start }
}

async function cutKnown(file: Blob, choice: Choice, report: (progress: Progress) => void): Promise<Cut> {
  const head = new Uint8Array(await file.slice(0, SNIFFED_BYTES).arrayBuffer())
  const kind = contentKindOf(head)
  const isText = kind.kind === 'text'
  const content = isText ? undefined : contentName(kind, 'file')
  const { tool } = choice
  if (content && tools[tool].shows !== 'ends') return named(content, file.size)
  if (!streams(choice)) return cutWhole(file, choice, report)
  return { ...(await cutStream(file, choice, report)), content }
}

/** What a tool for texts says of a file that is none. */
const named = (content: string, totalBytes: number): Cut => ({
  ...sizesOf(writeNotText(content, totalBytes)),
  content,
  totalBytes,
  totalLines: 0,
  keptBytes: 0,
  keptLines: 0,
})

async function cutStream(file: Blob, choice: Choice, report: (progress: Progress) => void): Promise<Cut> {
  const chunks = chunksOf(file, report)
  const { tool, offset, keep } = choice
  if (tool === 'read') {
    const { details } = await readStream(chunks, { ...optionsOf(choice), offset })
    return cutOf(details.truncation, details.totalLines)
  }
  // `bash` and `web` do the same with an output that is there.
  const { fold, isRun } = choice
  const stream = new BashStream({ ...optionsOf(choice), keep, fold, ...(isRun && { for: 'run' }) })
  for await (const chunk of chunks) await stream.write({ stream: 'stdout', chunk })
  const { truncation } = (await stream.end()).details
  if (keep !== 'ends') return cutOf(truncation)
  const { total, lines } = truncation.errors
  const kept = lines.filter((line) => line.kept).length
  return { ...cutOf(truncation), errors: { total, seen: lines.length, kept } }
}

async function cutWhole(file: Blob, choice: Choice, report: (progress: Progress) => void): Promise<Cut> {
  const bytes = await wholeOf(file, report)
  const { tool } = choice
  if (tool !== 'grep' && tool !== 'find' && tool !== 'ls') throw new Error(`Expected a list, got ${tool}.`)
  const { text, content, details } = truncateToolOutput(tool, bytes, optionsOf(choice))
  return {
    ...sizesOf(text),
    totalBytes: bytes.length,
    totalLines: details.total,
    keptBytes: new TextEncoder().encode(content).length,
    keptLines: details.shown,
  }
}

function optionsOf({ maxLines, maxBytes, maxTokens, backend }: Choice) {
  return { maxLines, maxBytes, maxTokens, backend }
}

function cutOf(result: Truncation, totalLines = result.totalLines): Cut {
  const { text, totalBytes, keptBytes, keptLines, outputLines, outputBytes, outputTokens, backend } = result
  return {
    text,
    totalBytes,
    totalLines,
    keptBytes,
    keptLines,
    outputLines,
    outputBytes,
    outputTokens,
    backend,
  }
}
