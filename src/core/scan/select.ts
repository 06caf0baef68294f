import { createJsSelector } from './js-selector.ts'
import type { Selector } from './selector.ts'

let jsSelector: Selector | undefined

/** Returns the process's selector for a backend. */
export function selectorFor(_backend: 'auto' | 'wasm' | 'js'): Selector {
  jsSelector ??= createJsSelector()
  return jsSelector
}
