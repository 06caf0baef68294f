import { wrongOption } from '../../errors.ts'
import { redactedStore } from '../../host/redacted-store.ts'
import type { Parsed } from '../options/arguments.ts'
import { onlyOperand } from '../options/options.ts'
import { Pager } from '../pager/pager.ts'
import { safeLabel } from '../print/safe-label.ts'
import { storeFor } from '../settings/store.ts'
import { artifactId } from '../show/artifact-id.ts'

/** `pith view ID`: an artifact in a pager. No event is recorded, because it is a person who looks. */
export async function view({ values, positionals }: Parsed): Promise<number> {
  const given = onlyOperand('view', 'artifact id', positionals)
  const found = await storeFor(values)
  const id = await artifactId(found, given)
  const stat = await found.stat(id)
  if (!process.stdin.isTTY || !process.stdout.isTTY) {
    throw wrongOption(`Expected a terminal for \`pith view\`; \`pith show ${id}\` prints a page anywhere.`)
  }
  const store = values.redact ? redactedStore(found) : found
  const label = safeLabel(stat)
  return new Pager(store, stat, label === undefined ? id : `${id}  ${label}`, !values.raw).run()
}
