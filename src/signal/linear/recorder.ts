import { FIRST_LETTER, MATCH, type NodeSink, SPLIT } from './automaton.ts'
import { type PatternSource, writePatterns } from './program.ts'
import { BASE, CALL, CASE, type Recording, ZERO } from './recording.ts'

/** Compiles patterns to a recording, so that another process does not have to. */
export function record(sources: readonly PatternSource[]): Recording {
  const recorder = new Recorder()
  writePatterns(recorder, sources)
  return { patterns: sources.length, nodes: recorder.nodes, calls: recorder.calls.join('') }
}

class Recorder implements NodeSink {
  nodes = 0
  readonly calls: string[] = []
  /** Nodes, the most recently used last. */
  readonly #latest: number[] = []
  /** The letter edge written last. An edge for its capital to the same node is merged into it. */
  #letter = -1
  #target = -1

  node(kind: number, next: number, other = 0): number {
    if (kind === MATCH) this.#call(CALL.match)
    else if (kind !== SPLIT) this.#call(CALL.node, written(kind), this.#node(next))
    else if (next === 0) this.#call(CALL.loop, this.#node(other))
    else this.#call(CALL.split, this.#node(next), this.#node(other))
    return this.#made(1)
  }

  take(): number {
    this.#call(CALL.take)
    return this.#made(1)
  }

  text(text: string, from: number, end: number, fold: boolean): void {
    if (end === from) return
    this.#call(fold ? CALL.foldedText : CALL.text, written(end - from), text.slice(from, end))
    this.#made(end - from)
  }

  link(node: number, next: number): void {
    this.#call(CALL.link, this.#node(node), this.#node(next))
  }

  edge(range: number, target: number): void {
    const low = range >> 8
    const high = range & 255
    if (low !== high || low < FIRST_LETTER || low >= 0x7f) {
      this.#call(CALL.range, written(low), written(high - low), this.#node(target))
    } else if (low + CASE === this.#letter && target === this.#target) {
      const last = this.calls.length - 1
      this.calls[last] = String.fromCharCode(CALL.bothCases) + this.calls[last].slice(1)
      this.#letter = -1
    } else {
      this.#call(CALL.letter, String.fromCharCode(low), this.#node(target))
      this.#letter = low
      this.#target = target
    }
  }

  endPattern(start: number): void {
    this.#call(CALL.end, this.#node(start))
  }

  #call(call: number, ...rest: string[]): void {
    this.#letter = -1
    this.calls.push(String.fromCharCode(call) + rest.join(''))
  }

  #made(nodes: number): number {
    this.nodes += nodes
    this.#latest.push(this.nodes - 1)
    return this.nodes - 1
  }

  #node(node: number): string {
    const place = this.#latest.lastIndexOf(node)
    if (place < 0) throw new RangeError(`Expected node ${node} to be one that a call made.`)
    const rank = this.#latest.length - 1 - place
    this.#latest.splice(place, 1)
    this.#latest.push(node)
    return written(rank)
  }
}

function written(number: number): string {
  let text = ''
  let rest = number
  for (; rest >= BASE; rest = Math.floor(rest / BASE))
    text += String.fromCharCode(ZERO + BASE + (rest % BASE))
  return text + String.fromCharCode(ZERO + rest)
}
