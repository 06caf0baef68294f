import { createBytes } from './bytes.ts'

/** The globals of Node's that suites and their helpers name. */
const nodeGlobals = {
  // The runner asks of values whether they are instances of it.
  Buffer: Object.assign(class {}, createBytes),
  process: { versions: {} },
  setImmediate: (callback: () => void) => setTimeout(callback),
}

Object.assign(globalThis, nodeGlobals)
