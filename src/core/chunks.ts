import { invalidInput } from '../errors.ts'
import type { Input } from '../options.ts'
import { rejection } from './fit/abort.ts'

/** An input that arrives in chunks. */
export type Chunks = ReadableStream<Input> | AsyncIterable<Input> | Blob

/**
 * Iterates over the chunks of any stream. Cancels the stream when the loop ends early.
 *
 * @throws {PithError} `PITH_INVALID_INPUT` for another input, `PITH_ABORTED`
 */
export async function* chunksOf(input: Chunks, signal: AbortSignal | undefined): AsyncIterable<Input> {
  checkStream(input)
  const source = input instanceof Blob ? input.stream() : input
  const iterator = Symbol.asyncIterator in source ? source[Symbol.asyncIterator]() : readerOf(source)
  const aborted = signal && rejection(signal)
  try {
    for (;;) {
      // The abort comes first, because a stream that always has the next chunk would win every race.
      const next = iterator.next()
      const { done, value } = await (aborted ? Promise.race([aborted.promise, next]) : next)
      if (done) return
      yield value
    }
  } finally {
    aborted?.forget()
    void ended(iterator)
  }
}

/** Tells a stream that nothing more is read. Ignores its failure. */
async function ended(iterator: AsyncIterator<Input>): Promise<void> {
  try {
    await iterator.return?.()
  } catch {
    // The result does not depend on it.
  }
}

function checkStream(input: unknown): void {
  const isStream =
    typeof input === 'object' &&
    input !== null &&
    (Symbol.asyncIterator in input || input instanceof Blob || input instanceof ReadableStream)
  if (!isStream) {
    throw invalidInput('Expected the input to be a ReadableStream, an async iterable or a Blob.')
  }
}

/** For runtimes whose ReadableStream is not an async iterable. */
function readerOf(stream: ReadableStream<Input>): AsyncIterator<Input> {
  const reader = stream.getReader()
  return {
    next: async () => {
      const { done, value } = await reader.read()
      return done ? { done: true, value: undefined } : { done: false, value }
    },
    return: async () => {
      await reader.cancel()
      return { done: true, value: undefined }
    },
  }
}
