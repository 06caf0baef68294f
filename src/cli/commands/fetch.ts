import { writeShow } from '../../core/words/calls.ts'
import { fetchUrl } from '../../host/web/fetch-url.ts'
import { queueEvent, strategyOf } from '../events/queue-event.ts'
import type { Parsed } from '../options/arguments.ts'
import { listOf, numberOption, onlyOperand } from '../options/options.ts'
import { structureOption } from '../options/structure.ts'
import { countedOptions, notedOutput } from '../options/tokenizer.ts'
import { warn, writeToolOutput } from '../print/output.ts'
import { storeFor, warnIfNotStored } from '../settings/store.ts'
import { ownName } from '../settings/surface.ts'

/** `pith fetch URL`: shows a page as Markdown. Exits with 1 if the server answers with an error. */
export async function fetch({ values, positionals }: Parsed): Promise<number> {
  const url = onlyOperand('fetch', 'address', positionals)
  const { options, note } = await countedOptions(values)
  const timeoutSeconds = numberOption(values, 'timeout')
  const store = values['no-artifact'] ? false : await storeFor(values)
  const output = await fetchUrl(url, {
    ...options,
    ...structureOption(values, []),
    for: options.for ?? 'query',
    store,
    allowPrivate: values['allow-private'] === true || listOf(values['allow-host']),
    ...(timeoutSeconds !== undefined && { timeoutSeconds }),
  })
  const { truncation, artifact, body, status, notes = [] } = output.details
  warnIfNotStored(artifact)
  warnIfNotStored(body)
  for (const each of notes) warn(each)
  if (body?.ref && values.quiet !== true)
    warn(`The body as it came: ${writeShow(ownName, body.ref.id)} --all`)
  const call = { tool: 'web', strategy: strategyOf(options), artifact: artifact?.ref?.id }
  const isGood = status >= 200 && status < 400
  queueEvent({ ...call, status: isGood ? 'ok' : 'failed' }, truncation)
  await writeToolOutput(notedOutput(output, note), values.json === true)
  return isGood ? 0 : 1
}
