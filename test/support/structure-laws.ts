import { isPartOf } from '../../bench/structure/tasks/json.mjs'
import { createCollector } from '../../src/core/collector.ts'
import { kindNames, kindsFor } from '../../src/kinds/index.ts'
import type { Truncation } from '../../src/truncation.ts'
import { checkContract } from './contract.ts'
import { createRandom } from './random.ts'
import type { StructureCase } from './structure-cases.ts'
import { notWellFormed } from './well-formed.ts'

// What holds for each case of an output with a structure. A cut by units is checked against the contract besides; other
// suites check cuts by lines.

const SOURCE = { artifact: '0123456789abcdef' }
const LEAST_JSON_BYTES = 300
const LF = 0x0a
const XML = new Set(['xml', 'junit'])

const backends = ['wasm', 'js'] as const

/** Throws when a cut of the case breaks a law. Returns the kind of the cut, `lines` for none. */
export function checkStructure(each: StructureCase): string {
  const random = createRandom(each.seed + 0x5eed)
  // A kind also must stand an input of another kind.
  const kind = random.below(3) === 0 ? random.pick(kindNames) : undefined
  const structure = kindsFor(kind === undefined ? { command: each.command } : { kind })
  const status = random.below(2) === 0 ? { exitCode: 0 } : undefined
  const options = { maxBytes: each.maxBytes, maxLines: each.maxLines, structure }
  const cuts = backends.map((backend) => {
    const chunks = backend === 'js' ? [each.bytes.length] : each.chunks
    return cutInChunks(
      each,
      chunks,
      { maxBytes: each.maxBytes, maxLines: each.maxLines, structure, backend },
      status,
    )
  })
  const [cut, other] = cuts.map(({ backend: _, ...rest }) => JSON.stringify(rest))
  if (cut !== other)
    throw new Error(`chunks of ${each.chunks} on wasm differ from one on js: ${cut} ${other}`)
  const [result] = cuts
  if (result.units) checkContract(each.bytes, options, result, { source: SOURCE, status })
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(each.bytes)
  if (result.truncated) checkCut(each, result, text, kind)
  return result.kind ?? 'lines'
}

/** Throws when a folded cut of the case in colour breaks a law. Returns the kind of the cut, `lines` for none. */
export function checkColoured(given: StructureCase): string {
  const random = createRandom(given.seed + 0xc0105)
  const paint = (text: string) =>
    random.below(2) === 0 ? text : `\u001b[3${random.below(8)}m${text}\u001b[m`
  const painted = Buffer.from(given.bytes).toString('latin1').replaceAll(/\S+/g, paint)
  // Without a colour, it is the case of `checkStructure`.
  if (!painted.includes('\u001b')) return 'lines'
  const each = { ...given, bytes: new Uint8Array(Buffer.from(painted, 'latin1')) }
  const { command, maxBytes, maxLines } = each
  const options = { maxBytes, maxLines, structure: kindsFor({ command }), fold: true }
  const [result, whole] = [each.chunks, [each.bytes.length]].map((chunks) =>
    cutInChunks(each, chunks, options, undefined),
  )
  if (JSON.stringify(result) !== JSON.stringify(whole)) throw new Error(`chunks of ${each.chunks} differ`)
  if (!result.units) return 'lines'
  checkContract(each.bytes, options, result, { source: SOURCE })
  if (result.text.includes('\u001b')) throw new Error(`a colour is left in ${JSON.stringify(result.text)}`)
  return result.kind ?? 'lines'
}

function cutInChunks(
  { bytes }: StructureCase,
  sizes: readonly number[],
  options: Parameters<typeof createCollector>[0],
  status: { exitCode: number } | undefined,
): Truncation {
  const collector = createCollector(options)
  for (let at = 0, turn = 0; at < bytes.length; turn++) {
    const size = Math.max(1, sizes[turn % sizes.length])
    collector.write(bytes.subarray(at, at + size))
    at += size
  }
  return collector.end(SOURCE, status)
}

function checkCut(each: StructureCase, result: Truncation, text: string, forced: string | undefined): void {
  const at = result.notice === undefined ? result.text.length : result.text.lastIndexOf(result.notice)
  const content = result.text.slice(0, at)
  const { kind, maxBytes, maxLines } = { ...each, ...result }
  const mustBeJson = each.form === 'json' && isJson(withoutBom(text)) && forced === undefined
  if (mustBeJson && maxBytes >= LEAST_JSON_BYTES && maxLines === Infinity && kind !== 'json')
    throw new Error(`JSON is cut as ${kind ?? 'lines'}`)
  if (kind === undefined) return
  if (kind === 'json') checkJson(content, text)
  else if (kind === 'json-lines' || kind === 'json-log') checkJsonLines(content, text)
  else if (XML.has(kind)) checkXml(content, text)
  else if (kind !== 'html') checkLines(each, result)
}

const withoutBom = (text: string): string => text.replace(/^\uFEFF/, '')

/** Of several documents, and of those with text around them, each line is one of the input or has a mark. */
function checkDocuments(content: string, text: string): void {
  const known = new Set(text.split(/\r?\n/))
  for (const line of content.split(/\r?\n/))
    if (!known.has(line) && !line.includes('…')) throw new Error(`a line is fused: ${line.slice(0, 200)}`)
}

function checkJson(content: string, text: string): void {
  if (!isJson(withoutBom(text))) {
    checkDocuments(content, text)
    return
  }
  const full = JSON.parse(withoutBom(text))
  const cut = JSON.parse(withoutBom(content))
  // Of keys that occur twice, a parser sees one.
  if (!hasTwins(text) && !isPartOf(cut, full))
    throw new Error('a cut of JSON shows what the document does not have')
}

/** Whether keys of one object occur twice: then there are more names than keys. */
function hasTwins(text: string): boolean {
  let keys = 0
  JSON.parse(withoutBom(text), (_, value) => {
    if (value !== null && typeof value === 'object' && !Array.isArray(value))
      keys += Object.keys(value).length
    return value
  })
  const names = text.match(/"(?:\\.|[^"\\])*"(?=\s*:)/g) ?? []
  return names.length !== keys
}

/** Each line is a document of its own: one of the input, in order, or a mark. */
function checkJsonLines(content: string, text: string): void {
  const known = documentsIn(text)
  // A document may take some lines, and of keys that occur twice, a parser sees one.
  if (!known.every((line) => isJson(line) && !hasTwins(line))) return
  let at = 0
  for (const line of documentsIn(content)) {
    const cut: unknown = JSON.parse(line)
    if (typeof cut === 'string' && /^… \d+ more lines?(?:, \d+ (?:error|warning)s?)* …$/.test(cut)) continue
    while (at < known.length && known[at] !== line && !isPartOf(cut, JSON.parse(known[at]))) at++
    if (at++ === known.length) throw new Error(`a line is fused: ${line.slice(0, 200)}`)
  }
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

const documentsIn = (text: string): string[] =>
  withoutBom(text)
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')

/** A cut of XML is well formed where its input is. */
function checkXml(content: string, text: string): void {
  if (notWellFormed(withoutBom(text)) !== undefined) return
  const why = notWellFormed(withoutBom(content))
  if (why !== undefined) throw new Error(`a cut of XML is not well formed: ${why}`)
}

/** Each gap is some whole lines, or lies within one. */
function checkLines({ bytes }: StructureCase, { gaps, kind }: Truncation): void {
  const isLineStart = (at: number) => at === 0 || at === bytes.length || bytes[at - 1] === LF
  for (const { startByte, endByte, codePoints } of gaps) {
    const isWhole = isLineStart(startByte) && isLineStart(endByte)
    const isInLine = codePoints !== undefined && !bytes.subarray(startByte, endByte).includes(LF)
    if (!isWhole && !isInLine) throw new Error(`a gap of ${kind} joins two lines: ${startByte}-${endByte}`)
  }
}
