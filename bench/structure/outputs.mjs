// All outputs that the benchmark cuts.
import { diffOutputs } from './generate/diff.mjs'
import { documentOutputs } from './generate/documents.mjs'
import { gitOutputs } from './generate/git.mjs'
import { grepOutputs } from './generate/grep.mjs'
import { jsonOutputs } from './generate/json.mjs'
import { reportOutputs } from './generate/reports.mjs'
import { runOutputs } from './generate/runs.mjs'
import { settingsOutputs } from './generate/settings.mjs'
import { tableOutputs } from './generate/tables.mjs'

const SEED = 20_261_125

const makers = [
  jsonOutputs,
  diffOutputs,
  grepOutputs,
  tableOutputs,
  gitOutputs,
  documentOutputs,
  reportOutputs,
  runOutputs,
  settingsOutputs,
]

/** Generated outputs, each with its kind, command, exit code, text, bytes and tasks. */
export const generatedOutputs = () => makers.flatMap((make) => make(SEED)).map(withBytes)

export const withBytes = (output) => ({ ...output, bytes: Buffer.from(output.text) })
