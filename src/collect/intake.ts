import { refuseDetached, unshared } from '../check/bytes.ts'
import { PithError } from '../errors.ts'
import type { CommandStatus, Input, Source } from '../options.ts'
import { encodeText } from '../scan/encode.ts'
import { FLAG_ESC, FLAG_INVALID, FLAG_NON_ASCII, type Totals } from '../scan/scanner.ts'
import { scannerFor } from '../scan/select.ts'
import type { Settings } from '../settings.ts'
import { MAX_SEQUENCE_BYTES } from '../text/sequences.ts'
import { estimateOf } from '../tokens/estimate.ts'
import { weightsFor } from '../tokens/weights.ts'
import type { Facts } from './facts.ts'
import { joined, regionsOf } from './regions.ts'
import { preparedFor, signalFor } from './signal.ts'
import { Stream } from './stream.ts'
import { errorMatchesOf, valuesOf } from './values.ts'

/** Small writes are staged up to this size and scanned together, because each scan has a fixed cost. */
const STAGE_BYTES = 64 * 1024
const LEAST_STAGE_BYTES = 1024

const encoder = /* @__PURE__ */ new TextEncoder()

/** Most UTF-8 bytes of one UTF-16 unit. */
const MAX_UNIT_BYTES = 3

/** Least size of the tail: it must hold a line that is assessed, and the context before it. */
const LEAST_TAIL_BYTES = 16 * 1024
/** Both ends hold this much more than `maxBytes`, so that the grapheme and the escape sequence at a cut are whole. */
const CONTEXT_BYTES = 256 + MAX_SEQUENCE_BYTES

/** With `maxLineLength`, lines may be far longer than the part that is shown. Both ends then hold this much more. */
const LONG_LINE_BYTES = 512 * 1024

/**
 * Takes an input in chunks. A small input only fills the stage until its facts are asked for. A larger one goes to a
 * `Stream`, which keeps a bounded part of it.
 */
export class Intake {
  /** Turns true in the write after which memory cannot hold every byte. */
  lossy = false
  readonly #settings: Settings
  readonly #headBytes: number
  readonly #tailBytes: number
  /** Opened when the stage is full. Most outputs are small and need no stream. */
  #stream: Stream | undefined
  #stage = new Uint8Array(0)
  /** Bytes in the stage. */
  #staged = 0
  /** A high surrogate that waits for its other half. */
  #half = ''
  /** Returns all bytes so far. Set by the write that turns `lossy` true, cleared by the next one. */
  #everything: (() => Uint8Array) | undefined
  /** Set by the first `facts()`. */
  #totals: Totals | undefined
  /** Bytes taken so far. */
  #written = 0

  constructor(settings: Settings) {
    this.#settings = settings
    const { maxBytes, maxLineLength, errors } = settings
    // Refuse an invalid pattern before the first byte arrives.
    if (errors && errors.patterns.length > 0) preparedFor(errors.patterns)
    const extra = maxLineLength === Infinity ? 0 : LONG_LINE_BYTES
    this.#headBytes = maxBytes + CONTEXT_BYTES + extra
    this.#tailBytes = Math.max(maxBytes, LEAST_TAIL_BYTES) + CONTEXT_BYTES + extra
  }

  /** True when memory can still hold every byte after `length` more. */
  hasRoomFor(length: number): boolean {
    return this.#written + length <= this.#headBytes + this.#tailBytes
  }

  write(chunk: Input): void {
    if (typeof chunk === 'string') this.#writeText(chunk)
    else if (chunk instanceof Uint8Array) {
      refuseDetached(chunk)
      const rest = this.encodeRest()
      // Written in one call. After two calls, `retained()` would miss the first.
      this.writeBytes(rest.length === 0 ? chunk : concat(rest, chunk))
    } else
      throw new PithError(
        'PITH_INVALID_INPUT',
        `Expected a chunk to be a string or a Uint8Array, got ${typeof chunk}.`,
      )
  }

  /** Takes bytes for a caller that encodes strings itself. */
  writeBytes(bytes: Uint8Array): void {
    if (bytes.length > 0) this.#take(bytes)
  }

  /** Takes the whole input by reference. It must not change while its facts are in use. */
  writeOwned(bytes: Uint8Array): void {
    this.#written += bytes.length
    this.#opened().push(bytes, true)
  }

  /** Takes the whole input as a string. `retained()` must not be called afterwards. */
  writeWhole(text: string): void {
    encodeText(text, this.#settings.backend, (bytes) => {
      this.#written += bytes.length
      this.#opened().push(bytes, false)
    })
  }

  #writeText(text: string): void {
    const ready = this.#ready(text)
    if (ready.length <= STAGE_BYTES) {
      this.#take(encoder.encode(ready))
      return
    }
    // After the write that turns `lossy` true, `retained()` must still return every byte. It is rarely called, so the
    // bytes are joined only then.
    const mayBeLast = !this.lossy && !this.hasRoomFor(MAX_UNIT_BYTES * ready.length)
    const before = mayBeLast ? this.retained() : undefined
    encodeText(ready, this.#settings.backend, (bytes) => this.#take(bytes))
    if (before && this.lossy) this.#everything = () => concat(before, encoder.encode(ready))
  }

  /**
   * Encodes a string for a caller that writes the bytes itself. A high surrogate at its end waits for the next string.
   */
  encode(text: string): Uint8Array {
    return encoder.encode(this.#ready(text))
  }

  /** Encodes a waiting surrogate whose other half did not follow as U+FFFD, like `toWellFormed()`. */
  encodeRest(): Uint8Array {
    const rest = encoder.encode(this.#half)
    this.#half = ''
    return rest
  }

  #ready(text: string): string {
    const all = this.#half + text
    const waits = isHigh(all.charCodeAt(all.length - 1))
    this.#half = waits ? all[all.length - 1] : ''
    return waits ? all.slice(0, -1) : all
  }

  #take(bytes: Uint8Array): void {
    this.#everything = undefined
    const fits = this.hasRoomFor(bytes.length)
    if (!this.lossy && !fits) {
      this.#flush()
      const everything = concat(joined(this.#opened()), bytes)
      this.#everything = () => everything
      this.lossy = true
    }
    this.#written += bytes.length
    if (bytes.length >= STAGE_BYTES / 2) {
      this.#flush()
      this.#opened().push(unshared(bytes), false)
      return
    }
    if (this.#staged + bytes.length > STAGE_BYTES) this.#flush()
    this.#growStage(this.#staged + bytes.length)
    this.#stage.set(bytes, this.#staged)
    this.#staged += bytes.length
  }

  /** Grows the stage on demand, so that a small input needs little memory. */
  #growStage(length: number): void {
    if (length <= this.#stage.length) return
    const grown = new Uint8Array(Math.min(STAGE_BYTES, Math.max(LEAST_STAGE_BYTES, 2 * length)))
    grown.set(this.#stage.subarray(0, this.#staged))
    this.#stage = grown
  }

  #flush(): void {
    if (this.#staged > 0) this.#opened().push(this.#stage.subarray(0, this.#staged), false)
    this.#staged = 0
  }

  #opened(): Stream {
    if (this.#stream) return this.#stream
    const { backend, errors, maxBytes, maxTokens } = this.#settings
    this.#stream = new Stream({
      scanner: scannerFor(backend),
      signal: errors && signalFor(errors, maxBytes),
      tokens: maxTokens === Infinity ? undefined : weightsFor('o200k'),
      headBytes: this.#headBytes,
      tailBytes: this.#tailBytes,
    })
    return this.#stream
  }

  /**
   * All bytes so far.
   *
   * @throws {PithError} `PITH_NOT_RETAINED` once another write follows the one that turned `lossy` true.
   */
  retained(): Uint8Array {
    if (this.#everything) return this.#everything()
    if (this.lossy)
      throw new PithError(
        'PITH_NOT_RETAINED',
        'Expected `retained()` before the next `write()` once `lossy` is true; bytes have left memory.',
      )
    this.#flush()
    return joined(this.#opened())
  }

  /** All bytes so far; undefined once a scan was opened for them. */
  get staged(): Uint8Array | undefined {
    return this.#stream ? undefined : this.#stage.subarray(0, this.#staged)
  }

  /** The facts of the bytes so far. More may be written afterwards. */
  factsSoFar(source: Source | undefined): Facts {
    this.#flush()
    const { bytes: textBytes, tokenUnits, flags } = this.#opened()
    return this.#facts({ textBytes, tokenUnits, flags: flags | FLAG_INVALID }, source, undefined)
  }

  /** The facts of the whole input. Nothing may be written afterwards. May be called again. */
  facts(source: Source | undefined, status: CommandStatus | undefined): Facts {
    this.writeBytes(this.encodeRest())
    this.#flush()
    this.#totals ??= this.#opened().finish()
    return this.#facts(this.#totals, source, status)
  }

  #facts(
    totals: Pick<Totals, 'textBytes' | 'tokenUnits' | 'flags'>,
    source: Source | undefined,
    status: CommandStatus | undefined,
  ): Facts {
    const stream = this.#opened()
    const { bytes, newlines, errorFinder } = stream
    const regions = regionsOf(stream)
    const last = regions[regions.length - 1]
    const terminated = bytes > 0 && last.bytes[last.bytes.length - 1] === 0x0a
    const totalLines = newlines + (bytes > 0 && !terminated ? 1 : 0)
    const { errors, maxTokens } = this.#settings
    return {
      totalBytes: bytes,
      totalLines,
      totalTokens: maxTokens === Infinity ? undefined : estimateOf(totals.tokenUnits, 'o200k'),
      textBytes: totals.textBytes,
      regions,
      errorMatches: errorFinder ? errorMatchesOf(errorFinder) : [],
      values: () => (errorFinder ? valuesOf(errorFinder, totalLines, errors ?? { before: 0, after: 0 }) : []),
      errorLines: errorFinder?.errorLines ?? [],
      totalErrors: errorFinder?.errorCount ?? 0,
      terminated,
      mayBeMalformed: (totals.flags & FLAG_INVALID) !== 0,
      // A sequence begins with ESC or a C1 code point.
      mayHoldSequences: (totals.flags & (FLAG_ESC | FLAG_NON_ASCII)) !== 0,
      backend: scannerFor(this.#settings.backend).backend,
      source,
      status,
    }
  }
}

const isHigh = (unit: number): boolean => unit >= 0xd800 && unit <= 0xdbff

function concat(a: Uint8Array, b: Uint8Array): Uint8Array {
  const all = new Uint8Array(a.length + b.length)
  all.set(a)
  all.set(b, a.length)
  return all
}
