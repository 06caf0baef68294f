import { type KernelExports, sharedKernels } from './instance.ts'
import { MAX_LINE_BYTES } from './normaliser.ts'

// The kernels' judge of lines (assembly/judge.ts). The reference is in src/signal/evidence.ts.

/** Characters of the pack's own sum, which the kernel checks. */
const SUM_CHARACTERS = 8

/** What the module needs to know of the rules. */
export interface JudgedRules {
  /** Their automata, as build/automata/pack.mjs writes them. */
  pack: string
  /** Of their forms. A pack that was made of other forms is refused. */
  digest: string
  /** What their forms weigh. */
  weights: Uint8Array
}

// Offsets in EVIDENCE, as in assembly/judge.ts.
const EVIDENCE_BYTES = 24
const AT_SCORE = 0
const AT_KINDS = 8
const AT_SHAPE = 12
const AT_COARSE = 16
const AT_START = 20
const AT_END = 22

let known: KernelJudge | undefined

/**
 * The judge of the kernels; undefined for the `js` backend and without WebAssembly. It loads the rules when the first
 * line comes.
 */
export function judgeFor(backend: 'auto' | 'wasm' | 'js', rules: () => JudgedRules): KernelJudge | undefined {
  const kernels = backend === 'js' ? undefined : sharedKernels()
  if (kernels !== undefined) known ??= new KernelJudge(kernels, rules)
  return kernels && known
}

/** Gives the module the tables of the rules. Returns the number of their forms; 0 if the pack does not fit. */
export function loadTables(
  kernels: KernelExports,
  { pack, digest }: Pick<JudgedRules, 'pack' | 'digest'>,
): number {
  if (!pack.startsWith(digest, SUM_CHARACTERS)) return 0
  const place = new Uint8Array(kernels.memory.buffer, kernels.packAt.value, kernels.packBytes.value)
  new TextEncoder().encodeInto(pack, place)
  // The kernel refuses one that is longer than its place.
  return kernels.loadTables(pack.length)
}

/**
 * Judges one line at a time. What was found last is in the fields of the same names as in `Evidence`. `startByte` and
 * `endByte` count from the line's start.
 */
export class KernelJudge {
  /** The memory that it judges lines in. */
  readonly memory: ArrayBuffer
  readonly #kernels: KernelExports
  readonly #rules: () => JudgedRules
  readonly #line: Uint8Array
  readonly #lineAt: number
  readonly #scores: Float64Array
  readonly #facts: Uint32Array
  readonly #range: Uint16Array
  /** Undefined before the first line. False when the module refused the rules or trapped. */
  #isReady: boolean | undefined

  constructor(kernels: KernelExports, rules: () => JudgedRules) {
    const { buffer } = kernels.memory
    const at = kernels.evidenceAt.value
    this.memory = buffer
    this.#kernels = kernels
    this.#rules = rules
    this.#lineAt = kernels.lineAt.value
    this.#line = new Uint8Array(buffer, this.#lineAt, MAX_LINE_BYTES)
    this.#scores = new Float64Array(buffer, at, EVIDENCE_BYTES / 8)
    this.#facts = new Uint32Array(buffer, at, EVIDENCE_BYTES / 4)
    this.#range = new Uint16Array(buffer, at, EVIDENCE_BYTES / 2)
  }

  /**
   * Assesses the line of `length` bytes at an address of the module's memory.
   *
   * @returns 1 if it has evidence, 0 if it has none, -1 if the kernels cannot judge it: it is too long, or the module
   *   refused the rules.
   */
  assessAt(address: number, length: number): number {
    return this.#isFit(length) ? this.#assess(address, length) : -1
  }

  /** Assesses a line that is not in the module's memory. */
  assess(line: Uint8Array): number {
    if (!this.#isFit(line.length)) return -1
    this.#line.set(line)
    return this.#assess(this.#lineAt, line.length)
  }

  #isFit(length: number): boolean {
    this.#isReady ??= this.#loadRules()
    return this.#isReady && length <= MAX_LINE_BYTES
  }

  #loadRules(): boolean {
    const rules = this.#rules()
    const kernels = this.#kernels
    if (loadTables(kernels, rules) === 0) return false
    const { weights } = rules
    new Uint8Array(this.memory, kernels.weightsAt.value, weights.length).set(weights)
    return true
  }

  /** A trap loses nothing: this line and all later ones are judged without the kernels. */
  #assess(address: number, length: number): number {
    try {
      return this.#kernels.assessLine(address, length)
    } catch {
      this.#isReady = false
      return -1
    }
  }

  get score(): number {
    return this.#scores[AT_SCORE / 8]
  }

  get kinds(): number {
    return this.#facts[AT_KINDS / 4]
  }

  get shape(): number {
    return this.#facts[AT_SHAPE / 4]
  }

  get coarse(): number {
    return this.#facts[AT_COARSE / 4]
  }

  get startByte(): number {
    return this.#range[AT_START / 2]
  }

  get endByte(): number {
    return this.#range[AT_END / 2]
  }
}
