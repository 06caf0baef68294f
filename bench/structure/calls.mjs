// node bench/structure/calls.mjs COMMAND kinds|lines LIMIT FILE…: cuts one file after the other, with kinds and without them in turns,
// and prints the milliseconds that each call takes of the processor: what else the machine does is not in them.
import { readFileSync } from 'node:fs'
import { loadLibrary } from '../load.mjs'
import { cutByPith } from './methods.mjs'

const [, , command, first, limit, ...files] = process.argv
const { createCollector } = await loadLibrary()
const { kindsFor } = await import('../../dist/structure/index.js')
const library = { createCollector, kindsFor }
const times = files.map((file, i) => {
  const bytes = readFileSync(file)
  const start = process.cpuUsage()
  cutByPith(library, { bytes, command, exitCode: 0 }, Number(limit), (first === 'kinds') === (i % 2 === 0))
  const { user, system } = process.cpuUsage(start)
  return (user + system) / 1000
})
console.log(JSON.stringify(times))
