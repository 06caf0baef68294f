import { type Layer, layerAt } from './prefix-forms.ts'

// Finds the prefix that most lines of a log have, such as a time and a level, and on which lines it may be left out.

/** A line with what stands before its own text. */
export interface PrefixedLine {
  /** Offset of the line in the log. */
  startByte: number
  /** The parts of its prefix, their ends as offsets from `startByte`. */
  layers: readonly Layer[]
  /** True when the line's prefix must stay. */
  isFixed: boolean
  /** Offset in the log of the line's first evidence of an error; Infinity for none. */
  errorByte: number
}

/** A prefix that is left out. */
export interface ByteCut {
  startByte: number
  endByte: number
}

/** Fewer lines are not worth it. */
const LEAST_LINES = 12
/** The share of all lines that have the first layer of a log's prefix, a later layer, or a level. */
const FIRST_SHARE = 0.5
const LATER_SHARE = 0.25
const LEVEL_SHARE = 0.8
/** One layer more is read than counts, so that it is known what a line shows first without its prefix. */
const MOST_LAYERS = 6
/** A name that changes more often than on this share of the lines is not left out. */
const MOST_CHANGES = 0.5
/** A line shows its time when it comes this much after the last time shown. */
const GAP_MS = 10_000

/** What stands before the own text of a line that begins at `start`. One character of `text` is one byte. */
export function layersAt(text: string, start: number): Layer[] {
  const layers: Layer[] = []
  let layer = layerAt(text, start)
  while (layer && layers.length < MOST_LAYERS) {
    const next = layerAt(text, layer.end)
    layer.end -= start
    layers.push(layer)
    layer = next
  }
  return layers
}

/**
 * The prefixes to leave out. A prefix stays on the first line, and where it tells a difference: another name than on
 * the line before, a time gap, or a step back in time. Without these prefixes a log has none that most lines share.
 */
export function cutsOf(lines: readonly PrefixedLine[]): ByteCut[] {
  if (lines.length < LEAST_LINES) return []
  const shared = sharedForms(lines)
  if (shared.length === 0) return []
  const cuts: ByteCut[] = []
  const shown = new Shown()
  const left = lines.map((line) => {
    const { startByte, layers } = line
    const depth = depthOf(line, shared)
    if (depth === 0 || shown.mustShow(line, depth)) return line
    cuts.push({ startByte, endByte: startByte + layers[depth - 1].end })
    return { ...line, layers: layers.slice(depth) }
  })
  return sharedForms(left).length === 0 ? cuts : []
}

/** The forms of the layers that the log's prefix has, in order. */
function sharedForms(lines: readonly PrefixedLine[]): string[] {
  const shared: string[] = []
  while (shared.length < MOST_LAYERS - 1) {
    const layers = lines
      .filter((line) => depthOf(line, shared) === shared.length)
      .map((line) => line.layers[shared.length])
      .filter((layer) => layer !== undefined)
    const next = mostShared(layers, lines.length, shared.length === 0 ? FIRST_SHARE : LATER_SHARE)
    if (next === undefined || changesOften(layers, next)) break
    shared.push(next)
  }
  return shared
}

/** The form that most layers have, if it stands on enough of `total` lines. */
function mostShared(layers: readonly Layer[], total: number, share: number): string | undefined {
  const counts = new Map<string, number>()
  for (const { form } of layers) counts.set(form, (counts.get(form) ?? 0) + 1)
  let most = 0
  let found: string | undefined
  for (const [form, count] of counts) {
    if (count <= most || count < total * (form.startsWith('level') ? LEVEL_SHARE : share)) continue
    most = count
    found = form
  }
  return found
}

/** Whether the name in layers of a form changes from line to line, so that it would have to be shown each time. */
function changesOften(layers: readonly Layer[], form: string): boolean {
  const names = layers.filter((layer) => layer.form === form).map((layer) => layer.name)
  const changes = names.filter((name, at) => at > 0 && name !== names[at - 1]).length
  return changes > names.length * MOST_CHANGES
}

/** How many of the shared layers a line has. */
function depthOf({ layers }: PrefixedLine, shared: readonly string[]): number {
  let depth = 0
  while (depth < shared.length && layers[depth]?.form === shared[depth]) depth++
  return depth
}

/** What the last line that shows its prefix says. */
class Shown {
  readonly #layers: Layer[] = []
  /** True when the name of the last prefix shown is not yet followed by an error. */
  #isFresh = false

  /** Whether a line must show its prefix. */
  mustShow({ startByte, layers, isFixed, errorByte }: PrefixedLine, depth: number): boolean {
    let differs = isFixed || errorByte < startByte + layers[depth - 1].end
    let hasName = false
    for (let at = 0; at < depth; at++) {
      const layer = layers[at]
      const last = this.#layers[at]
      if (!last || last.name !== layer.name) this.#isFresh = true
      if (layer.name !== '') hasName = true
      if (!last || last.name !== layer.name || isFar(last.time, layer.time)) differs = true
    }
    // An error may be shown without the lines before it. So the first one of each name tells it.
    if (errorByte < Number.POSITIVE_INFINITY && hasName && this.#isFresh) {
      this.#isFresh = false
      differs = true
    }
    if (!differs) return false
    for (let at = 0; at < depth; at++) this.#layers[at] = layers[at]
    return true
  }
}

const isFar = (last: number, time: number): boolean => time < last || time - last >= GAP_MS
