// Measures what an estimate costs compared with an exact count, and what counting token units adds to the usual scan.
import {
  clearMergeCache,
  DEFAULT_MERGE_CACHE_SIZE,
  setMergeCacheSize,
} from 'gpt-tokenizer/encoding/o200k_base'
import { counterFor } from '../../dist/tokens/gpt.js'
import { importBundled } from '../bundle.mjs'
import { mixedLog } from '../corpus.mjs'
import { kinds } from '../kinds.mjs'
import { measure, warmUp } from '../measure.mjs'
import { ratiosTo } from '../statistics.mjs'
import { asBuffer } from '../windows.mjs'

const MIB = 1024 * 1024
const WINDOW_BYTES = 256 * 1024
const MB = 1e6

/** Loads both selectors, the literals that the engine looks for, and the estimator. */
export const loadScans = () =>
  importBundled(`
    export { selectorFor } from './src/core/scan/select.ts'
    export { signalSet } from './src/core/scan/signal-set.ts'
    export { estimateTokens } from './src/core/tokens/estimate.ts'
    export { weightsFor } from './src/core/tokens/weights.ts'
  `)

/** A scan of all facts that the engine needs, window by window, including the copies, with or without token units. */
export function scanOf({ selectorFor, signalSet, weightsFor }, backend, withTokens) {
  const tokens = withTokens ? weightsFor('o200k') : undefined
  const selector = selectorFor(backend)
  return (bytes) => {
    const session = selector.open({ literals: signalSet(), tokens })
    for (let at = 0; at < bytes.length; at += WINDOW_BYTES) {
      const part = bytes.subarray(at, at + WINDOW_BYTES)
      session.window().set(part)
      session.advance(part.length)
    }
    return session.finish()
  }
}

/** The log of the other benchmarks, texts like real logs, and texts that are not ASCII. */
function inputsFrom(samples) {
  const logs = samples.filter(({ kind }) => / log$|^syslog$|^logfmt$/.test(kind)).map(({ text }) => text)
  const once = Buffer.from(logs.join(''))
  const copies = Array(Math.ceil(MIB / once.length)).fill(once)
  return [
    { input: 'mixed log', bytes: mixedLog(MIB) },
    { input: 'logs of many tools', bytes: Buffer.concat(copies).subarray(0, MIB) },
    { input: 'CJK', bytes: kinds.CJK(MIB) },
  ]
}

/** Milliseconds per MB of the estimator and of others, for each input. */
export async function estimateCosts(library, samples, options) {
  const { count } = await counterFor('o200k_base')
  setMergeCacheSize(DEFAULT_MERGE_CACHE_SIZE)
  const contenders = [
    { name: 'estimateTokens of a Buffer', run: (bytes) => library.estimateTokens(bytes).tokens },
    { name: 'estimateTokens of a string', run: (_, text) => library.estimateTokens(text).tokens },
    { name: 'a string’s length / 4', run: (_, text) => text.length / 4 },
    { name: 'a Buffer decoded, its length / 4', run: (bytes) => asBuffer(bytes).toString().length / 4 },
    { name: 'gpt-tokenizer, by counterFor', run: (_, text) => countAfresh(count, text) },
  ]
  return inputsFrom(samples).map(({ input, bytes }) => {
    const text = asBuffer(bytes).toString()
    const times = measure(contenders, bytes, text, options)
    const rows = contenders.map(({ name }) => ({ name, ms: (times.get(name).median * MB) / bytes.length }))
    return { input, ours: contenders[0].name, rows }
  })
}

/** Clears the cache first. Otherwise a repeated text would find every word there. */
function countAfresh(count, text) {
  clearMergeCache()
  return count(text)
}

/** Milliseconds per MB of a scan without and with token units, and the median of the ratios of single rounds. */
export function scanCosts(library, samples, options) {
  return ['wasm', 'js'].flatMap((backend) => {
    const contenders = [false, true].map((withTokens) => ({
      name: withTokens ? 'with' : 'without',
      run: scanOf(library, backend, withTokens),
    }))
    return inputsFrom(samples).map(({ input, bytes }) => {
      warmUp(contenders, bytes, undefined, 100)
      const times = measure(contenders, bytes, undefined, options)
      const [without, withTokens] = contenders.map(({ name }) => ({ name, ...times.get(name) }))
      const perMb = (ms) => (ms * MB) / bytes.length
      return {
        backend,
        input,
        without: perMb(without.median),
        withTokens: perMb(withTokens.median),
        ratio: ratiosTo(without, [withTokens]).with,
      }
    })
  })
}
