// What runs on the file. Each returns the answer that `expected` names, or nothing when no answer is compared.
import { execFileSync } from 'node:child_process'
import { closeSync, openSync, readSync } from 'node:fs'
import { alternation } from '../oracle.mjs'
import { errorPatterns } from '../words.mjs'

const LF = 0x0a
const WINDOW_BYTES = 256 * 1024

/** Counts LF with pith's page of a file, with wc and with Buffer.indexOf. Also a read that counts nothing. */
export function counters(log, { readFile }) {
  const offset = log.lines - 10
  const page = async () => {
    const { details } = await readFile(log.path, { offset })
    return details.totalLines
  }
  return [
    {
      name: 'readSync of 256 KiB, nothing done',
      run: () => eachPiece(log.path, () => {}),
      expected: undefined,
    },
    { name: 'pith readFile near the end', run: page, expected: log.lines },
    { name: 'wc -l', run: () => Number.parseInt(output('wc', ['-l', log.path]), 10), expected: log.lines },
    { name: 'Buffer.indexOf', run: () => countByIndexOf(log.path), expected: log.lines },
  ]
}

/** Selects lines with pith's selector, and finds those with one of some words with rg, if it is installed. */
export function finders(log, { selectors, literals }) {
  const selector = selectors.wasm ?? selectors.js
  const run = () => {
    const session = selector.open({ literals })
    eachPiece(
      log.path,
      (length) => session.advance(length),
      () => session.window(),
    )
    return session.finish().newlines
  }
  const list = [{ name: `pith selector (${selector.backend})`, run, expected: log.lines }]
  if (!hasProgram('rg')) return list
  const regex = `(?-u:\\b)(?:${alternation(errorPatterns).replaceAll('(?!\\w)', '(?-u:\\b)')})`
  const words = ['--no-config', '-c', '-i', '-a', regex, log.path]
  return [
    ...list,
    { name: 'rg -c -i, the words', run: () => Number(output('rg', words)), expected: log.plainErrorLines },
  ]
}

/** Whole processes that show a page near the end: the first time, and with the lines remembered. */
export function pagers(log, command) {
  const offset = String(log.lines - 5000)
  const read = (cache) => () =>
    output(process.execPath, [command, 'read', log.path, '--offset', offset], { XDG_CACHE_HOME: cache })
  const page = (text) => text.split('\n').slice(0, 100).join('\n')
  return [
    {
      name: 'tail -n +N | head -n 2000',
      run: () => output('sh', ['-c', `tail -n +${offset} "$0" | head -n 2000`, log.path]),
      read: page,
    },
    { name: 'pith read --offset N, nothing remembered', run: read('/dev/null'), read: page },
    { name: 'pith read --offset N, remembered', run: read(log.folder), read: page },
  ]
}

export function hasProgram(name) {
  try {
    execFileSync(name, ['--version'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

const output = (program, words, env = {}) =>
  execFileSync(program, words, { encoding: 'utf8', env: { ...process.env, ...env }, maxBuffer: 2 ** 26 })

function eachPiece(path, take, window) {
  const buffer = Buffer.allocUnsafeSlow(WINDOW_BYTES)
  const file = openSync(path)
  try {
    for (;;) {
      const into = window?.() ?? buffer
      const length = readSync(file, into, 0, WINDOW_BYTES, null)
      if (length === 0) return
      take(length, into)
    }
  } finally {
    closeSync(file)
  }
}

function countByIndexOf(path) {
  let count = 0
  eachPiece(path, (length, buffer) => {
    const piece = buffer.subarray(0, length)
    for (let at = piece.indexOf(LF); at >= 0; at = piece.indexOf(LF, at + 1)) count++
  })
  return count
}
