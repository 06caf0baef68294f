import { wrongOption } from '../../errors.ts'
import { searchFor } from '../../host/command-search.ts'
import { kindNames, kindsFor, type Structure } from '../../kinds/index.ts'
import { searchedFor } from '../../tools/command/searched.ts'
import type { Parsed } from './arguments.ts'

/** The name that turns kinds off. */
const LINES = 'lines'

/**
 * The kinds by which an output is cut: the one that `--kind` names, none for `--kind lines`, else what is recognised.
 *
 * @param command the words of the command that prints the output, if it is known
 * @throws {PithError} `PITH_INVALID_OPTION`
 */
export function structureOption(
  { kind }: Parsed['values'],
  command: readonly string[],
): { structure?: Structure } {
  if (kind === LINES) return {}
  if (kind === undefined || (typeof kind === 'string' && kindNames.includes(kind)))
    return { structure: { recognise: (head, isWhole) => kindsOf(kind, command).recognise(head, isWhole) } }
  throw wrongOption(
    `Expected --kind to be one of ${[...kindNames, LINES].join(', ')}, got ${JSON.stringify(kind)}.`,
  )
}

/** Made when an output is looked at: most outputs fit, and are not. */
function kindsOf(kind: string | undefined, command: readonly string[]): Structure {
  const searched = searchedFor(command)
  const search = searched && searchFor(searched)
  return kindsFor({ command, ...(kind !== undefined && { kind }), search })
}
