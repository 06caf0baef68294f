import { createHash } from 'node:crypto'
import { inject } from 'vitest'
import type { Collector } from '../../src/core/collector.ts'
import * as collector from '../../src/core/collector.ts'
import * as stream from '../../src/core/stream.ts'
import * as whole from '../../src/core/truncate.ts'
import type { CommandStatus, Input, Source, TruncateOptions } from '../../src/options.ts'
import type { ArtifactStore } from '../../src/store/store.ts'
import type { Truncation } from '../../src/truncation.ts'
import { type ContractExtra, checkContract } from './contract.ts'
import { bytesOf } from './facts.ts'

/**
 * The library's entry points for tests. Checks every result against the contract before the test gets it. Import
 * `truncate`, `createCollector` and `truncateStream` only from here.
 */

/** Adds the backend to options. Leaves other values alone, so that a test can pass what an untyped caller may pass. */
const withBackend = <O extends object>(options: O): O =>
  // An arbitrary record may have no prototype.
  typeof options === 'object' && options !== null ? { backend: inject('backend'), ...options } : options

/** The input of each result, for results that are truncated again. */
const inputs = new WeakMap<Truncation, Uint8Array>()

/** The last result that passed for given options, so that equal results of many chunkings are checked once. */
const passed = new WeakMap<TruncateOptions, { input: Uint8Array; seen: string }>()

function hold(
  bytes: Uint8Array,
  options: TruncateOptions,
  result: Truncation,
  extra: ContractExtra,
): Truncation {
  inputs.set(result, bytes)
  const seen = JSON.stringify([result, extra.source, extra.status])
  const before = passed.get(options)
  if (before && before.seen === seen && Buffer.compare(before.input, bytes) === 0) return result
  checkContract(bytes, options, result, {
    ...extra,
    again: (text, o) => whole.truncate(text, withBackend(o)),
  })
  passed.set(options, { input: bytes.slice(), seen })
  return result
}

export function truncate(input: Input | Truncation, options: TruncateOptions = {}): Truncation {
  const result = whole.truncate(input, withBackend(options))
  if (typeof input === 'string' || input instanceof Uint8Array)
    return hold(bytesOf(input), options, result, {})
  const original = inputs.get(input)
  if (original === undefined) throw new Error('a result is cut again whose input is not known')
  return hold(original, options, result, { recut: true, source: options.source ?? sourceOf(input) })
}

/** The source that a result names. The next result must name it too. */
function sourceOf({ path, artifact, gaps }: Truncation): Source | undefined {
  if (path !== undefined) return { path }
  return artifact !== undefined && gaps.some((gap) => gap.resume !== undefined) ? { artifact } : undefined
}

export function createCollector(options: TruncateOptions = {}): Collector {
  const inner = collector.createCollector(withBackend(options))
  const record = new Recorder()
  let wasLossy = false
  return {
    write(chunk) {
      inner.write(chunk)
      record.add(chunk)
      if (wasLossy && !inner.lossy) throw new Error('clause 11: lossy turned false again')
      if (inner.lossy !== wasLossy && Buffer.compare(inner.retained(), record.complete()) !== 0) {
        throw new Error('clause 7: retained() lacks bytes when lossy turns true')
      }
      wasLossy = inner.lossy
    },
    get lossy() {
      return inner.lossy
    },
    retained: () => inner.retained(),
    snapshot: () => inner.snapshot(),
    end(source?: Source, status?: CommandStatus) {
      const result = inner.end(source, status)
      return hold(record.end(), options, result, { source, status })
    },
  }
}

type StreamInput = Parameters<typeof stream.truncateStream>[0]
type StreamOptions = NonNullable<Parameters<typeof stream.truncateStream>[1]>

export async function truncateStream(input: StreamInput, options: StreamOptions = {}): Promise<Truncation> {
  const record = new Recorder()
  const result = await stream.truncateStream(recording(input, record), withBackend(options))
  if (options.tokens) throw new Error('give counters to truncate(): the judge counts synchronously')
  const bytes = record.end()
  const { store, storeTimeoutMs: _, signal: __, tokens: ___, redact: ____, ...rest } = options
  const source = store && result.truncated ? await completeArtifact(store, bytes) : undefined
  return hold(bytes, rest, result, { source })
}

async function completeArtifact(store: ArtifactStore, bytes: Uint8Array): Promise<Source | undefined> {
  const id = createHash('sha256').update(bytes).digest('hex').slice(0, 16)
  const found = await store.list()
  return found.some((stat) => stat.id === id) ? { artifact: id } : undefined
}

function recording(input: StreamInput, record: Recorder): StreamInput {
  if (input instanceof ReadableStream) {
    const tee = new TransformStream<Input, Input>({
      transform(chunk, controller) {
        record.add(chunk)
        controller.enqueue(chunk)
      },
    })
    return input.pipeThrough(tee) as StreamInput
  }
  if (input instanceof Blob) return recording(input.stream() as StreamInput, record)
  return recordingIterable(input as AsyncIterable<Input>, record)
}

async function* recordingIterable(input: AsyncIterable<Input>, record: Recorder): AsyncIterable<Input> {
  for await (const chunk of input) {
    record.add(chunk)
    yield chunk
  }
}

/** Joins chunks of bytes and text. Holds back a high surrogate at a string's end until its other half comes. */
class Recorder {
  readonly #parts: Uint8Array[] = []
  #half = ''

  add(chunk: Input): void {
    if (typeof chunk !== 'string') {
      if (chunk.length > 0) this.#flush()
      this.#parts.push(chunk.slice())
      return
    }
    const text = this.#half + chunk
    const waits = /[\uD800-\uDBFF]$/.test(text)
    this.#half = waits ? text.slice(-1) : ''
    this.#parts.push(bytesOf(waits ? text.slice(0, -1) : text))
  }

  /** All bytes so far, without a surrogate that waits for its other half. */
  complete(): Uint8Array {
    return Buffer.concat(this.#parts)
  }

  end(): Uint8Array {
    this.#flush()
    return this.complete()
  }

  #flush(): void {
    this.#parts.push(bytesOf(this.#half))
    this.#half = ''
  }
}
