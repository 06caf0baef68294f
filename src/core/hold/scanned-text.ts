import type { Settings } from '../../settings.ts'
import { concat } from '../bytes/concat.ts'
import type { TerminalRenderer } from '../clean/terminal.ts'
import { View, type ViewedInput } from '../clean/view.ts'
import { ViewMap } from '../clean/view-map.ts'
import { FLAG_INVALID } from '../scan/scanner.ts'
import { BoundedMaps } from './bounded-maps.ts'
import type { Facts } from './facts.ts'
import { settledEnd, withRest } from './facts-so-far.ts'
import type { Folding } from './folding.ts'
import { placeIn } from './found.ts'
import { rendererFor } from './rendering.ts'
import type { Stream, StreamTotals } from './stream.ts'
import { factsOfStream, hiddenErrorsIn, openStream, type Told } from './stream-facts.ts'

const LF = 0x0a

/** Bytes that are folded at once. */
const FOLDED_BYTES = 1024 * 1024

/** Counts of the input so far. */
export interface InputCounts {
  bytes: number
  lastByte: number
}

/** Scans an input, or the text that a terminal shows of it. Its facts name places of the input. */
export class ScannedText {
  readonly #settings: Settings
  readonly stream: Stream
  /** Undefined if the text is not folded. */
  readonly #renderer: TerminalRenderer | undefined
  /** How the rendered text follows from the input. */
  readonly #rendered = new ViewMap()
  readonly #boundedMaps = new BoundedMaps()
  /** Set at the end of the input. */
  #totals: StreamTotals | undefined
  #isRendering = false

  /** @param isText an input that is not text is never folded */
  constructor(settings: Settings, isText: boolean) {
    this.#settings = settings
    const { fold } = settings
    if (!isText || !fold) {
      this.stream = openStream(settings)
      return
    }
    const rendered = this.#rendered
    this.#renderer = rendererFor(settings, fold, rendered)
    this.stream = openStream(
      settings,
      (byte, line) => line + rendered.placeOf(byte).lineShift,
      (error) => placeIn(rendered, error),
    )
  }

  push(bytes: Uint8Array, owned: boolean): void {
    if (!this.#renderer) {
      this.stream.push(bytes, owned)
      return
    }
    for (let at = 0; at < bytes.length; at += FOLDED_BYTES) {
      this.stream.push(
        this.#rendering(this.#renderer, (renderer) => renderer.write(bytes.subarray(at, at + FOLDED_BYTES))),
        false,
      )
      this.#boundedMaps.trim(this.stream, this.#rendered)
    }
  }

  /** True while the text is rendered or repeated lines are folded: also after an error of these. */
  get isFolding(): boolean {
    return this.#isRendering || this.stream.isFolding
  }

  #rendering(renderer: TerminalRenderer, render: (renderer: TerminalRenderer) => Uint8Array): Uint8Array {
    this.#isRendering = true
    const rendered = render(renderer)
    this.#isRendering = false
    return rendered
  }

  /** The facts of the whole input. Nothing may be pushed afterwards. */
  facts(counts: InputCounts, told: Told): Facts {
    const stream = this.stream
    if (this.#renderer && !this.#totals)
      stream.push(
        this.#rendering(this.#renderer, (renderer) => renderer.end()),
        false,
      )
    this.#totals ??= stream.finish()
    const maps = this.#maps
    const input = inputOf(counts, stream.newlines, maps)
    return factsOfStream(stream, this.#totals, this.#settings, maps, input, told)
  }

  /** The facts of the bytes so far. */
  factsSoFar(counts: InputCounts, told: Told): Facts {
    const { bytes: textBytes, tokenUnits, flags, newlines, folding } = this.stream
    const totals = { textBytes, tokenUnits, flags: flags | FLAG_INVALID }
    const maps = this.#maps
    const input = inputOf(counts, newlines, maps)
    const facts = factsOfStream(this.stream, totals, this.#settings, maps, input, told)
    return this.#renderer ? this.#withWaiting(facts, counts, this.#renderer, folding) : facts
  }

  /** The facts of a folded stream, with the text that waits because later bytes may change it. */
  #withWaiting(
    facts: Facts,
    counts: InputCounts,
    renderer: TerminalRenderer,
    folding: Folding | undefined,
  ): Facts {
    const end = settledEnd(facts.regions, this.stream)
    const rendered = this.#rendered.clone()
    const repeats = folding?.map.clone()
    const maps = repeats ? [rendered, repeats] : [rendered]
    const waiting = folding && repeats ? concat(end.rest, folding.preview(repeats)) : end.rest
    const shown = renderer.preview(rendered)
    repeats?.copy(shown.length)
    // Folded again, because it is not known which of these lines repeat others.
    const before = new View(maps, inputOf(counts, 0, []))
    const settings = {
      ...this.#settings,
      maxBytes: Math.max(this.#settings.maxBytes, waiting.length + shown.length),
    }
    const more = openStream(
      settings,
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
    const totals = more.finish()
    const again = new ViewMap()
    again.copy(end.bytes)
    if (more.folding) again.append(more.folding.map)
    const steps = [...maps, again]
    const input = inputOf(counts, end.newlines + more.newlines, steps)
    const ownMaps = more.folding ? [more.folding.map] : []
    const rest = factsOfStream(more, totals, settings, ownMaps, input, {
      source: undefined,
      status: undefined,
    })
    const all = withRest(facts, rest, end)
    const totalErrors = all.totalErrors + hiddenErrorsIn(maps) - hiddenErrorsIn(this.#maps)
    return { ...all, totalErrors, view: new View(steps, input) }
  }

  /** The steps from the input to the scanned text. */
  get #maps(): ViewMap[] {
    const { folding } = this.stream
    return folding ? [this.#rendered, folding.map] : [this.#rendered]
  }
}

/** The counts of the input. `newlines` are the LF bytes of the text that the steps in `maps` made of it. */
function inputOf({ bytes, lastByte }: InputCounts, newlines: number, maps: readonly ViewMap[]): ViewedInput {
  const terminated = lastByte === LF
  const lines = maps.reduce((sum, map) => sum + map.lineShift, newlines)
  return { totalBytes: bytes, totalLines: lines + (bytes > 0 && !terminated ? 1 : 0), terminated }
}
