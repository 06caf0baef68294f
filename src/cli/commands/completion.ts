import { formatBytes } from '../../core/words/notices.ts'
import { type Candidate, offerFor } from '../help/complete.ts'
import { completionScripts } from '../help/shells.ts'
import { type Parsed, UsageError } from '../options/arguments.ts'
import { writeOut } from '../print/output.ts'
import { safeLabel } from '../print/safe-label.ts'
import { formatAge } from '../print/table.ts'
import { visibleInLine } from '../print/visible.ts'
import { storeFor } from '../settings/store.ts'

/** The most artifacts that a shell offers: a page of `pith artifacts`. */
const MOST_IDS = 100
const LABEL_CHARACTERS = 60

/** `pith completion bash | zsh | fish`, or `words` and the words of a line, by which their scripts ask. */
export async function completion({ positionals: [what = '', ...words] }: Parsed): Promise<number> {
  if (what === 'words') await writeOut(await offered(words))
  else if (Object.hasOwn(completionScripts, what) && words.length === 0)
    await writeOut(completionScripts[what])
  else {
    const given = [what, ...words].filter((word) => word !== '').join(' ')
    throw new UsageError(
      `Expected bash, zsh or fish after \`pith completion\`, got ${JSON.stringify(given)}.`,
    )
  }
  return 0
}

async function offered(words: readonly string[]): Promise<string> {
  const offer = offerFor(words)
  if (offer === 'file' || offer === 'folder') return `:${offer}\n`
  if (typeof offer === 'object' && 'command' in offer) return `:command\n${offer.command}\n`
  const start = words.at(-1) ?? ''
  const found =
    offer === 'artifact' ? (await artifacts()).filter(({ word }) => word.startsWith(start)) : offer
  return found.map(({ word, says }) => `${word}${says === '' ? '' : `\t${says}`}\n`).join('')
}

/** The newest artifacts, each with what it is. */
async function artifacts(): Promise<Candidate[]> {
  const { artifacts: found } = await (await storeFor({})).newest(MOST_IDS)
  const now = Date.now()
  return found.map((stat) => {
    const label = Array.from(visibleInLine(safeLabel(stat) ?? stat.tool ?? '')).slice(0, LABEL_CHARACTERS)
    const says = `${formatAge(now - stat.createdAt)}, ${formatBytes(stat.bytes)} ${label.join('')}`
    return { word: stat.id, says: says.trimEnd() }
  })
}
