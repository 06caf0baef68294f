// Loaded into a process with `NODE_OPTIONS=--import`. On SIGUSR2 it writes into the file that PITH_TEST_HELD names, with
// the number of the process at its end, how many bytes JavaScript can still reach. See `heldBytes`.
import { renameSync, writeFileSync } from 'node:fs'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc')

process.on('SIGUSR2', () => {
  collectGarbage()
  collectGarbage()
  const { heapUsed, arrayBuffers } = process.memoryUsage()
  const path = `${process.env.PITH_TEST_HELD}${process.pid}`
  writeFileSync(`${path}.new`, String(heapUsed + arrayBuffers))
  renameSync(`${path}.new`, path)
})
