import { createBytes } from './bytes.ts'

/** The globals of Node's that suites and their helpers name. */
const nodeGlobals = {
  Buffer: createBytes,
  process: { versions: {} },
  setImmediate: (callback: () => void) => setTimeout(callback),
}

Object.assign(globalThis, nodeGlobals)
