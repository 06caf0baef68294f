import { plainView, refuseDetached, unshared } from '../check/bytes.ts'
import { PithError } from '../errors.ts'
import type { TerminalRenderer } from '../fold/terminal.ts'
import { View, type ViewedInput } from '../fold/view.ts'
import { ViewMap } from '../fold/view-map.ts'
import type { CommandStatus, Input, Source } from '../options.ts'
import { encodeText } from '../scan/encode.ts'
import { FLAG_ESC, FLAG_INVALID, FLAG_NON_ASCII, type Totals } from '../scan/scanner.ts'
import { scannerFor } from '../scan/select.ts'
import type { Settings } from '../settings.ts'
import { MAX_SEQUENCE_BYTES } from '../text/sequences.ts'
import { estimateOf } from '../tokens/estimate.ts'
import { weightsFor } from '../tokens/weights.ts'
import { BoundedMaps } from './bounded-maps.ts'
import type { Facts, Structured } from './facts.ts'
import { settledEnd, withRest } from './facts-so-far.ts'
import type { Folding, LineNumbers } from './folding.ts'
import { type ErrorPlace, placeIn } from './found.ts'
import { withoutReturns } from './line-ends.ts'
import { withoutPrefixes } from './prefix-view.ts'
import { joined, regionsOf } from './regions.ts'
import { renderedFacts, rendererFor } from './rendering.ts'
import { preparedFor, signalFor } from './signal.ts'
import { hasSucceeded } from './statements.ts'
import { Stream } from './stream.ts'
import { StructureFeed } from './structure-feed.ts'
import { concat, PieceEncoder } from './text-encoding.ts'
import { errorMatchesOf, valuesOf } from './values.ts'

/** Small writes are staged up to this size and scanned together, because each scan has a fixed cost. */
const STAGE_BYTES = 64 * 1024
const LEAST_STAGE_BYTES = 1024

const LF = 0x0a

const encoder = /* @__PURE__ */ new TextEncoder()

/** Most UTF-8 bytes of one UTF-16 unit. */
const MAX_UNIT_BYTES = 3

/** Least size of the tail: it must hold a line that is assessed, and the context before it. */
const LEAST_TAIL_BYTES = 16 * 1024
/** Both ends hold this much more than `maxBytes`, so that the grapheme and the escape sequence at a cut are whole. */
const CONTEXT_BYTES = 256 + MAX_SEQUENCE_BYTES

/** With `maxLineLength`, lines may be far longer than the part that is shown. Both ends then hold this much more. */
const LONG_LINE_BYTES = 512 * 1024

/** Bytes that are folded at once. */
const FOLDED_BYTES = 1024 * 1024

/** When the text is folded, both ends hold this many times `maxBytes`, because prefixes are left out of them later. */
const PREFIXED = 2

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
  /** The most bytes that memory holds of an input that it holds whole. */
  readonly #capacityBytes: number
  /** Opened when the stage is full. Most outputs are small and need no stream. */
  #stream: Stream | undefined
  /** Set with the stream if the text is folded. */
  #renderer: TerminalRenderer | undefined
  /** How the rendered text follows from the input. */
  readonly #rendered = new ViewMap()
  readonly #boundedMaps = new BoundedMaps()
  #stage: Uint8Array = new Uint8Array(0)
  /** Bytes in the stage. */
  #staged = 0
  readonly #encoder = new PieceEncoder()
  /** Returns all bytes so far. Set by the write that turns `lossy` true, cleared by the next one. */
  #everything: (() => Uint8Array) | undefined
  /** Set by the first `facts()`. */
  #totals: Totals | undefined
  /** The whole input, if it may be shown without being folded. Set by the first `facts()`. */
  #whole: Uint8Array | undefined
  /** The last byte taken. */
  #lastByte = 0
  /** False for an input that is not text, which is not folded. Known when the first bytes leave the stage. */
  #isText: boolean | undefined
  /** Bytes taken so far. */
  #written = 0
  readonly #structure: StructureFeed | undefined

  constructor(settings: Settings) {
    this.#settings = settings
    const { maxBytes, maxLineLength, errors, fold, structure, backend } = settings
    this.#structure = structure && new StructureFeed(structure, maxBytes, fold !== undefined)
    // Refuse an invalid pattern before the first byte arrives.
    if (errors && errors.patterns.length > 0) preparedFor(errors.patterns, backend)
    const extra = (maxLineLength === Infinity ? 0 : LONG_LINE_BYTES) + CONTEXT_BYTES
    const most = fold ? PREFIXED * maxBytes : maxBytes
    this.#headBytes = most + extra
    this.#tailBytes = Math.max(most, LEAST_TAIL_BYTES) + extra
    this.#capacityBytes = maxBytes + Math.max(maxBytes, LEAST_TAIL_BYTES) + 2 * extra
  }

  /** True when memory can still hold every byte after `length` more. */
  hasRoomFor(length: number): boolean {
    return this.#written + length <= this.#capacityBytes
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
    this.#count(bytes, true)
    if (this.#keepsAll && this.hasRoomFor(0)) {
      this.#stage = bytes
      this.#staged = bytes.length
      return
    }
    this.#isText ??= beginsAsText(bytes)
    this.#push(bytes, true)
  }

  /** Takes the whole input as a string. `retained()` must not be called afterwards. */
  writeWhole(text: string): void {
    this.#isText ??= beginsAsText(encoder.encode(text.slice(0, JUDGED_BYTES)))
    encodeText(text, this.#settings.backend, (bytes) => {
      this.#count(bytes)
      this.#push(bytes, false)
    })
  }

  #writeText(text: string): void {
    const ready = this.#encoder.ready(text)
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
    return this.#encoder.encode(text)
  }

  /** Encodes a surrogate that still waits. */
  encodeRest(): Uint8Array {
    return this.#encoder.encodeRest()
  }

  /** True while the stage keeps the whole input, because an input that fits the limits is not folded. */
  get #keepsAll(): boolean {
    return this.#settings.fold !== undefined && !this.lossy && !this.#stream
  }

  #take(bytes: Uint8Array): void {
    this.#everything = undefined
    const fits = this.hasRoomFor(bytes.length)
    if (!this.lossy && !fits) {
      const everything = concat(this.retained(), bytes)
      this.#everything = () => everything
      this.#isText ??= beginsAsText(everything)
      this.lossy = true
    }
    this.#count(bytes)
    const keepsAll = this.#keepsAll
    if (!keepsAll && bytes.length >= STAGE_BYTES / 2) {
      this.#flush()
      this.#push(plainView(unshared(bytes)), false)
      return
    }
    if (!keepsAll && this.#staged + bytes.length > STAGE_BYTES) this.#flush()
    this.#growStage(this.#staged + bytes.length)
    this.#stage.set(bytes, this.#staged)
    this.#staged += bytes.length
  }

  #count(bytes: Uint8Array, owned = false): void {
    this.#written += bytes.length
    this.#structure?.write(bytes, owned)
    if (bytes.length > 0) this.#lastByte = bytes[bytes.length - 1]
  }

  /** Grows the stage on demand, so that a small input needs little memory. */
  #growStage(length: number): void {
    if (length <= this.#stage.length) return
    const most = this.#keepsAll ? this.#capacityBytes : STAGE_BYTES
    const grown = new Uint8Array(Math.min(most, Math.max(LEAST_STAGE_BYTES, 2 * length)))
    grown.set(this.#stage.subarray(0, this.#staged))
    this.#stage = grown
  }

  #flush(): void {
    if (this.#staged > 0) this.#push(this.#stage.subarray(0, this.#staged), false)
    this.#staged = 0
    // A stage that held the whole input is larger than one that only collects small writes.
    if (this.#stage.length > STAGE_BYTES) this.#stage = new Uint8Array(0)
  }

  /** Scans bytes, or the text that a terminal shows of them. */
  #push(bytes: Uint8Array, owned: boolean): void {
    const stream = this.#opened()
    if (!this.#renderer) {
      stream.push(bytes, owned)
      return
    }
    for (let at = 0; at < bytes.length; at += FOLDED_BYTES) {
      stream.push(this.#renderer.write(bytes.subarray(at, at + FOLDED_BYTES)), false)
      this.#boundedMaps.trim(stream, this.#rendered)
    }
  }

  #opened(): Stream {
    if (this.#stream) return this.#stream
    const fold = this.#isText !== false && this.#settings.fold
    if (!fold) return this.#open(undefined)
    this.#renderer = rendererFor(this.#settings, fold, this.#rendered)
    const rendered = this.#rendered
    return this.#open(
      (byte, line) => line + rendered.placeOf(byte).lineShift,
      (error) => placeIn(rendered, error),
    )
  }

  #open(fold: LineNumbers | undefined, placeOf?: (error: ErrorPlace) => ErrorPlace): Stream {
    const { backend, errors, maxBytes, maxTokens } = this.#settings
    this.#stream = new Stream({
      scanner: scannerFor(backend),
      signal: errors && signalFor(errors, maxBytes, backend),
      tokens: maxTokens === Infinity ? undefined : weightsFor('o200k'),
      headBytes: this.#headBytes,
      tailBytes: this.#tailBytes,
      fold,
      placeOf,
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
    if (this.#whole) return this.#whole.slice()
    if (this.#keepsAll) return this.#stage.slice(0, this.#staged)
    this.#flush()
    return joined(this.#opened())
  }

  /** All bytes so far; undefined once a scan was opened for them. */
  get staged(): Uint8Array | undefined {
    return this.#stream ? undefined : this.#stage.subarray(0, this.#staged)
  }

  /** The facts of the bytes so far. More may be written afterwards. */
  factsSoFar(source: Source | undefined): Facts {
    if (this.#keepsAll) return factsOf(this.#stage.slice(0, this.#staged), this.#settings, source, undefined)
    this.#flush()
    const stream = this.#opened()
    const { bytes: textBytes, tokenUnits, flags } = stream
    const facts = this.#facts({ textBytes, tokenUnits, flags: flags | FLAG_INVALID }, source, undefined)
    return this.#renderer && stream.folding
      ? this.#withWaiting(facts, stream, this.#renderer, stream.folding)
      : facts
  }

  /** The facts of a folded stream, with the text that waits because later bytes may change it. */
  #withWaiting(facts: Facts, stream: Stream, renderer: TerminalRenderer, folding: Folding): Facts {
    const end = settledEnd(facts.regions, stream)
    const maps = [this.#rendered.clone(), folding.map.clone()]
    const waiting = concat(end.rest, folding.preview(maps[1]))
    const shown = renderer.preview(maps[0])
    maps[1].copy(shown.length)
    // Folded again, because it is not known which of these lines repeat others.
    const before = new View(maps, this.#input(0, []))
    const length = waiting.length + shown.length
    const rest = new Intake({ ...this.#settings, maxBytes: Math.max(this.#settings.maxBytes, length) })
    const more = rest.#open(
      (byte, line) => line + end.newlines + before.placeOf(byte + end.bytes).lineShift,
      ({ line, startByte, endByte }) =>
        placeIn(before, {
          line: line + end.newlines,
          startByte: startByte + end.bytes,
          endByte: endByte + end.bytes,
        }),
    )
    more.push(waiting, false)
    more.push(shown, false)
    const all = withRest(facts, rest.#facts(more.finish(), undefined, undefined), end)
    const again = new ViewMap()
    again.copy(end.bytes)
    if (more.folding) again.append(more.folding.map)
    const steps = [...maps, again]
    const hidden = (of: readonly ViewMap[]) => of.reduce((sum, { errors }) => sum + errors, 0)
    const totalErrors = all.totalErrors + hidden(maps) - hidden(this.#mapsOf(stream))
    const view = new View(steps, this.#input(end.newlines + more.newlines, steps))
    return shortened({ ...all, totalErrors, view }, view)
  }

  /** The facts of the whole input. Nothing may be written afterwards. May be called again. */
  facts(source: Source | undefined, status: CommandStatus | undefined, isText = true): Facts {
    this.writeBytes(this.encodeRest())
    if (this.#keepsAll) this.#whole = this.staged
    const whole = this.#whole
    if (!isText || (whole && !beginsAsText(whole))) this.#isText = false
    const structured = this.#isText === false ? undefined : this.#structured()
    return structured
      ? { ...this.#factsOf(whole, source, status), structured }
      : this.#factsOf(whole, source, status)
  }

  #factsOf(
    whole: Uint8Array | undefined,
    source: Source | undefined,
    status: CommandStatus | undefined,
  ): Facts {
    if (this.#isText === false || !whole || whole.length > this.#settings.maxBytes)
      return this.#scanned(source, status)
    const unfolded = renderedFacts(whole, this.#settings, source, status, factsOf)
    return { ...unfolded, folded: () => this.#scanned(source, status) }
  }

  /** The kind of the input. Undefined for plain lines, and for what the units of a kind cannot be shown of. */
  #structured(): Structured | undefined {
    return this.#structure?.recognised(this.#written)
  }

  #scanned(source: Source | undefined, status: CommandStatus | undefined): Facts {
    this.#flush()
    const stream = this.#opened()
    if (this.#renderer && !this.#totals) stream.push(this.#renderer.end(), false)
    this.#totals ??= stream.finish()
    const facts = this.#facts(this.#totals, source, status)
    if (!this.#renderer) return facts
    const maps = this.#mapsOf(stream)
    return shortened(facts, new View(maps, this.#input(stream.newlines, maps)))
  }

  #facts(
    totals: Pick<Totals, 'textBytes' | 'tokenUnits' | 'flags'>,
    source: Source | undefined,
    status: CommandStatus | undefined,
  ): Facts {
    const stream = this.#opened()
    const { bytes, newlines, errorFinder, lineTable } = stream
    const regions = regionsOf(stream)
    const last = regions[regions.length - 1]
    const terminated = bytes > 0 && last.bytes[last.bytes.length - 1] === LF
    const totalLines = newlines + (bytes > 0 && !terminated ? 1 : 0)
    const { errors, maxTokens } = this.#settings
    const scanner = scannerFor(this.#settings.backend)
    const margins = errors ?? { before: 0, after: 0 }
    const view = this.#viewOf(stream)
    return {
      ...(view && { view }),
      totalBytes: bytes,
      totalLines,
      totalTokens: maxTokens === Infinity ? undefined : estimateOf(totals.tokenUnits, 'o200k'),
      textBytes: totals.textBytes,
      regions,
      lineEnds: !view && lineTable?.isWhole ? lineTable.ends : undefined,
      errorMatches: errorFinder ? errorMatchesOf(errorFinder) : [],
      values: () => (errorFinder ? valuesOf(errorFinder, totalLines, margins, scanner, lineTable) : []),
      errorLines: errorFinder?.errorLines ?? [],
      statements: errorFinder && !hasSucceeded(status) ? errorFinder.statements : [],
      hiddenErrors: stream.folding?.hiddenErrors ?? [],
      totalErrors:
        (errorFinder?.errorCount ?? 0) + this.#mapsOf(stream).reduce((sum, { errors }) => sum + errors, 0),
      terminated,
      mayBeMalformed: (totals.flags & FLAG_INVALID) !== 0,
      // A sequence begins with ESC or a C1 code point.
      mayHoldSequences: (totals.flags & (FLAG_ESC | FLAG_NON_ASCII)) !== 0,
      backend: scanner.backend,
      source,
      status,
    }
  }

  /** How the scanned text follows from the input. Undefined if it is the input. */
  #viewOf(stream: Stream): View | undefined {
    const maps = this.#mapsOf(stream)
    return maps.every((map) => map.isIdentity)
      ? undefined
      : new View(maps, this.#input(stream.newlines, maps))
  }

  /** The counts of the input, which became a text with so many LF bytes in these steps. */
  #input(newlines: number, maps: readonly ViewMap[]): ViewedInput {
    const totalBytes = this.#written
    const terminated = this.#lastByte === LF
    const lines = maps.reduce((sum, map) => sum + map.lineShift, newlines)
    return { totalBytes, totalLines: lines + (totalBytes > 0 && !terminated ? 1 : 0), terminated }
  }

  /** The steps from the input to the scanned text. */
  #mapsOf({ folding }: Stream): ViewMap[] {
    return folding ? [this.#rendered, folding.map] : [this.#rendered]
  }
}

/** The facts of a folded text without prefixes and CRs. `view` is how it follows from the input. */
function shortened(facts: Facts, view: View): Facts {
  const prefixes = withoutPrefixes(facts)
  const returns = withoutReturns(prefixes?.facts ?? facts)
  const last = returns ?? prefixes
  if (!last) return facts
  const whole = prefixes ? view.with(prefixes.map) : view
  return { ...last.facts, view: returns ? whole.with(returns.map) : whole }
}

/** The facts of a whole input, which must not change while they are in use. */
function factsOf(
  input: Uint8Array,
  settings: Settings,
  source: Source | undefined,
  status: CommandStatus | undefined,
): Facts {
  const { structure: _, ...lines } = settings
  const intake = new Intake(lines)
  intake.writeOwned(input)
  return intake.facts(source, status)
}

/** The first bytes that tell what an input is. */
const JUDGED_BYTES = 8192

/** False if there is a NUL among the first bytes. */
export const beginsAsText = (bytes: Uint8Array): boolean => !bytes.subarray(0, JUDGED_BYTES).includes(0)
