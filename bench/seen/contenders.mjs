// Who cuts logs that were never seen: pith in three ways, and other systems' truncation at the same limit.
import { cpSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { libraryPath } from '../load.mjs'
import { loadPeers } from '../peers/peers.mjs'

export const LIMITS = { maxLines: 2000, maxBytes: 30 * 1024 }

const OURS = 'pith'
export const TAIL = 'pith, tail'

/**
 * The contenders, pith's first, and the peers that are not available. `leavesOut` says what a contender does not do
 * that pith does.
 *
 * @param {{ truncate: Function, hasWasm: boolean, withPeers: boolean, tell: (line: string) => void }} options
 */
export async function seenContenders({ truncate, hasWasm, withPeers, tell }) {
  const cut = (input) => truncate(input, LIMITS)
  const tail = (input) => truncate(input, { ...LIMITS, keep: 'tail', errors: false })
  const read = ({ text, totalLines, totalBytes }) => ({ text, totalLines, totalBytes })
  const peers = withPeers ? await loadPeers(tell) : []
  return {
    contenders: [
      { name: OURS, role: hasWasm ? 'wasm' : 'js', run: cut, read, hasMemory: true },
      { name: TAIL, role: 'rival', run: tail, read, leavesOut: 'the judgement of lines' },
      ...(hasWasm ? [await jsContender(read)] : []),
      ...peers.filter(({ run }) => run).map(peerContender),
    ],
    missing: peers.filter(({ reason }) => reason),
  }
}

/** pith without WebAssembly, in a copy of the library: so it has not seen what the first one has. */
async function jsContender(read) {
  const copy = fileURLToPath(new URL('../../build/out/second-library/', import.meta.url))
  rmSync(copy, { recursive: true, force: true })
  cpSync(dirname(libraryPath), copy, { recursive: true })
  const { truncate } = await import(pathToFileURL(join(copy, 'index.js')).href)
  const run = (input) => truncate(input, { ...LIMITS, backend: 'js' })
  return { name: 'pith, js', role: 'js', run, read, hasMemory: true }
}

function peerContender({ name, version, run, runAt, read, leavesOut }) {
  const call = runAt ? (text) => runAt(text, LIMITS) : run
  return {
    name: `${name} ${version}`,
    role: 'rival',
    isPeer: true,
    run: (input) => call(typeof input === 'string' ? input : input.toString()),
    read,
    leavesOut,
  }
}
