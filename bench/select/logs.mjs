// Logs to learn and measure with, in two halves by where they come from.
import { readdirSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'

/** Each log below some folders: its name, the group that it belongs to, and its bytes as UTF-8. */
export function logsIn(dirs) {
  const paths = dirs.flatMap((dir) =>
    readdirSync(dir, { recursive: true })
      .filter((name) => name.endsWith('.log'))
      .sort()
      .map((name) => join(dir, name)),
  )
  return paths.map((path) => {
    const own = basename(path, '.log')
    const name = own === 'raw' ? basename(dirname(path)) : own
    // Logs of one project or one tool differ in a number at the end.
    const group = name.replace(/-orig$/, '').replace(/[-_\d]+$/, '')
    return { name, group, bytes: asUtf8(readFileSync(path)) }
  })
}

function asUtf8(bytes) {
  const mark = bytes.subarray(0, 2).toString('hex')
  const name = mark === 'fffe' ? 'utf-16le' : mark === 'feff' ? 'utf-16be' : undefined
  return name === undefined ? bytes : Buffer.from(new TextDecoder(name).decode(bytes))
}

/** The half of a group: 0 or 1. */
export function halfOf(group) {
  let hash = 0x811c9dc5
  for (const byte of Buffer.from(group)) hash = Math.imul(hash ^ byte, 0x01000193)
  return (hash ^ (hash >>> 15)) & 1
}
