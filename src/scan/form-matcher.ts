import { type KernelExports, sharedKernels } from './instance.ts'
import { MAX_LINE_BYTES } from './normaliser.ts'

/** Characters of the pack's own sum, which the kernel checks. */
const SUM_CHARACTERS = 8

interface Loaded {
  readonly digest: string
  readonly matcher: KernelFormMatcher | undefined
}

let loaded: Loaded | undefined

/**
 * The kernels' matcher of the signal's forms, with the tables of the pack that `read` returns at the first call.
 *
 * @param digest Of the forms. A pack that was made of other forms is refused.
 * @returns undefined without WebAssembly, and if the pack does not fit the module.
 */
export function formMatcherFor(digest: string, read: () => string): KernelFormMatcher | undefined {
  if (loaded?.digest === digest) return loaded.matcher
  const kernels = sharedKernels()
  loaded = { digest, matcher: kernels && createFormMatcher(kernels, read(), digest) }
  return loaded.matcher
}

/** @returns undefined if the pack does not fit. */
export function createFormMatcher(
  kernels: KernelExports,
  pack: string,
  digest: string,
): KernelFormMatcher | undefined {
  if (!pack.startsWith(digest, SUM_CHARACTERS)) return undefined
  const place = new Uint8Array(kernels.memory.buffer, kernels.packAt.value, kernels.packBytes.value)
  new TextEncoder().encodeInto(pack, place)
  // The kernel refuses one that is longer than its place.
  const forms = kernels.loadTables(pack.length)
  return forms > 0 ? new KernelFormMatcher(kernels, forms) : undefined
}

/**
 * Finds forms in one line at a time, in the module's memory. Without a form of evidence and a location it finds
 * nothing: other forms only change what evidence counts. The reference is src/signal/linear/.
 */
export class KernelFormMatcher {
  readonly ids: Uint16Array
  readonly #ends: Int32Array
  readonly #kernels: KernelExports
  readonly #line: Uint8Array
  #start = 0

  constructor(kernels: KernelExports, forms: number) {
    const { buffer } = kernels.memory
    this.#kernels = kernels
    this.ids = new Uint16Array(buffer, kernels.formIdsAt.value, forms)
    this.#ends = new Int32Array(buffer, kernels.formEndsAt.value, forms)
    this.#line = new Uint8Array(buffer, kernels.lineAt.value, MAX_LINE_BYTES)
  }

  /** Reads the line `bytes[start, end)`, at most `MAX_LINE_BYTES` without LF, and returns how many forms it holds. */
  match(bytes: Uint8Array, start: number, end: number): number {
    const isInMemory = bytes.buffer === this.#line.buffer
    if (!isInMemory) this.#line.set(bytes.subarray(start, end))
    const from = isInMemory ? bytes.byteOffset + start : this.#line.byteOffset
    this.#start = start
    return this.#kernels.matchText(from, from + end - start)
  }

  endOf(form: number): number {
    return this.#start + this.#ends[form]
  }

  has(form: number): boolean {
    return this.#kernels.hasForm(form) !== 0
  }
}
