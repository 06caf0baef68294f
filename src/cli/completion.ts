import { formatBytes } from '../core/words/notices.ts'
import { type Parsed, UsageError } from './arguments.ts'
import { bashCompletion } from './completion-bash.ts'
import { fishCompletion } from './completion-fish.ts'
import { zshCompletion } from './completion-zsh.ts'
import { writeOut } from './output.ts'
import { safeLabel } from './safe-label.ts'
import { storeFor } from './store.ts'
import { formatAge } from './table.ts'
import { visibleInLine } from './visible.ts'

/** The most artifacts that a shell offers: a page of `pith artifacts`. */
const MOST_IDS = 100
const LABEL_CHARACTERS = 60

const printers: Record<string, () => string | Promise<string>> = {
  bash: bashCompletion,
  zsh: zshCompletion,
  fish: fishCompletion,
  ids,
}

/** `pith completion bash | zsh | fish | ids`: prints the completions for a shell, or what these ask for. */
export async function completion({ positionals: [what = '', ...others] }: Parsed): Promise<number> {
  if (!Object.hasOwn(printers, what) || others.length > 0) {
    const given = [what, ...others].filter((word) => word !== '').join(' ')
    throw new UsageError(
      `Expected bash, zsh, fish or ids after \`pith completion\`, got ${JSON.stringify(given)}.`,
    )
  }
  await writeOut(await printers[what]())
  return 0
}

/** A line for each artifact, the newest first: its id, a tab, and what it is. */
async function ids(): Promise<string> {
  const found = (await (await storeFor({})).newest(MOST_IDS)).artifacts
  const now = Date.now()
  return found
    .map((stat) => {
      const label = Array.from(visibleInLine(safeLabel(stat) ?? stat.tool ?? '')).slice(0, LABEL_CHARACTERS)
      return `${stat.id}\t${formatAge(now - stat.createdAt)}, ${formatBytes(stat.bytes)} ${label.join('')}`.trimEnd()
    })
    .map((line) => `${line}\n`)
    .join('')
}
