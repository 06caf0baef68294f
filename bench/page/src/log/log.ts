import { readStream, type Truncation, truncateStream, truncateToolOutput } from '../../../../src/index.ts'
import type { Progress } from '../messages.ts'
import { type Choice, streams, wholeRefusal } from './choice.ts'
import { chunksOf, wholeOf } from './chunks.ts'
import { asProfile } from './profile.ts'
import { sizesOf } from './sizes.ts'
import { type Stretch, stretchesOf } from './stretches.ts'

export interface LogRequest {
  file: Blob
  choice: Choice
}

/** An error line on the map. */
export interface Mark {
  line: number
  startByte: number
  kept: boolean
}

/** What the page shows of a log. */
export interface LogResult {
  text: string
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
  const cut = streams(choice) ? await cutStream(file, choice, report) : await cutWhole(file, choice, report)
  return { ...cut, milliseconds: performance.now() - start }
}

async function cutStream(file: Blob, choice: Choice, report: (progress: Progress) => void): Promise<Cut> {
  const chunks = chunksOf(file, report)
  const { tool, offset, keep } = choice
  if (tool !== 'read')
    return cutOf(await truncateStream(chunks, { ...optionsOf(choice), keep }), keep === 'ends')
  const { details } = await readStream(chunks, { ...optionsOf(choice), offset })
  return cutOf(details.truncation, false, details.totalLines)
}

async function cutWhole(file: Blob, choice: Choice, report: (progress: Progress) => void): Promise<Cut> {
  const bytes = await wholeOf(file, report)
  const { profile, tool } = choice
  if (profile !== 'pith') return asProfile(bytes, choice)
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

function cutOf(result: Truncation, looksForErrors: boolean, totalLines = result.totalLines): Cut {
  const { text, totalBytes, keptBytes, keptLines, outputLines, outputBytes, outputTokens, backend } = result
  const { total, lines } = result.errors
  const marks = lines.map(({ line, startByte, kept }) => ({ line, startByte, kept }))
  const cut: Cut = {
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
  return looksForErrors ? { ...cut, errors: { total, marks } } : cut
}
