import { writeNotText } from '../../../../src/core/words/notices.ts'
import { readStream, type Truncation, truncateToolOutput } from '../../../../src/index.ts'
import { BashStream } from '../../../../src/tools/bash-stream.ts'
import {
  contentKindOf,
  contentName,
  decoderOf,
  encodingOf,
  SNIFFED_BYTES,
} from '../../../../src/tools/content-kind.ts'
import { tools } from '../../../../src/tools/tools.ts'
import type { Progress } from '../messages.ts'
import { type Choice, streams, wholeRefusal } from './choice.ts'
import { chunksOf, wholeOf } from './chunks.ts'
import { errorPlacesOf } from './error-places.ts'
import { sizesOf } from './sizes.ts'
import { type Stretch, stretchesOf } from './stretches.ts'

export interface LogRequest {
  file: Blob
  choice: Choice
}

/** An error line. */
export interface Mark {
  line: number
  startByte: number
  kept: boolean
  /** Where it is in the text, in UTF-16 units. Absent if it is not there. */
  at?: number | undefined
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
  /** Absent if errors were not searched. */
  errors?: { total: number; marks: Mark[] }
  /** The parts of the whole log, in order. Empty when a tool selects rows instead of ranges. */
  stretches: Stretch[]
  /** The bytes that the places of `stretches` count in. Absent when they are not text, or there are no places. */
  source?: Blob | undefined
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
  const source = isText ? await asUtf8(file, head) : undefined
  return { ...(await cutStream(file, choice, source, report)), content }
}

/** A file in UTF-8. The places in a log in UTF-16 count in this form. */
async function asUtf8(file: Blob, head: Uint8Array): Promise<Blob> {
  const encoding = encodingOf(head)
  if (!decoderOf(encoding)) return file
  const text = file.stream().pipeThrough(new TextDecoderStream(encoding))
  return new Response(text.pipeThrough(new TextEncoderStream())).blob()
}

/** What a tool for texts says of a file that is none. */
const named = (content: string, totalBytes: number): Cut => ({
  ...sizesOf(writeNotText(content, totalBytes)),
  content,
  totalBytes,
  totalLines: 0,
  keptBytes: 0,
  keptLines: 0,
  stretches: [],
})

async function cutStream(
  file: Blob,
  choice: Choice,
  source: Blob | undefined,
  report: (progress: Progress) => void,
): Promise<Cut> {
  const chunks = chunksOf(file, report)
  const { tool, offset, keep } = choice
  if (tool === 'read') {
    const { details } = await readStream(chunks, { ...optionsOf(choice), offset })
    return { ...cutOf(details.truncation, details.totalLines), source }
  }
  // `bash` and `web` do the same with an output that is there.
  const { fold, isRun } = choice
  const stream = new BashStream({ ...optionsOf(choice), keep, fold, ...(isRun && { for: 'run' }) })
  for await (const chunk of chunks) await stream.write({ stream: 'stdout', chunk })
  const { truncation } = (await stream.end()).details
  const cut = { ...cutOf(truncation), source }
  return keep === 'ends' ? { ...cut, errors: await errorsOf(truncation, cut) } : cut
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
    stretches: [],
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
    stretches: stretchesOf(result),
    backend,
  }
}

async function errorsOf(
  { text, errors: { total, lines } }: Truncation,
  { stretches, source }: Cut,
): Promise<NonNullable<LogResult['errors']>> {
  const places = source && (await errorPlacesOf(text, stretches, lines, source))
  const marks = lines.map(({ line, startByte, kept }) => ({
    line,
    startByte,
    kept,
    at: places?.get(startByte),
  }))
  return { total, marks }
}
