import { refuseDetached, unshared } from '../check/bytes.ts'
import { concat } from '../core/bytes/concat.ts'
import type { OtherContent } from '../core/hold/facts.ts'
import type { Input } from '../options.ts'
import {
  type ContentKind,
  contentKindOf,
  contentName,
  decoderOf,
  encodingOf,
  isAsciiText,
  SNIFFED_BYTES,
} from './content-kind.ts'
import { LegacyText } from './legacy-text.ts'
import { WholeCharacters } from './streams.ts'

/** A larger chunk is decoded in pieces of this size, because a string has a largest length. */
const PIECE_BYTES = 256 * 1024

/**
 * Passes on what one stream prints. Turns UTF-16 into text, and holds back an incomplete character at the end of each
 * chunk. What comes out in all does not depend on the chunks.
 *
 * A chunk that is a string is text already: only the bytes before it decide what the stream is.
 */
export class OutputDecoder {
  readonly #characters = new WholeCharacters()
  /** The first bytes, which decide what the stream is. They wait here until the encoding is known. */
  #start: Uint8Array = new Uint8Array(0)
  /** The bytes of `#start` that were passed on. */
  #passed = 0
  /** True when the encoding is known. */
  #isDecided = false
  /** True when no further byte decides what the stream is. */
  #isJudged = false
  #decoder: TextDecoder | undefined
  /** Set at once by a large first chunk, otherwise when it is first asked for. */
  #kind: ContentKind | undefined
  #hasText = false
  /** Absent where bytes that are not UTF-8 stay as they are. */
  readonly #legacy: LegacyText | undefined

  /** @param legacy what decodes encodings that came before UTF-8 */
  constructor(legacy?: LegacyText) {
    this.#legacy = legacy
  }

  /** The name of an encoding before UTF-8 that the stream was decoded from. */
  get legacyEncoding(): string | undefined {
    return this.#legacy?.encoding
  }

  /** Takes the next chunk, and returns what is ready. Bytes may be overwritten once it is used. */
  *take(chunk: Input): Iterable<Input> {
    if (!(chunk instanceof Uint8Array)) {
      yield* this.#decide(true)
      if (this.#legacy) for (const part of this.#legacy.end()) yield* this.#characters.take(part)
      this.#hasText = true
      this.#isJudged = true
      yield* this.#characters.take(chunk)
      return
    }
    refuseDetached(chunk)
    yield* this.#takeBytes(unshared(chunk))
  }

  *#takeBytes(chunk: Uint8Array): Iterable<Input> {
    const before = this.#start.length
    if (before === 0 && !this.#isDecided) this.#judgeFirst(chunk)
    if (!this.#isJudged) this.#remember(chunk)
    if (this.#isDecided) yield* this.#pass(chunk)
    else {
      yield* this.#decide(false)
      // The chunk may reach beyond the start.
      if (this.#isDecided) yield* this.#pass(chunk.subarray(this.#start.length - before))
    }
  }

  /** Judges the first chunk without a copy, as far as it tells what the stream is. */
  #judgeFirst(chunk: Uint8Array): void {
    this.#isJudged = chunk.length >= SNIFFED_BYTES
    if (this.#isJudged) this.#kind = contentKindOf(chunk)
    else if (mayBecomeUtf16(chunk)) return
    this.#isDecided = true
    this.#decoder = decoderOf(encodingOf(chunk))
  }

  /** Returns what still waits. */
  *end(): Iterable<Input> {
    yield* this.#decide(true)
    const last = this.#decoder?.decode()
    if (last) yield* this.#characters.take(last)
    if (this.#legacy) for (const part of this.#legacy.end()) yield* this.#characters.take(part)
    if (this.#characters.rest.length > 0) yield this.#characters.rest
    this.#characters.rest = ''
  }

  /** What the stream is, judged by its first bytes. Undefined for an empty one. */
  get kind(): ContentKind | undefined {
    if (this.#start.length === 0 && !this.#hasText && !this.#isJudged) return undefined
    this.#kind ??= contentKindOf(this.#start)
    return this.#kind
  }

  #remember(chunk: Uint8Array): void {
    this.#start = concat(this.#start, chunk.subarray(0, SNIFFED_BYTES - this.#start.length))
    this.#isJudged = this.#start.length === SNIFFED_BYTES
  }

  /** Finds the encoding as soon as the first bytes tell it, and then passes on the bytes that waited. */
  *#decide(isAll: boolean): Iterable<Input> {
    if (this.#isDecided) return
    const start = this.#start
    if (!isAll && start.length < SNIFFED_BYTES && mayBecomeUtf16(start)) {
      // An ASCII character begins with the same byte in UTF-8 and in UTF-16LE, so a prompt of one byte need not wait.
      if (start.length !== 1 || !isAsciiText(start[0]) || this.#passed > 0) return
      this.#passed = 1
      yield* this.#plain(start)
      return
    }
    this.#isDecided = true
    this.#decoder = decoderOf(encodingOf(start))
    // The second byte belongs to the character that was passed on.
    yield* this.#pass(start.subarray(this.#decoder && this.#passed > 0 ? 2 : this.#passed))
  }

  *#plain(bytes: Uint8Array): Iterable<Input> {
    if (!this.#legacy) yield* this.#characters.take(bytes)
    else
      for (const part of this.#legacy.take(bytes)) {
        yield* this.#characters.take(part)
        refuseDetached(bytes)
      }
  }

  *#pass(bytes: Uint8Array): Iterable<Input> {
    if (bytes.length === 0) return
    if (!this.#decoder) {
      yield* this.#plain(bytes)
      return
    }
    const { length } = bytes
    for (let at = 0; at < length; at += PIECE_BYTES) {
      const piece = bytes.subarray(at, at + PIECE_BYTES)
      yield* this.#characters.take(this.#decoder.decode(piece, { stream: true }))
      // Whoever takes the pieces may wait, and the bytes may be transferred meanwhile.
      refuseDetached(bytes)
    }
  }
}

/** Whether more bytes can show that a stream is UTF-16. */
function mayBecomeUtf16(start: Uint8Array): boolean {
  const [first, second] = start
  if (start.length === 0) return true
  if (start.length === 1) return first === 0xff || first === 0xfe || first === 0 || isAsciiText(first)
  if (first === 0xff && second === 0xfe) return start.length < 4
  return (first === 0 && isAsciiText(second)) || (second === 0 && isAsciiText(first))
}

/** A decoder for each stream of a command, whose locale may name a charset. */
export const outputDecoders = (charset?: string) => ({
  stdout: new OutputDecoder(new LegacyText(charset)),
  stderr: new OutputDecoder(new LegacyText(charset)),
})

const utf8: OtherContent = {}

/** What one output of all these streams is. Undefined for text in UTF-8. */
export function contentOfOutputs(decoders: readonly OutputDecoder[]): ContentKind | undefined {
  let found: ContentKind | undefined
  for (const { kind } of decoders) {
    if (!kind) continue
    if (kind.kind !== 'text') return kind
    if (decoderOf(kind.encoding)) found ??= kind
  }
  return found
}

/** What one output of all these streams is, for the collector of the output. */
export function otherContentOf(decoders: readonly OutputDecoder[]): OtherContent {
  const content = contentOfOutputs(decoders)
  if (!content) {
    const legacy = decoders.find(({ legacyEncoding }) => legacyEncoding)?.legacyEncoding
    return legacy === undefined ? utf8 : { decodedFrom: legacy }
  }
  if (content.kind === 'text') return { decodedFrom: content.encoding }
  // One stream may be an image, and the other one text. The last lines of a document, such as a PDF, say nothing.
  const hasText = content.kind === 'binary' || decoders.some(({ kind }) => kind?.kind === 'text')
  const plain = hasText ? 'first-and-last' : content.kind === 'image' ? 'last' : 'none'
  return { notText: { content: contentName(content, 'output'), plain } }
}
