import { readFileSync } from 'node:fs'
import { writeShow } from '../../core/words/calls.ts'
import { countOf } from '../../core/words/notices.ts'
import { createSecretRedactor } from '../../redact/secrets.ts'
import { BashStream } from '../../tools/bash-stream.ts'
import type { Parsed } from '../options/arguments.ts'
import { commandRows } from '../options/command-rows.ts'
import { writeOut } from '../print/output.ts'
import { withConfig } from '../settings/config.ts'
import { storeFor } from '../settings/store.ts'
import { ownName } from '../settings/surface.ts'

/**
 * `pith --upstream FILE BYTES LINE TOLD START`: tells which stages of a pipe failed, and how to read all that they printed.
 * bash calls it, by what src/shell/pipes.sh adds to a line. FILE has the output of the stages before those that cut. It is
 * not whole if it has BYTES or more. LINE is the text of these stages. TOLD says which of them failed. START is not empty
 * if an empty line comes first.
 */
export async function shellUpstream([path, most, line, told, start]: readonly string[]): Promise<number> {
  const upstream = readFileSync(path)
  const call =
    upstream.length > 0 && upstream.length < Number(most) ? await callFor(upstream, line) : undefined
  await writeOut(`${start === '' ? '' : '\n'}[${told}.${call === undefined ? '' : ` ${call}`}]\n`)
  return 0
}

/** Keeps an output, and tells its errors and the call that shows them. Undefined if it could not be kept. */
async function callFor(output: Uint8Array, line: string): Promise<string | undefined> {
  const values: Parsed['values'] = {}
  withConfig(values, commandRows.run.options, 'bash')
  const stream = new BashStream({
    // Everything is over this limit, so that it is kept.
    maxBytes: 0,
    for: 'run',
    store: await storeFor(values),
    meta: { tool: 'bash', label: line.trim() },
    ...(values.redact === true && { redact: createSecretRedactor() }),
  })
  await stream.write({ stream: 'stdout', chunk: output })
  const { errors } = (await stream.end()).details.truncation
  const { artifact } = stream
  if (!artifact?.complete || !artifact.ref) return undefined
  const call = writeShow(ownName, artifact.ref.id)
  return errors.total > 0 ? `${countOf(errors.total, 'errors')}: ${call} --errors` : `All: ${call}`
}
