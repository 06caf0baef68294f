// All outputs that the benchmark cuts.
import { diffOutputs } from './generate/diff.mjs'
import { grepOutputs } from './generate/grep.mjs'
import { jsonOutputs } from './generate/json.mjs'

const SEED = 20_261_125

/** Generated outputs, each with its kind, command, exit code, text, bytes and tasks. */
export const generatedOutputs = () =>
  [jsonOutputs(SEED), diffOutputs(SEED), grepOutputs(SEED)].flat().map(withBytes)

export const withBytes = (output) => ({ ...output, bytes: Buffer.from(output.text) })
