import { collect } from '../../src/core/hold/collect.ts'
import type { CutView } from '../../src/core/hold/cut-view.ts'
import { withoutPrefixes } from '../../src/core/hold/prefix-view.ts'
import { resolveSettings } from '../../src/settings.ts'
import { bytesOf } from './facts.ts'

const decoder = new TextDecoder('utf-8', { ignoreBOM: true })

/** A whole text without the prefixes that `withoutPrefixes` leaves out. */
export function shortened(text: string): string {
  const view = withoutPrefixes(collect(text, resolveSettings({ maxBytes: 1e9, maxLines: Infinity })))
  return view ? decoder.decode(view.facts.regions[0].bytes) : text
}

/** The view of a whole input that a map tells, if nothing but the beginnings of lines is left out. */
export function viewOf(input: string | Uint8Array, { map }: Pick<CutView, 'map'>): Uint8Array {
  const bytes = bytesOf(input)
  const view = new Uint8Array(map.viewBytes)
  for (let start = 0; start < bytes.length; ) {
    const lf = bytes.indexOf(0x0a, start)
    const end = lf < 0 ? bytes.length : lf + 1
    const from = map.viewByteOf(start)
    const length = map.viewByteOf(end) - from
    view.set(bytes.subarray(end - length, end), from)
    start = end
  }
  return view
}
