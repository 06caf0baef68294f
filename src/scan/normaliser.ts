import { type KernelExports, sharedKernels } from './instance.ts'

/** The longest line that the kernels normalise, in bytes. */
export const MAX_LINE_BYTES = 8192
/** Zeros that follow a text. */
const SPARE_BYTES = 64
/** Index of the 32-bit word in RESULT that has the end of the text. */
const RESULT_JUDGED = 0

let known: KernelNormaliser | undefined

/** The kernels' normaliser; undefined if WebAssembly is not available, and for the `js` backend. */
export function normaliserFor(backend: 'auto' | 'wasm' | 'js'): KernelNormaliser | undefined {
  const kernels = backend === 'js' ? undefined : sharedKernels()
  if (kernels !== undefined) known ??= new KernelNormaliser(kernels)
  return kernels && known
}

/** Normalises one line at a time in the module's memory. The reference is in src/signal/normalise.ts. */
export class KernelNormaliser {
  /** The module's memory. Valid until the next line. */
  readonly text: Uint8Array
  from = 0
  to = 0
  /** Where the line begins in the given bytes. */
  #start = 0
  readonly #kernels: KernelExports
  readonly #line: Uint8Array
  readonly #lineAt: number
  readonly #textAt: number
  readonly #result: Int32Array

  constructor(kernels: KernelExports) {
    const { buffer } = kernels.memory
    this.#kernels = kernels
    this.#lineAt = kernels.lineAt.value
    this.#textAt = kernels.textAt.value
    this.#line = new Uint8Array(buffer, this.#lineAt, MAX_LINE_BYTES)
    this.#result = new Int32Array(buffer, kernels.resultAt.value, RESULT_JUDGED + 1)
    this.text = new Uint8Array(buffer, this.#textAt, MAX_LINE_BYTES + SPARE_BYTES)
  }

  /** Normalises a line of at most `MAX_LINE_BYTES`. */
  normalise(bytes: Uint8Array, start: number, end: number): void {
    this.#line.set(bytes.subarray(start, end))
    this.from = this.#kernels.normaliseLine(this.#lineAt, end - start)
    this.to = this.#result[RESULT_JUDGED]
    this.#start = start
  }

  /** Hash of the text without its numbers and quoted strings: a whole number below 2^32. */
  shape(): number {
    return this.#kernels.shapeOfText(this.#textAt + this.from, this.#textAt + this.to) >>> 0
  }

  /** Hash of what similar texts have in common. */
  coarse(): number {
    return this.#kernels.coarseOfText(this.#textAt + this.from, this.#textAt + this.to) >>> 0
  }

  /** The offset in the given bytes of what is at an offset of the text. */
  originOf(at: number): number {
    return this.#start + this.#kernels.originOf(at)
  }
}
