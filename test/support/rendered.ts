import { TerminalRenderer } from '../../src/core/clean/terminal.ts'
import { ViewMap } from '../../src/core/clean/view-map.ts'

export interface Rendering {
  rows?: number
  columns?: number
  isStrongError?: (text: string) => boolean
}

const decoder = new TextDecoder()

/** Renders an input that comes in chunks ending at the given places, and checks that the map covers both texts. */
export function renderParts(input: Uint8Array, cuts: readonly number[], options: Rendering = {}) {
  const map = new ViewMap()
  const { isStrongError = () => false, ...rest } = options
  const renderer = new TerminalRenderer({
    ...rest,
    map,
    isStrongError: (bytes, start, end) => isStrongError(decoder.decode(bytes.subarray(start, end))),
  })
  const parts: number[][] = []
  const buffer = new Uint8Array(input.length)
  let from = 0
  for (const cut of [...cuts, input.length]) {
    const chunk = buffer.subarray(0, cut - from)
    chunk.set(input.subarray(from, cut))
    parts.push([...renderer.write(chunk)])
    buffer.fill(0x2a)
    from = cut
  }
  parts.push([...renderer.end()])
  const bytes = Uint8Array.from(parts.flat())
  return { bytes, text: decoder.decode(bytes), map, hasControls: renderer.hasControls }
}

/** Renders a text in one piece. */
export const render = (text: string, options?: Rendering): string =>
  renderParts(new TextEncoder().encode(text), [], options).text
