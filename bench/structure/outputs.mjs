// All outputs that the benchmark generates. record.mjs has those that it records.
import { documentOutputs } from './generate/documents.mjs'
import { jsonOutputs } from './generate/json.mjs'
import { reportOutputs } from './generate/reports.mjs'
import { runOutputs } from './generate/runs.mjs'
import { settingsOutputs } from './generate/settings.mjs'
import { tableOutputs } from './generate/tables.mjs'

const SEED = 20_261_125

const makers = [jsonOutputs, tableOutputs, documentOutputs, reportOutputs, runOutputs, settingsOutputs]

/** Generated outputs, each with its kind, command, exit code, text, bytes and tasks. */
export const generatedOutputs = () => makers.flatMap((make) => make(SEED)).map(withBytes)

export const withBytes = (output) => ({ ...output, bytes: Buffer.from(output.text) })
