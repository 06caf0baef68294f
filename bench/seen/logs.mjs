// Logs that were never seen before: lines of real tools' logs, in other orders and varied by a seed.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { madeLogs } from '../retention/make-logs.mjs'
import { varyInto } from '../vary.mjs'

const LF = 0x0a
/** Lines that follow one another as in a log, before the next log is taken. */
const RUN_LINES = 200
/** How often a shorter line is looked for when one is too long for the bytes that are left. */
const TRIES = 20

/**
 * Real lines: the bytes of all logs, and where each line begins, with the end of the last.
 *
 * @typedef {{ bytes: Uint8Array, starts: number[], errors: number[], others: number[] }} Pool
 */

/**
 * Reads the logs that real tools wrote, and makes them first if they are missing. A line counts as an error line if
 * `truncate` finds an error in it alone.
 *
 * @returns {Pool}
 */
export function poolOf(truncate, tell) {
  const folder = join(madeLogs({ tell }), 'logs')
  const parts = readdirSync(folder)
    .sort()
    .flatMap((name) => [readFileSync(join(folder, name)), Buffer.from('\n')])
  const bytes = Buffer.concat(parts)
  const starts = [0]
  for (let at = bytes.indexOf(LF); at >= 0; at = bytes.indexOf(LF, at + 1)) starts.push(at + 1)
  const errors = []
  const others = []
  for (let line = 0; line + 1 < starts.length; line++) {
    const text = bytes.subarray(starts[line], starts[line + 1])
    const isError = truncate(text, { errors: true }).errors.total > 0
    ;(isError ? errors : others).push(line)
  }
  return { bytes, starts, errors, others }
}

/**
 * A log of at most `size` bytes, in whole lines. Without `errorShare` the lines come as the tools wrote them. With it,
 * that share of the lines is drawn from those with an error; varied letters hide a few of these errors.
 *
 * @param {Pool} pool
 * @param {{ size: number, errorShare?: number, random: () => number }} how
 * @returns {Buffer}
 */
export function unseenLog(pool, { size, errorShare, random }) {
  const log = Buffer.allocUnsafeSlow(size)
  const next = errorShare === undefined ? inOrder(pool, random) : mixed(pool, errorShare, random)
  let at = 0
  for (let tries = 0; tries < TRIES; ) {
    const line = next()
    const [start, end] = [pool.starts[line], pool.starts[line + 1]]
    if (at + end - start > size) {
      tries++
      continue
    }
    varyInto(pool.bytes, start, end, log, at, random)
    at += end - start
  }
  return log.subarray(0, at)
}

function inOrder({ starts }, random) {
  return runs(starts.length - 1, random)
}

function mixed({ errors, others }, errorShare, random) {
  const other = runs(others.length, random)
  return () => (random() < errorShare ? errors[Math.floor(random() * errors.length)] : others[other()])
}

/** Numbers below `count`, in runs that begin anywhere. */
function runs(count, random) {
  let next = 0
  let left = 0
  return () => {
    if (left === 0 || next === count) {
      next = Math.floor(random() * count)
      left = RUN_LINES
    }
    left--
    return next++
  }
}
