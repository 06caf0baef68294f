// Breaks the process that cuts for the shell, at a step that PITH_TEST_FAULT names: `STEP KIND`. Loaded into it with
// `NODE_OPTIONS=--import`, so that the product has no hooks.
import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'

const [step, kind] = (process.env.PITH_TEST_FAULT ?? '').split(' ')
const ACTIVE = 3
const EVENTS = 8

const kinds = {
  exit: () => process.exit(0),
  kill: () => process.kill(process.pid, 'SIGKILL'),
  stop: () => process.kill(process.pid, 'SIGSTOP'),
  throw: () => {
    throw new TypeError('A fault of a test.')
  },
  hang: () => {
    for (;;) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1000)
  },
  spin: () => {
    for (;;);
  },
}

function at(name) {
  if (name !== step) return
  // A process that SIGKILL or SIGSTOP reaches a little later must not go on.
  kinds[kind]()
  if (kind === 'kill' || kind === 'stop') kinds.hang()
}

const { readSync, writeSync, writeFileSync } = fs
fs.readSync = (fd, ...rest) => {
  const length = readSync(fd, ...rest)
  if (fd === ACTIVE) at('held')
  return length
}
fs.writeSync = (fd, ...rest) => {
  const isText = fd === EVENTS && String(rest[0]).startsWith('text')
  if (isText) at('telling')
  const length = writeSync(fd, ...rest)
  if (fd === EVENTS && !isText) at('begun')
  if (isText) at('told')
  return length
}
fs.writeFileSync = (path, ...rest) => {
  if (!String(path).endsWith('.r')) return writeFileSync(path, ...rest)
  at('writing')
  writeFileSync(path, ...rest)
  at('written')
}
syncBuiltinESMExports()
const { indexOf } = Buffer.prototype
Buffer.prototype.indexOf = function (...words) {
  if (Buffer.isBuffer(words[0]) && String(words[0]).includes('End of the command')) at('chunk')
  return indexOf.apply(this, words)
}
if (process.argv.includes('--shell-rest')) at('start')
