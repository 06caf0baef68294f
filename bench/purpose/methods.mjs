// Ways to cut the output of a command that succeeded.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { importBundled } from '../bundle.mjs'
import { knows } from '../noise/cut.mjs'
import { profiles } from '../retention/contenders.mjs'
import { onDecoded } from '../retention/lines.mjs'
import { bothEnds, wholeHead, wholeTail } from '../structure/methods.mjs'
import { hosts } from './hosts.mjs'

/** In effect no limit of lines, because only bytes are compared. */
const MAX_LINES = 100_000
/** Gives markers the width that they have when the output can be read back. */
const SOURCE = { artifact: '0123456789abcdef' }

/**
 * @typedef {object} Method
 * @property {string} name
 * @property {boolean} [isHost] a host, or another system
 * @property {(output: { bytes: Buffer, command: string }, maxBytes: number) => { text: string, content?: string }} cut
 */

/**
 * A checkout's pith, as its `pith run` cuts: for the purpose that it judges by the command, or with `spend: 'worth'` where
 * it has no purposes yet.
 *
 * @param {string} root the checkout
 */
export async function loadPith(name, root) {
  const { truncateToolOutput } = await import(join(root, 'dist/index.js'))
  const { kindsFor } = await import(join(root, 'dist/structure/index.js'))
  const judgeCommand = await judgeOf(root)
  const hasPurpose = judgeCommand !== undefined && knows(truncateToolOutput, { for: 'read' })
  const judge = (command) => {
    const judged = judgeCommand?.(command)
    return hasPurpose
      ? { for: judged.for, structure: kindsFor({ command: judged.words }) }
      : { spend: 'worth', structure: kindsFor({ command }) }
  }
  const cut = ({ bytes, command }, maxBytes) => {
    const { text, details } = truncateToolOutput('bash', bytes, {
      maxBytes,
      maxLines: MAX_LINES,
      source: SOURCE,
      status: { exitCode: 0 },
      ...judge(command),
    })
    const { notice } = details.truncation
    const at = notice === undefined ? text.length : text.lastIndexOf(notice)
    return { text, content: text.slice(0, at) }
  }
  return { name, cut, hasPurpose, purposeOf: (command) => judgeCommand?.(command).for ?? 'unknown' }
}

async function judgeOf(root) {
  const path = join(root, 'src/tools/command/judge.ts')
  if (!existsSync(path)) return undefined
  const { judgeCommand } = await importBundled(`export { judgeCommand } from ${JSON.stringify(path)}`)
  return judgeCommand
}

const plain = (name, cut) => ({
  name,
  cut: ({ bytes }, maxBytes) => ({
    text: bytes.length <= maxBytes ? bytes.toString() : cut(bytes, maxBytes),
  }),
})

/** @type {Method[]} */
export const plainMethods = [plain('head', wholeHead), plain('tail', wholeTail), plain('both ends', bothEnds)]

const ofSystem = ({ name, cut, ...rest }) => {
  const decoded = onDecoded(cut)
  return { name, isHost: true, ...rest, cut: ({ bytes }, maxBytes) => ({ text: decoded(bytes, maxBytes) }) }
}

/** The cuts of hosts, and the other profiles of pith/profiles, each at the size that is asked for. */
export const hostMethods = [
  ...hosts.filter(({ cut }) => cut).map(ofSystem),
  ...profiles.filter(({ name }) => name !== 'pi').map(({ name, cut }) => ofSystem({ name, cut })),
]
