// node bench/structure/first-call.mjs FILE COMMAND kinds|lines LIMIT: prints the milliseconds that the
// first call of a process takes of the processor: what else the machine does is not in them.
import { readFileSync } from 'node:fs'
import { loadLibrary } from '../load.mjs'
import { cutByPith } from './methods.mjs'

const [, , file, command, mode, limit] = process.argv
const { createCollector } = await loadLibrary()
const { kindsFor } = await import('../../dist/structure/index.js')
const bytes = readFileSync(file)
const start = process.cpuUsage()
cutByPith({ createCollector, kindsFor }, { bytes, command, exitCode: 0 }, Number(limit), mode === 'kinds')
const { user, system } = process.cpuUsage(start)
console.log((user + system) / 1000)
