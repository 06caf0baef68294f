// Loads the labelled logs: the corpus next to the checkout if it exists, else the set that make-logs.mjs makes.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { madeLogs } from './make-logs.mjs'

const corpus = fileURLToPath(new URL('../../../shared/corpus', import.meta.url))

/**
 * @typedef {object} LabelledLog
 * @property {string} id
 * @property {string} tool the tool that wrote the log, such as `pytest`
 * @property {boolean} hard the cause is in neither the first nor the last 8 KiB
 * @property {string[]} required a result that keeps the log's cause contains all of these
 * @property {number[]} decisive 1-indexed lines that say what failed or where
 * @property {Uint8Array} bytes
 */

/**
 * @param {{ made?: boolean, fresh?: boolean, tell: (line: string) => void }} options `made` uses the made set even if
 * there is a corpus; `fresh` makes it again.
 * @returns {{ name: string, logs: LabelledLog[] }}
 */
export function loadLogs({ made = false, fresh = false, tell }) {
  const useCorpus = !made && existsSync(join(corpus, 'labels.json'))
  const folder = useCorpus ? corpus : madeLogs({ fresh, tell })
  const { labels } = JSON.parse(readFileSync(join(folder, 'labels.json'), 'utf8'))
  const logs = labels.map(({ id, file, tool, hard, required, decisive }) => {
    const lines = decisive.map(({ line }) => line)
    return { id, tool, hard, required, decisive: lines, bytes: readFileSync(join(folder, file)) }
  })
  return { name: useCorpus ? 'corpus' : 'made', logs }
}
