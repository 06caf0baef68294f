import { plainView, refuseDetached, unshared } from '../../check/bytes.ts'
import { failureOf, tolerate } from '../../check/failure.ts'
import { invalidInput, PithError } from '../../errors.ts'
import type { CommandStatus, Input, Source } from '../../options.ts'
import type { Settings } from '../../settings.ts'
import type { PartFailure } from '../../truncation.ts'
import { concat } from '../bytes/concat.ts'
import { queryWords } from '../judge/query-words.ts'
import { scannerFor } from '../scan/backend.ts'
import { encodeText } from '../scan/encode.ts'
import { capacityFor } from './capacity.ts'
import { factsOfEnds } from './ends-facts.ts'
import type { Facts, Remains, Structured } from './facts.ts'
import { asLog, beginsAsLog, mayBeLog } from './log-text.ts'
import { RawEnds, remainsOfEnds, remainsOfWhole } from './raw-ends.ts'
import { joinedBytes } from './regions.ts'
import { renderedFacts } from './rendering.ts'
import { type InputCounts, ScannedText } from './scanned-text.ts'
import { refusePatterns } from './signal.ts'
import { StructureFeed } from './structure-feed.ts'
import { PieceEncoder } from './text-encoding.ts'

/** Small writes are staged up to this size and scanned together, because each scan has a fixed cost. */
const STAGE_BYTES = 64 * 1024
const LEAST_STAGE_BYTES = 1024

/** Most UTF-8 bytes of one UTF-16 unit. */
const MAX_UNIT_BYTES = 3

/** The first bytes that tell what an input is. */
export const JUDGED_BYTES = 8192

const encoder = /* @__PURE__ */ new TextEncoder()
const NOTHING = /* @__PURE__ */ new Uint8Array(0)

/**
 * Takes an input in chunks. A small input only fills the stage until its facts are asked for. A larger one is scanned,
 * and a bounded part of it is kept.
 */
export class Intake {
  /** Turns true in the write after which memory cannot hold every byte. */
  lossy = false
  #settings: Settings
  /** True for a log. Known with the first bytes, like `#isText`. */
  #isLog: boolean | undefined
  /** The most bytes that memory holds of an input that it holds whole. */
  readonly #capacityBytes: number
  /** Opened when the stage is full. Most outputs are small and need none. */
  #scanned: ScannedText | undefined
  #stage: Uint8Array = new Uint8Array(0)
  #staged = 0
  readonly #encoder = new PieceEncoder()
  /** Returns all bytes so far. Set by the write that turns `lossy` true, cleared by the next one. */
  #everything: (() => Uint8Array) | undefined
  /** The whole input, if it may be shown without being folded. Set by the first `facts()`. */
  #whole: Uint8Array | undefined
  /** False for an input that is not text, which is not folded. Known when the first bytes leave the stage. */
  #isText: boolean | undefined
  /** Of the bytes taken so far. */
  readonly #counts: InputCounts = { bytes: 0, lastByte: 0 }
  #structure: StructureFeed | undefined
  /** False while the kinds have seen nothing. What fits needs no kind where only its text is read. */
  #isFed = false
  /** What failed while bytes came, and can be done without. */
  readonly failures: PartFailure[] = []
  /** Why the scan of the input ended, and whether that was in folding. */
  #broken: { error: unknown; inFolding: boolean } | undefined
  /** Both ends as they came: beside a folded stream, and once the scan has failed. */
  #ends: RawEnds | undefined

  constructor(settings: Settings) {
    this.#settings = settings
    if (settings.errors && settings.errors.patterns.length > 0) refusePatterns(settings)
    this.#capacityBytes = capacityFor(settings)
  }

  /** True when memory can still hold every byte after `length` more. */
  hasRoomFor(length: number): boolean {
    return this.#counts.bytes + length <= this.#capacityBytes
  }

  write(chunk: Input): void {
    if (typeof chunk === 'string') this.#writeText(chunk)
    else if (chunk instanceof Uint8Array) {
      refuseDetached(chunk)
      const rest = this.encodeRest()
      // Written in one call. After two calls, `retained()` would miss the first.
      this.writeBytes(rest.length === 0 ? chunk : concat(rest, chunk))
    } else throw invalidInput(`Expected a chunk to be a string or a Uint8Array, got ${typeof chunk}.`)
  }

  /** Takes bytes for a caller that encodes strings itself. */
  writeBytes(bytes: Uint8Array): void {
    if (bytes.length > 0) this.#take(bytes)
  }

  /** Takes the whole input by reference. It must not change while its facts are in use. */
  writeOwned(bytes: Uint8Array): void {
    this.#count(bytes)
    this.#judgeText(bytes)
    if (this.#keepsAll && this.hasRoomFor(0)) {
      this.#stage = bytes
      this.#staged = bytes.length
      return
    }
    this.#feed(bytes, true)
    this.#isText ??= beginsAsText(bytes)
    this.#push(plainView(bytes), true)
  }

  /** Takes the whole input as a string. `retained()` must not be called afterwards. */
  writeWhole(text: string): void {
    this.#isText ??= beginsAsText(encoder.encode(text.slice(0, JUDGED_BYTES)))
    encodeText(text, this.#settings.backend, (bytes) => {
      this.#count(bytes)
      this.#feed(bytes, false)
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
    return this.#settings.fold !== undefined && !this.lossy && !this.#scanned
  }

  #take(bytes: Uint8Array): void {
    this.#everything = undefined
    const fits = this.hasRoomFor(bytes.length)
    if (!this.lossy && !fits) {
      const everything = concat(this.retained(), bytes)
      this.#everything = () => everything
      this.#isText ??= beginsAsText(everything)
      this.#judgeText(everything)
      this.lossy = true
    }
    this.#count(bytes)
    const keepsAll = this.#keepsAll
    if (!keepsAll) this.#feed(bytes, false)
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

  /** Takes the text for a log if its first bytes are those of one. Called before the first scan. */
  #judgeText(bytes: Uint8Array): void {
    if (this.#isLog !== undefined || !mayBeLog(this.#settings)) return
    this.#isLog = beginsAsLog(bytes.subarray(0, JUDGED_BYTES))
    if (this.#isLog) this.#settings = asLog(this.#settings)
  }

  #count(bytes: Uint8Array): void {
    this.#counts.bytes += bytes.length
    if (bytes.length > 0) this.#counts.lastByte = bytes[bytes.length - 1]
  }

  /** Shows the kinds the next bytes. The first call also shows them what the stage holds. */
  #feed(bytes: Uint8Array, owned: boolean): void {
    try {
      if (!this.#isFed) this.#feedStage()
      this.#structure?.write(bytes, owned)
    } catch (error) {
      tolerate(error)
      this.failures.push(failureOf(this.#structure?.failure ?? 'kind', error))
      this.#structure = undefined
    }
  }

  #feedStage(): void {
    this.#isFed = true
    const { structure, maxBytes, fold, query = '' } = this.#settings
    if (!structure) return
    this.#structure = new StructureFeed(structure, maxBytes, fold !== undefined, queryWords(query))
    // The stage does not overwrite an input that it holds whole.
    this.#structure.write(this.#stage.subarray(0, this.#staged), this.#keepsAll)
  }

  /** Passes bytes on to the scan. If it fails, the input is not lost: from then on its ends are kept as they come. */
  #push(bytes: Uint8Array, owned: boolean): void {
    if (this.#settings.fold && this.lossy) this.#ends ??= RawEnds.beside(this.#settings.maxBytes)
    const before = this.#scanned?.stream.newlines ?? 0
    try {
      if (!this.#broken) this.#opened().push(bytes, owned)
    } catch (error) {
      tolerate(error)
      this.#broken = { error, inFolding: this.#scanned?.isFolding === true }
      this.#ends ??= this.#scanned
        ? RawEnds.of(this.#scanned.stream, before)
        : new RawEnds(this.#capacityBytes, this.#settings.maxBytes)
    }
    this.#ends?.push(bytes)
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
    this.#feed(NOTHING, true)
    if (this.#staged > 0) this.#push(this.#stage.subarray(0, this.#staged), false)
    this.#staged = 0
    // A stage that held the whole input is larger than one that only collects small writes.
    if (this.#stage.length > STAGE_BYTES) this.#stage = new Uint8Array(0)
  }

  #opened(): ScannedText {
    if (this.#broken) throw this.#broken.error
    this.#scanned ??= new ScannedText(this.#settings, this.#isText !== false)
    return this.#scanned
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
    return joinedBytes(this.#broken && this.#ends ? this.#ends : this.#opened().stream)
  }

  /** What is held of the bytes so far, as they came. */
  remains(): Remains {
    if (this.#whole) return remainsOfWhole(this.#whole)
    if (!this.#scanned && !this.#ends) return remainsOfWhole(this.#stage.subarray(0, this.#staged))
    this.#flush()
    const ends = this.#ends ?? this.#scanned?.stream
    return ends ? remainsOfEnds(ends) : remainsOfWhole(new Uint8Array(0))
  }

  /** All bytes so far; undefined once a scan was opened for them. */
  get staged(): Uint8Array | undefined {
    return this.#scanned ? undefined : this.#stage.subarray(0, this.#staged)
  }

  /** The facts of the bytes so far. More may be written afterwards. */
  factsSoFar(source: Source | undefined): Facts {
    if (this.#keepsAll) return factsOf(this.#stage.slice(0, this.#staged), this.#settings, source, undefined)
    this.#flush()
    const facts = this.#opened().factsSoFar(this.#counts, { source, status: undefined })
    return this.#isLog ? { ...facts, isLog: true } : facts
  }

  /**
   * The facts of the whole input, perhaps without its kind, folding or judging, as the settings say. Nothing may be
   * written afterwards. May be called again. Undefined if the bytes that this needs have left memory.
   */
  factsBy(settings: Settings, status: CommandStatus | undefined, isText: boolean): Facts | undefined {
    this.writeBytes(this.encodeRest())
    const { fold, errors, source, structure } = settings
    const isLess = !fold !== !this.#settings.fold || !errors !== !this.#settings.errors
    if (!isLess && !this.#broken) return this.facts(source, status, isText, structure !== undefined)
    if (this.lossy) {
      // A scan cannot be done again, so only one thing more is done without: what failed, or else judging.
      const isInstead = isLess && (this.#broken?.inFolding || !errors)
      return isInstead ? this.#factsOfEnds(source, status) : this.#thrown()
    }
    const { fold: _, errors: __, ...own } = this.#settings
    const less = { ...own, ...(fold && { fold }), ...(errors && { errors }) }
    return factsOf(this.retained(), less, source, status)
  }

  #factsOfEnds(source: Source | undefined, status: CommandStatus | undefined): Facts | undefined {
    const { backend } = scannerFor(this.#settings.backend)
    return factsOfEnds(this.remains(), backend, source, status)
  }

  #thrown(): undefined {
    if (this.#broken) throw this.#broken.error
  }

  /** The facts of the whole input. Nothing may be written afterwards. May be called again. */
  facts(
    source: Source | undefined,
    status: CommandStatus | undefined,
    isText = true,
    withKind = true,
  ): Facts {
    this.writeBytes(this.encodeRest())
    if (this.#keepsAll) {
      this.#whole = this.staged
      this.#judgeText(this.#stage.subarray(0, this.#staged))
    }
    const whole = this.#whole
    if (!isText || (whole && !beginsAsText(whole))) this.#isText = false
    const structured = this.#isText === false || !withKind ? undefined : this.#structured()
    const facts = this.#factsOf(whole, source, status)
    return { ...facts, ...(structured && { structured }), ...(this.#isLog && { isLog: true as const }) }
  }

  #factsOf(
    whole: Uint8Array | undefined,
    source: Source | undefined,
    status: CommandStatus | undefined,
  ): Facts {
    if (this.#isText === false || !whole || whole.length > this.#settings.maxBytes)
      return this.#scannedFacts(source, status)
    const unfolded = renderedFacts(whole, this.#settings, source, status, factsOf)
    return { ...unfolded, folded: () => this.#scannedFacts(source, status) }
  }

  /** The kind of the input. Undefined for plain lines, and for what the units of a kind cannot be shown of. */
  #structured(): Structured | undefined {
    this.#feed(NOTHING, true)
    return this.#structure?.recognised(this.#counts.bytes)
  }

  #scannedFacts(source: Source | undefined, status: CommandStatus | undefined): Facts {
    this.#flush()
    const scanned = this.#opened()
    try {
      return scanned.facts(this.#counts, { source, status })
    } catch (error) {
      tolerate(error)
      this.#broken ??= { error, inFolding: scanned.isFolding }
      throw error
    }
  }
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

/** False if there is a NUL among the first bytes. */
export const beginsAsText = (bytes: Uint8Array): boolean => !bytes.subarray(0, JUDGED_BYTES).includes(0)
