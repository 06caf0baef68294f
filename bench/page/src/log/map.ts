import { byId, colour, plural, whenLooksChange, whole } from '../dom.ts'
import type { LogResult, Mark } from './log.ts'
import type { Stretch } from './stretches.ts'

/** Heights from top to bottom: the current position, the log, its errors. */
const CURRENT_HEIGHT = 5
const LANE_HEIGHT = 40
const MARKS_HEIGHT = 11
/** An error that was left out has a shorter mark, so that colour is not all that tells it. */
const LOST_HEIGHT = 4
const HATCH_WIDTH = 6
/** Least width, so that even a small kept part is visible. */
const LEAST_WIDTH = 3

/** Draws the whole log from left to right, by bytes: kept parts, gaps and errors. */
export class LogMap {
  readonly #box = byId('map')
  readonly #canvas: HTMLCanvasElement
  readonly #told = byId('map-told')
  #stretches: readonly Stretch[] = []
  #marks: readonly Mark[] = []
  #totalBytes = 0
  #current = 0

  /** @param open shows a part in the text. */
  constructor(open: (stretch: Stretch) => void) {
    const canvas = this.#box.querySelector('canvas')
    if (!canvas) throw new Error('Expected a canvas in the map.')
    this.#canvas = canvas
    whenLooksChange(this.#box, () => this.#draw())
    this.#box.addEventListener('pointermove', (event) => this.#select(this.#under(event)))
    this.#box.addEventListener('click', (event) => {
      const at = this.#under(event)
      this.#select(at)
      if (this.#stretches[at]) open(this.#stretches[at])
    })
    this.#box.addEventListener('keydown', (event) => this.#onKey(event, open))
  }

  /** Draws a log, and selects the part with its first kept error, or the first part. */
  set({ stretches: parts, totalBytes, errors, content }: LogResult): void {
    // The parts of a file that is not text tell nothing.
    const stretches = content ? [] : parts
    this.#stretches = stretches
    this.#marks = errors?.marks ?? []
    const firstError = this.#marks.find(({ kept }) => kept)?.startByte ?? 0
    this.#totalBytes = Math.max(1, totalBytes)
    this.#box.hidden = stretches.length === 0
    byId('map-legend').hidden = stretches.length === 0
    this.#box.setAttribute('aria-valuemax', String(Math.max(1, stretches.length)))
    this.#select(
      Math.max(
        0,
        stretches.findIndex(({ endByte }) => endByte > firstError),
      ),
    )
    if (stretches.length === 0) this.#tell(whyNoMap(totalBytes, content))
  }

  #onKey(event: KeyboardEvent, open: (stretch: Stretch) => void): void {
    const last = this.#stretches.length - 1
    const targets: Record<string, number> = {
      ArrowRight: this.#current + 1,
      ArrowUp: this.#current + 1,
      ArrowLeft: this.#current - 1,
      ArrowDown: this.#current - 1,
      Home: 0,
      End: last,
    }
    if (event.key === 'Enter' && this.#stretches[this.#current]) open(this.#stretches[this.#current])
    else if (event.key in targets) this.#select(Math.max(0, Math.min(last, targets[event.key])))
    else return
    event.preventDefault()
  }

  #select(at: number): void {
    this.#current = at
    const stretch = this.#stretches[at]
    this.#draw()
    if (!stretch) return
    this.#box.setAttribute('aria-valuenow', String(at + 1))
    this.#tell(`${at + 1} of ${this.#stretches.length}: ${toldOf(stretch)}`)
  }

  #tell(words: string): void {
    this.#told.textContent = words
    this.#box.setAttribute('aria-valuetext', words)
  }

  /** The index of the part under the pointer. Prefers the kept part that is seen there. */
  #under({ clientX }: MouseEvent): number {
    const { left, width } = this.#box.getBoundingClientRect()
    const x = clientX - left
    const isUnder = (stretch: Stretch) => {
      const { from, length } = this.#place(stretch, width)
      return x >= from && x < from + length
    }
    const kept = this.#kept().findLast(isUnder)
    return kept ? this.#stretches.indexOf(kept) : Math.max(0, this.#stretches.findIndex(isUnder))
  }

  /** The kept parts as they are drawn, one over the other. The ends come last, so that no part next to them hides them. */
  #kept(): Stretch[] {
    const isEnd = ({ kind }: Stretch) => kind === 'head' || kind === 'tail'
    const kept = this.#stretches.filter(({ kind }) => kind !== 'omitted')
    return [...kept.filter((stretch) => !isEnd(stretch)), ...kept.filter(isEnd)]
  }

  #place({ kind, startByte, endByte }: Stretch, width: number): { from: number; length: number } {
    const from = (startByte / this.#totalBytes) * width
    const length = ((endByte - startByte) / this.#totalBytes) * width
    if (kind === 'omitted' || length >= LEAST_WIDTH) return { from, length }
    return { from: Math.min(from, width - LEAST_WIDTH), length: LEAST_WIDTH }
  }

  #draw(): void {
    const width = this.#box.clientWidth
    const context = this.#canvas.getContext('2d')
    if (!context || width === 0) return
    const scale = devicePixelRatio
    this.#canvas.width = Math.round(width * scale)
    this.#canvas.height = Math.round((CURRENT_HEIGHT + LANE_HEIGHT + MARKS_HEIGHT) * scale)
    context.scale(scale, scale)
    this.#drawOmitted(context, width)
    this.#drawMarks(context, width)
    for (const stretch of this.#kept()) {
      const { from, length } = this.#place(stretch, width)
      context.clearRect(from - 1, CURRENT_HEIGHT, length + 2, LANE_HEIGHT)
      context.fillStyle = colour(stretch.kind)
      context.fillRect(from, CURRENT_HEIGHT, length, LANE_HEIGHT)
    }
    this.#drawCurrent(context, width)
  }

  /** Hatches all of the log; what was kept is drawn over it. */
  #drawOmitted(context: CanvasRenderingContext2D, width: number): void {
    context.save()
    context.beginPath()
    context.rect(0, CURRENT_HEIGHT, width, LANE_HEIGHT)
    context.clip()
    context.beginPath()
    for (let x = -LANE_HEIGHT; x < width; x += HATCH_WIDTH) {
      context.moveTo(x, CURRENT_HEIGHT + LANE_HEIGHT)
      context.lineTo(x + LANE_HEIGHT, CURRENT_HEIGHT)
    }
    context.strokeStyle = colour('omitted')
    context.stroke()
    context.strokeRect(0.5, CURRENT_HEIGHT + 0.5, width - 1, LANE_HEIGHT - 1)
    context.restore()
  }

  #drawMarks(context: CanvasRenderingContext2D, width: number): void {
    // Draw kept ones last, so that no other one hides them.
    for (const wanted of [false, true]) {
      context.fillStyle = colour(wanted ? 'mark' : 'lost')
      for (const { startByte, kept } of this.#marks) {
        if (kept !== wanted) continue
        const x = Math.min(width - 2, (startByte / this.#totalBytes) * width)
        context.fillRect(x, CURRENT_HEIGHT + LANE_HEIGHT + 3, 2, wanted ? MARKS_HEIGHT - 3 : LOST_HEIGHT)
      }
    }
  }

  #drawCurrent(context: CanvasRenderingContext2D, width: number): void {
    const stretch = this.#stretches[this.#current]
    if (!stretch) return
    const { from, length } = this.#place(stretch, width)
    context.fillStyle = colour('ink')
    context.fillRect(from, 0, Math.max(LEAST_WIDTH, length), 2)
  }
}

function whyNoMap(totalBytes: number, content: string | undefined): string {
  if (totalBytes === 0) return 'The log is empty.'
  if (content) return 'A file that is not text has no map.'
  return 'This tool shows rows by what they match, so there is no map of places.'
}

const names: Record<Stretch['kind'], string> = {
  head: 'kept, the beginning',
  tail: 'kept, the end',
  error: 'kept, the middle',
  range: 'kept, the page',
  unit: 'kept',
  omitted: 'left out',
}

function toldOf({ kind, firstLine, lastLine, startByte, endByte, errors }: Stretch): string {
  const lines =
    firstLine === lastLine ? `line ${whole(firstLine)}` : `lines ${whole(firstLine)}–${whole(lastLine)}`
  const withErrors = errors ? `, ${plural(errors, 'error line')} among them` : ''
  return `${lines}, ${plural(endByte - startByte, 'byte')}: ${names[kind]}${withErrors}`
}
