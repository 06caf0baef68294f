// The peers that pith is compared with, how each is called, and what each does.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { packedFunction, versionOf } from './pack.mjs'

/** The limit that pi's tools and pith both get. */
export const SHARED_LIMIT = { lines: 2000, amount: 50 * 1024, unit: 'bytes' }

const inCharacters = (amount) => ({ lines: Infinity, amount, unit: 'characters' })

const definitions = [
  {
    name: 'pi',
    package: '@earendil-works/pi-coding-agent',
    exported: 'truncateTail',
    moduleIn: (directory) => join(directory, 'dist/core/tools/truncate.js'),
    limit: SHARED_LIMIT,
    does: 'splits all lines, counts lines and bytes, keeps the tail; its tools say so outside this call',
    leavesOut: 'error lines, both ends, whole grapheme clusters, markers, places of gaps and a way back',
    call: (truncateTail) => (text) => truncateTail(text),
    callAt: (truncateTail) => (text, limits) => truncateTail(text, limits),
    read: ({ content, totalLines, totalBytes }) => ({ text: content, totalLines, totalBytes }),
  },
  {
    name: 'openclaw',
    package: 'openclaw',
    exported: 'truncateToolResultText',
    moduleIn: openclawModule,
    limit: inCharacters(64_000),
    does: 'less: counts no lines and no bytes; looks at the ends, keeps the tail beside the head when words in it matter',
    leavesOut:
      'counts of lines and bytes, lines of the middle, whole grapheme clusters, places of gaps and a way back',
    call: (truncate) => (text) => truncate(text, 64_000),
    callAt:
      (truncate) =>
      (text, { maxBytes }) =>
        truncate(text, maxBytes),
    read: (text) => ({ text }),
  },
  {
    name: 'gemini',
    package: '@google/gemini-cli-core',
    exported: 'formatTruncatedToolOutput',
    moduleIn: (directory) => join(directory, 'dist/src/utils/fileUtils.js'),
    limit: inCharacters(40_000),
    does: 'less: two substrings (a fifth head, the rest tail); counts no lines and no bytes',
    leavesOut:
      'counts of lines and bytes, a limit in bytes, whole characters, lines of the middle and places of gaps',
    call: (format) => (text) => format(text, '/tmp/output.txt', 40_000),
    callAt:
      (format) =>
      (text, { maxBytes }) =>
        format(text, '/tmp/output.txt', maxBytes),
    read: (text) => ({ text }),
  },
  {
    name: 'cline',
    package: '@cline/core',
    exported: 'truncateCommandOutput',
    moduleIn: (directory) => join(directory, 'dist/index.js'),
    limit: inCharacters(48_000),
    does: 'less: two substrings (half and half); counts no lines and no bytes',
    leavesOut:
      'counts of lines and bytes, a limit in bytes, whole characters, lines of the middle and places of gaps',
    call: (truncate) => (text) => truncate(text),
    read: (text) => ({ text }),
  },
]

/** OpenClaw's file names contain a hash, so search for the file that exports the name. */
function openclawModule(directory) {
  const dist = join(directory, 'dist')
  const files = readdirSync(dist).filter((name) => /truncation.*\.m?js$/.test(name))
  const isExported = /export \{[^}]*\btruncateToolResultText\b(?! as )/
  const found = files.find((name) => isExported.test(readFileSync(join(dist, name), 'utf8')))
  return found && join(dist, found)
}

/**
 * Each peer with `run(text)` and `read(result)`, or with the reason why it is not available. `runAt(text, limits)` cuts
 * to other limits than the peer's own.
 *
 * @param {(line: string) => void} tell reports steps that take long.
 */
export async function loadPeers(tell) {
  const peers = []
  for (const { call, callAt, ...definition } of definitions) {
    const version = versionOf(definition.package)
    tell(`${definition.name} ${version}`)
    try {
      const peer = await packedFunction(definition)
      peers.push({ ...definition, version, run: call(peer), runAt: callAt?.(peer) })
    } catch (error) {
      peers.push({ ...definition, version, reason: error.message.split('\n')[0] })
    }
  }
  return peers
}

/**
 * pith as a contender at a peer's limit. It does its default work or, with `tail`, only as much as a plain tail needs.
 */
export function pithAt(truncate, limit, { tail = false } = {}) {
  const options = { maxLines: limit.lines, maxBytes: limit.amount }
  if (tail) Object.assign(options, { keep: 'tail', errors: false })
  return {
    name: tail ? 'pith, tail' : 'pith',
    limit: { ...limit, unit: 'bytes' },
    does: tail
      ? 'counts lines and bytes, checks UTF-8, keeps the tail and says so within the limit'
      : 'counts lines and bytes, checks UTF-8, judges every line, keeps both ends and lines of the middle that tell of errors, and says so within the limit',
    run: (input) => truncate(input, options),
    read: ({ text, totalLines, totalBytes }) => ({ text, totalLines, totalBytes }),
  }
}
