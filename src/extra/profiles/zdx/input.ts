import { refuseDetached } from '../../../check/bytes.ts'
import { invalidInput, invalidOption } from '../../../errors.ts'
import type { Input } from '../../../options.ts'

export { invalidOption } from '../../../errors.ts'

/** The bytes of an input. A lone surrogate in a string becomes U+FFFD. */
export function bytesOf(name: string, input: Input): Uint8Array {
  if (input instanceof Uint8Array) {
    refuseDetached(input)
    return input
  }
  if (typeof input === 'string') return new TextEncoder().encode(input)
  throw invalidInput(`Expected ${name} to be a string or a Uint8Array, got ${typeof input}.`)
}

/** Checks that options are an object, so that a caller who mixes up arguments gets a clear error. */
export function checkObject(name: string, value: unknown): void {
  if (typeof value === 'object' && value !== null) return
  throw invalidOption(name, 'an object', value)
}
