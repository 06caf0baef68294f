import { allClients, drivenClients } from '../../agents/install/clients.ts'
import { fileTypeNames } from '../../host/walk/file-types.ts'
import { kindNames } from '../../kinds/index.ts'
import { defaults } from '../../settings.ts'
import { toolNames, toolRow } from '../../tools/tools.ts'
import { takersOf } from '../options/options.ts'
import { profiles } from '../options/profile-table.ts'

/** What `{tools}` and the like stand for in the rows of options and commands. */
const lists: Readonly<Record<string, readonly string[]>> = {
  tools: toolNames(),
  profiles: Object.keys(profiles),
  kinds: kindNames,
  types: fileTypeNames(),
  agents: drivenClients.map(({ name }) => name),
  clients: allClients.map(({ name }) => name),
}

const texts: Readonly<Record<string, unknown>> = { ...defaults, limits: limitWords() }

/** What --limit counts, with its default: `read: lines; grep: matches (100)`. */
function limitWords(): string {
  return takersOf('limit')
    .map((tool) => {
      const { items, limit = Infinity } = toolRow(tool)
      return `${tool}: ${items}${limit === Infinity ? '' : ` (${limit})`}`
    })
    .join('; ')
}

/** `a, b or c`. */
const listed = (names: readonly string[]): string => `${names.slice(0, -1).join(', ')} or ${names.at(-1)}`

/** A text of a row with its lists. */
export const filled = (text: string): string =>
  text.replaceAll(/\{(\w+)\}/g, (whole, name: string) =>
    lists[name] ? listed(lists[name]) : String(texts[name] ?? whole),
  )

/** Words of a row with those of their lists. */
export const expanded = (words: readonly string[]): string[] =>
  words.flatMap((word) => lists[/^\{(\w+)\}$/.exec(word)?.[1] ?? ''] ?? [word])
