import { layersAt } from './prefixes.ts'

/** One character for each byte. */
const latin1 = /* @__PURE__ */ new TextDecoder('latin1')

/** `12 %`, `[3/40]`, `(3 of 40)`, `[=====>   ]`, `|████  |`, `3.2 MB/s`, `ETA 0:12` */
const PROGRESS =
  /\d ?%|[[(] *\d+ *(?:\/|of) *\d+ *[\])]|[[|](?:[#=>]|\xe2\x96[\x80-\x9f]){2,}[ .-]*[\]|]|\d ?[kKMGT]i?B\/s\b|\bETA\b/

/** What a line says of how far something came. */
export interface Progress {
  /** True for a line that shows it, such as `12 %`. */
  isShown: boolean
  /** True when the line begins with a time or another prefix. */
  hasPrefix: boolean
  /** The line's own text behind that. */
  own: string
}

export function progressOf(line: Uint8Array): Progress {
  const text = latin1.decode(line)
  const layers = layersAt(text, 0)
  const from = layers[layers.length - 1]?.end ?? 0
  return { isShown: PROGRESS.test(text), hasPrefix: from > 0, own: text.slice(from) }
}

/**
 * True when two lines that differ in numbers alone show how far something came, or are equal behind the times that they
 * begin with. The numbers of other lines may be data.
 */
export const showProgress = (one: Progress, other: () => Progress): boolean =>
  one.isShown || (one.hasPrefix && one.own === other().own)
