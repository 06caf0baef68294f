import { concat } from '../core/bytes/concat.ts'
import { wholeUnits } from '../core/bytes/utf8.ts'
import { invalidInput } from '../errors.ts'
import type { Input } from '../options.ts'

export const streamNames = ['stdout', 'stderr'] as const

export type StreamName = (typeof streamNames)[number]

/** A piece of a command's output, from one of its streams. */
export interface StreamChunk {
  stream: StreamName
  chunk: Input
}

/** What a command printed: one merged output, the two streams, or pieces of them in order. */
export type BashInput = Input | { stdout: Input; stderr: Input } | Iterable<StreamChunk>

/** True for an input that holds both streams as a whole. */
export const isPair = (input: BashInput): input is { stdout: Input; stderr: Input } =>
  typeof input === 'object' && input !== null && 'stdout' in input && 'stderr' in input

/**
 * Returns the pieces in order, each with its stream. A merged output counts as standard output.
 *
 * @throws {PithError} `PITH_INVALID_INPUT`
 */
export function* streamChunks(input: BashInput): Iterable<StreamChunk> {
  if (typeof input === 'string' || input instanceof Uint8Array) yield { stream: 'stdout', chunk: input }
  else if (isPair(input)) {
    yield { stream: 'stdout', chunk: input.stdout }
    yield { stream: 'stderr', chunk: input.stderr }
  } else if (typeof input === 'object' && input !== null && Symbol.iterator in input) {
    for (const chunk of input) yield checked(chunk)
  } else {
    const got = input === null ? 'null' : typeof input
    throw invalidInput(
      `Expected the input to be a string, a Uint8Array, { stdout, stderr } or chunks, got ${got}.`,
    )
  }
}

function checked(chunk: StreamChunk): StreamChunk {
  if (chunk?.stream === 'stdout' || chunk?.stream === 'stderr') return chunk
  throw invalidInput("Expected each chunk to have a `stream`, 'stdout' or 'stderr'.")
}

/** Passes on a stream's pieces, and holds back an incomplete character at the end of each. */
export class WholeCharacters {
  /** The incomplete character: some of its bytes, or the first half of a surrogate pair. */
  rest: Input = '';

  *take(chunk: Input): Iterable<Input> {
    const isText = typeof chunk === 'string'
    if (!isText && !(chunk instanceof Uint8Array)) {
      throw invalidInput(`Expected a chunk to be a string or a Uint8Array, got ${typeof chunk}.`)
    }
    if (this.rest.length > 0 && isText !== (typeof this.rest === 'string')) {
      yield this.rest
      this.rest = ''
    }
    yield isText ? this.#wholeText(`${this.rest as string}${chunk}`) : this.#wholeBytes(chunk)
  }

  #wholeText(text: string): string {
    const isCut = /[\uD800-\uDBFF]$/.test(text)
    this.rest = isCut ? text.slice(-1) : ''
    return isCut ? text.slice(0, -1) : text
  }

  #wholeBytes(chunk: Uint8Array): Uint8Array {
    const begun = typeof this.rest === 'string' ? new Uint8Array(0) : this.rest
    if (begun.length === 0 && wholeUnits(chunk, chunk.length) === chunk.length) {
      this.rest = ''
      return chunk
    }
    const all = concat(begun, chunk)
    const whole = wholeUnits(all, all.length)
    this.rest = all.slice(whole)
    return all.subarray(0, whole)
  }
}
