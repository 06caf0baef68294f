// Loads sets of logs: folders that are named, those next to the checkout if there are any, else the set that
// make-logs.mjs makes.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { loadSessions } from '../noise/sessions.mjs'
import { readFolder, readSuccesses } from './folder.mjs'
import { madeLogs } from './make-logs.mjs'

const corpus = fileURLToPath(new URL('../../../shared/corpus', import.meta.url))
const found = join(corpus, 'found')

/**
 * The failure logs of the corpus next to the checkout, or the made ones.
 *
 * @param {{ made?: boolean, fresh?: boolean, tell: (line: string) => void }} options `made` uses the made set even if
 * there is a corpus; `fresh` makes it again.
 * @returns {{ name: string, logs: import('./folder.mjs').LabelledLog[] }}
 */
export function loadLogs({ made = false, fresh = false, tell }) {
  const useCorpus = !made && existsSync(join(corpus, 'labels.json'))
  const { name, logs } = useCorpus ? readFolder(corpus) : madeSet({ fresh, tell })
  return { name, logs }
}

/** The successful runs next to the checkout. There may be none. */
export const loadSuccesses = () => readSuccesses(found)

/**
 * The sets in some folders. Without folders: those of the corpus next to the checkout, else the made one.
 *
 * @param {{ dirs?: string[], made?: boolean, fresh?: boolean, tell: (line: string) => void }} options
 * @returns {import('./folder.mjs').LabelledSet[]}
 */
export function loadSets({ dirs = [], made = false, fresh = false, tell }) {
  const beside = made ? [] : [corpus, found, join(corpus, 'logdx')].filter(existsSync)
  const folders = dirs.length > 0 ? dirs : beside
  return folders.length > 0 ? folders.map(readFolder) : [madeSet({ fresh, tell })]
}

/** The made logs, with the recorded sessions of the repository that did not fail. */
function madeSet(options) {
  const successes = loadSessions().filter(({ outcome }) => outcome === 'success')
  return {
    ...readFolder(madeLogs(options)),
    name: 'made',
    successes: successes.map(({ name, bytes }) => ({ id: name, bytes })),
  }
}
