import { writeShow } from '../../core/words/calls.ts'
import { type ArtifactPart, resumePart, writeLost, writeNotText } from '../../core/words/notices.ts'
import { wrongOption } from '../../errors.ts'
import { type AskedRange, partOf, type ReadPart } from '../../host/artifact-part.ts'
import type { ArtifactStat, ArtifactStore, ByteRange } from '../../store/store.ts'
import { contentKindOf, contentName, SNIFFED_BYTES } from '../../tools/content-kind.ts'
import type { ToolOutput } from '../../tools/output.ts'
import { createReader, type ReadDetails } from '../../tools/read.ts'
import type { Parsed } from '../options/arguments.ts'
import { numberOption } from '../options/options.ts'
import { countedOptions } from '../options/tokenizer.ts'
import { isWhole, jsonLine, warnOfPage, writeOut, writeResult } from '../print/output.ts'
import { surface } from '../settings/surface.ts'
import type { ShownPart } from './events.ts'
import { shownLines } from './lines.ts'

type Values = Parsed['values']

/** Prints a page of an artifact, or of the part that was asked for. Its notice names the call for the next page. */
export async function showPage(
  store: ArtifactStore,
  stat: ArtifactStat,
  asked: AskedRange | undefined,
  values: Values,
): Promise<ShownPart> {
  const isPlain = asked === undefined && !values.json && values.raw !== true
  const kind = isPlain ? contentKindOf(await firstBytes(store, stat)) : undefined
  if (kind && kind.kind !== 'text') {
    const call = `${writeShow(surface(), stat.id, values.redact === true ? { redact: true } : {})} --all`
    const words = `${writeNotText(contentName(kind, 'output'), stat.bytes).slice(0, -1)} Into a file: ${call} > FILE. In hex: ${call} | od -t x1 | head -n 50]`
    await writeResult(words, false)
    return { unit: 'bytes', ranges: [], outputBytes: 0 }
  }
  const part = shownPart(partOf(store, stat, asked, values.redact === true), values.raw === true)
  const { output, isClipped } = await pageOf(part, stat, values)
  const page = shownOf(part, output.details)
  const written = values.json
    ? await writeOut(jsonLine({ ...output, details: detailsOf(part, stat, page, output.details) }))
    : await writeResult(isClipped ? output.text : await rawText(part, output), isWhole(output))
  warnOfPage(output.details.next)
  const outputBytes = Buffer.byteLength(output.content)
  return written === 'written' ? { unit: part.unit, ranges: page ? [page] : [], outputBytes } : nothing(part)
}

async function firstBytes(store: ArtifactStore, { id, missing }: ArtifactStat): Promise<Uint8Array> {
  const endByte = Math.min(SNIFFED_BYTES, missing?.startByte ?? SNIFFED_BYTES)
  const chunks: Uint8Array[] = []
  for await (const chunk of store.read(id, { startByte: 0, endByte })) chunks.push(chunk)
  return Buffer.concat(chunks)
}

/**
 * A part in lines as a terminal would show it, unless its bytes are asked for. On a terminal, people see the control
 * characters themselves in visible form, so that none can hide a text.
 */
function shownPart(part: ReadPart, isRaw: boolean): ReadPart {
  if (part.unit === 'bytes') return part
  if (isRaw) return { ...part, isRaw }
  return process.stdout.isTTY ? part : { ...part, bytes: () => shownLines(part.bytes()) }
}

const nothing = ({ unit }: ArtifactPart): ShownPart => ({ unit, ranges: [], outputBytes: 0 })

async function pageOf(
  part: ReadPart,
  { missing }: ArtifactStat,
  values: Values,
): Promise<{ output: ToolOutput<ReadDetails>; isClipped: boolean }> {
  const { options } = await countedOptions(values)
  if (options.maxBytes === Number.POSITIVE_INFINITY) {
    throw wrongOption('Expected --max-bytes to be finite for a page, got Infinity; --all prints everything.')
  }
  const column = numberOption(values, 'column')
  if (column !== undefined && part.unit === 'bytes') throw wrongOption('Expected --lines with --column.')
  const limit = numberOption(values, 'limit')
  const place = { ...(column !== undefined && { column }), ...(limit !== undefined && { limit }) }
  const reader = createReader({ ...options, ...place, totals: false }, part)
  for await (const chunk of part.bytes()) if (!reader.write(chunk)) break
  const output = await reader.endLater(part.lost && missing && writeLost(missing))
  return { output, isClipped: options.maxLineLength !== undefined }
}

type Range = readonly [first: number, last: number]

/** The lines or bytes that a page shows. Undefined if not one character fits. */
function shownOf({ unit, first }: ReadPart, { truncation: { segments } }: ReadDetails): Range | undefined {
  const last = segments[segments.length - 1]
  if (!last) return undefined
  return unit === 'lines' ? [segments[0].firstLine, last.lastLine] : [first, first + last.endByte]
}

function detailsOf(
  part: ReadPart,
  { id, bytes, lines, missing }: ArtifactStat,
  page: Range | undefined,
  { next }: ReadDetails,
) {
  const { unit, first } = part
  const after = page?.[1] ?? first
  const place =
    unit === 'bytes'
      ? { line: after }
      : { line: next?.offset ?? after + (page ? 1 : 0), ...(next?.column && { column: next.column }) }
  const resume = resumePart(part, place, surface())
  return {
    artifact: id,
    totalBytes: bytes,
    totalLines: lines,
    unit,
    ...(page && { first: page[0], last: page[1] }),
    ...(missing && { missing }),
    ...(resume !== undefined && { next: resume }),
  }
}

/**
 * The text with the artifact's own bytes in place of U+FFFD, so that pages lead to every byte. A mark stands only for
 * the control that begins an unended escape sequence, because a terminal would take the notice as its rest.
 */
async function rawText(
  part: ReadPart,
  { text, details: { truncation } }: ToolOutput<ReadDetails>,
): Promise<string | Uint8Array> {
  const malformed = truncation.segments.filter(({ exact }) => !exact)
  if (malformed.length === 0) return text
  const shown: Uint8Array[] = []
  let at = 0
  for (const segment of malformed) {
    const start = text.indexOf(segment.text, at)
    shown.push(Buffer.from(text.slice(at, start)), await bytesOf(part, segment))
    at = start + segment.text.length
  }
  return Buffer.concat([...shown, Buffer.from(text.slice(at))])
}

async function bytesOf(part: ReadPart, { startByte, endByte }: ByteRange): Promise<Uint8Array> {
  const pieces: Uint8Array[] = []
  let at = 0
  for await (const chunk of part.bytes()) {
    pieces.push(chunk.subarray(Math.max(0, startByte - at), Math.max(0, endByte - at)))
    at += chunk.length
    if (at >= endByte) break
  }
  return Buffer.concat(pieces)
}
