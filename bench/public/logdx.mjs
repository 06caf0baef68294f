// LogDx-CI (eyuansu62/LogDx): which share of the critical signals of real CI failures a text keeps, by its own rule for
// reducers that give a text alone (tools/evaluate_signal_recall.py at b958762).
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

// biome-ignore lint/suspicious/noControlCharactersInRegex: escape sequences begin with one
const ESCAPES = /\x1b\[[0-9;?]*[ -/]*[@-~]|\x1b\][^\x07]*(?:\x07|\x1b\\)/g

/**
 * The cases below a folder. A signal is kept when its value, one of its aliases or, for a place, its file is in the text.
 *
 * @returns {{ id: string, bytes: Buffer, critical: { type: string, forms: string[] }[] }[]}
 */
export function loadLogdx(folder) {
  const truths = readdirSync(folder, { recursive: true }).filter((path) => path.endsWith('ground_truth.json'))
  if (truths.length === 0) throw new Error(`Expected cases with ground_truth.json in ${folder}, found none.`)
  return truths.sort().map((path) => {
    const { required_signals } = JSON.parse(readFileSync(join(folder, path), 'utf8'))
    const critical = required_signals
      .filter(({ importance }) => importance === 'critical')
      .map(({ type, value, aliases = [], file }) => ({
        type,
        forms: [value, ...aliases, file].flatMap((form) => form?.trim() || []),
      }))
    return { id: path.split('/').at(-2), bytes: readFileSync(join(folder, path, '../raw.log')), critical }
  })
}

/** The critical signals of a case that a text does not keep. */
export function lostSignals({ critical }, text) {
  const shown = text.replaceAll(ESCAPES, '').replaceAll(/\r\n?/g, '\n')
  return critical.filter(({ forms }) => !forms.some((form) => shown.includes(form)))
}

/** The mean over cases of the share of critical signals that are kept. A case without any counts as kept. */
export function signalRecall(cases, lostOf) {
  const shares = cases.map((each) =>
    each.critical.length === 0 ? 1 : 1 - lostOf(each).length / each.critical.length,
  )
  return shares.reduce((sum, share) => sum + share, 0) / shares.length
}
