import { createBytes } from './bytes.ts'

/** The globals of Node's that suites and their helpers name. */
const nodeGlobals = {
  // The runner asks of values whether they are instances of it.
  Buffer: Object.assign(class {}, createBytes),
  // As `loud` of vitest.config.ts.
  process: { versions: {}, env: { PITH_NET: 'throw' } },
  setImmediate: (callback: () => void) => setTimeout(callback),
}

Object.assign(globalThis, nodeGlobals)
