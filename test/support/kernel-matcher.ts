import type { KernelExports } from '../../src/scan/instance.ts'
import { loadTables } from '../../src/scan/judge.ts'
import { MAX_LINE_BYTES } from '../../src/scan/normaliser.ts'

/** The kernels' matcher of the rules' forms, by itself. Undefined if the pack does not fit. */
export function createKernelMatcher(
  kernels: KernelExports,
  pack: string,
  digest: string,
): KernelFormMatcher | undefined {
  const forms = loadTables(kernels, { pack, digest })
  return forms > 0 ? new KernelFormMatcher(kernels, forms) : undefined
}

/**
 * Finds forms in one line at a time, in the module's memory. Without a form of evidence and a location it finds
 * nothing: other forms only change what evidence counts. The reference is src/signal/linear/.
 */
class KernelFormMatcher {
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
