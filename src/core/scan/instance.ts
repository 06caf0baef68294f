import { binaryHex } from './binary.ts'

/** The exports of assembly/index.ts that the scanner uses. */
export interface KernelExports {
  readonly memory: { readonly buffer: ArrayBuffer }
  readonly stateAt: { readonly value: number }
  readonly windowAt: { readonly value: number }
  readonly tokensAt: { readonly value: number }
  readonly tokenStepsAt: { readonly value: number }
  readonly resultAt: { readonly value: number }
  readonly roomAt: { readonly value: number }
  readonly unitsAt: { readonly value: number }
  readonly encodedAt: { readonly value: number }
  scanWindow(length: number, hasTokens: number): void
  encodeUnits(length: number): number
  countNewlines(at: number, length: number): number
  plainEnd(at: number, length: number): number
  coloursEnd(at: number, length: number, from: number): number
  stripColours(at: number, length: number, target: number, list: number): number
  readonly literalsAt: { readonly value: number }
  readonly openingsAt: { readonly value: number }
  readonly longerOpeningsAt: { readonly value: number }
  readonly selectionAt: { readonly value: number }
  readonly snapshotAt: { readonly value: number }
  readonly journalAt: { readonly value: number }
  readonly selectWindowAt: { readonly value: number }
  selectWindow(length: number, hasTokens: number): void
  endSelection(): void
}

/** The compiled module. Threads may share it. */
export type KernelModule = WebAssembly.Module

let shared: { kernels: KernelExports | undefined } | undefined
let compiled: KernelModule | undefined

/** Has the process's instance made of this module, where a runtime compiles none itself. Call it before the first scan. */
export function useModule(module: KernelModule): void {
  compiled = module
}

/** The process's only instance; undefined if WebAssembly is not available. */
export function sharedKernels(): KernelExports | undefined {
  shared ??= { kernels: instantiate() }
  return shared.kernels
}

/**
 * Compiles and instantiates the embedded module.
 *
 * @returns Its exports, or undefined if WebAssembly, SIMD or the memory is not available.
 */
export function instantiate(): KernelExports | undefined {
  try {
    // Only compiling shows it: `WebAssembly.validate` returns true under a policy that forbids compiling.
    compiled ??= new WebAssembly.Module(bytesOf(binaryHex()))
    return new WebAssembly.Instance(compiled).exports as unknown as KernelExports
  } catch {
    return undefined
  }
}

interface Host {
  /** Where it is there, it decodes faster than a loop. */
  Buffer?: { from(text: string, encoding: 'hex'): Uint8Array<ArrayBuffer> }
}

function bytesOf(hex: string): Uint8Array<ArrayBuffer> {
  const decoded = (globalThis as Host).Buffer?.from(hex, 'hex')
  if (decoded !== undefined) return decoded
  const bytes = new Uint8Array(hex.length >> 1)
  for (let i = 0; i < bytes.length; i++) bytes[i] = (digitAt(hex, 2 * i) << 4) | digitAt(hex, 2 * i + 1)
  return bytes
}

function digitAt(hex: string, at: number): number {
  const code = hex.charCodeAt(at)
  return code <= 0x39 ? code - 0x30 : code - 0x57
}
