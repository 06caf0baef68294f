import { layersAt } from './prefixes.ts'

/** One character for each byte. */
const latin1 = /* @__PURE__ */ new TextDecoder('latin1')

/** `12 %`, `[3/40]`, `(3 of 40)`, `[=====>   ]`, `|████  |`, `3.2 MB/s`, `ETA 0:12` */
const PROGRESS =
  /\d ?%|[[(] *\d+ *(?:\/|of) *\d+ *[\])]|[[|](?:[#=>]|\xe2\x96[\x80-\x9f]){2,}[ .-]*[\]|]|\d ?[kKMGT]i?B\/s\b|\bETA\b/

/**
 * True when two lines that differ in numbers alone show how far something came, or are equal behind the times that they
 * begin with. The numbers of other lines may be data.
 */
export function showProgress(one: Uint8Array, other: Uint8Array): boolean {
  const text = latin1.decode(one)
  if (PROGRESS.test(text)) return true
  const from = timeEnd(text)
  const otherText = latin1.decode(other)
  return from > 0 && text.slice(from) === otherText.slice(timeEnd(otherText))
}

/** Where a line's own text begins, behind times and other prefixes. */
function timeEnd(text: string): number {
  const layers = layersAt(text, 0)
  return layers[layers.length - 1]?.end ?? 0
}
