import type { ViewRange } from '../clean/edit.ts'
import type { ViewMap } from '../clean/view-map.ts'
import { regionsOf } from './regions.ts'
import type { Stream } from './stream.ts'

/** A map that takes less is left alone. */
const LEAST_BYTES = 1024 * 1024

/** Keeps the maps of a folded stream bounded. They forget places that no result can name. */
export class BoundedMaps {
  #mostBytes = LEAST_BYTES

  /** `rendered` is the step before the stream's own. */
  trim(stream: Stream, rendered: ViewMap): void {
    const { folding } = stream
    const map = folding?.map
    if (!map || map.heldBytes + rendered.heldBytes <= this.#mostBytes) return
    const ranges = rangesOf(stream)
    const before = ranges.map(({ startByte, endByte }) => ({
      startByte: map.placeOf(startByte).inputByte,
      endByte: map.placeOf(Math.min(endByte, stream.bytes)).inputByte,
    }))
    for (const byte of folding.places) before.push({ startByte: byte, endByte: byte + 1 })
    // Of a run that is open, what is hidden needs no places.
    before.push({ startByte: folding.takenBytes, endByte: Infinity })
    map.forget(ranges)
    rendered.forget(inOrder(before))
    this.#mostBytes = Math.max(LEAST_BYTES, 2 * (map.heldBytes + rendered.heldBytes))
  }
}

/** The parts of the stream that are in memory, and the places that are known besides, in order. */
function rangesOf(stream: Stream): ViewRange[] {
  const found: ViewRange[] = []
  for (const region of regionsOf(stream, stream.keptLines())) {
    found.push(region)
    for (const place of [region.lineStart, region.lineEnd])
      if (place) found.push({ startByte: place.byte, endByte: place.byte + 1 })
  }
  // What follows may wait in a step before the stream.
  found.push({ startByte: stream.bytes, endByte: Infinity })
  return inOrder(found)
}

/** Ranges in order, and merged where they meet. */
function inOrder(found: ViewRange[]): ViewRange[] {
  found.sort((a, b) => a.startByte - b.startByte)
  const ranges: ViewRange[] = []
  for (const { startByte, endByte } of found) {
    const last = ranges[ranges.length - 1]
    if (last && startByte <= last.endByte) last.endByte = Math.max(last.endByte, endByte)
    else ranges.push({ startByte, endByte })
  }
  return ranges
}
