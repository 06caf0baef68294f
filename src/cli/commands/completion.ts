import { formatBytes } from '../../core/words/notices.ts'
import { bashCompletion } from '../help/bash.ts'
import { fishCompletion } from '../help/fish.ts'
import { zshCompletion } from '../help/zsh.ts'
import { type Parsed, UsageError } from '../options/arguments.ts'
import { writeOut } from '../print/output.ts'
import { safeLabel } from '../print/safe-label.ts'
import { formatAge } from '../print/table.ts'
import { visibleInLine } from '../print/visible.ts'
import { storeFor } from '../settings/store.ts'

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
