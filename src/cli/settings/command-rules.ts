import type { Purpose } from '../../options.ts'
import { type Configured, commandKeys, configured } from './config.ts'
import { commandKey } from './settings.ts'

/** What the configuration files say of a command, as `commands.WORDS` in them. */
export interface CommandRule {
  /** The command's words in the file, such as `terraform plan`. */
  words: string
  /** The file that says so first. */
  from: string
  for?: Purpose
  maxBytes?: Configured
  /** True for a command whose output is not cut. */
  isRaw: boolean
}

/** More than an agent shows as one text. A stream needs a limit. */
export const UNCUT_BYTES = 2 ** 30

/** The limits of a command whose output is not cut. */
export const UNLIMITED = {
  maxBytes: UNCUT_BYTES,
  maxLines: Number.POSITIVE_INFINITY,
  maxTokens: Number.POSITIVE_INFINITY,
  maxLineLength: Number.POSITIVE_INFINITY,
  maxSerializedBytes: Number.POSITIVE_INFINITY,
}

/** The rule with the most words that a command begins with. Its options may stand between them. */
export function ruleFor(words: readonly string[]): CommandRule | undefined {
  const named = new Set(commandKeys().map((key) => commandKey(key)?.words ?? ''))
  const [most] = [...named]
    .filter((rule) => begins(words, partsOf(rule)))
    .sort((a, b) => partsOf(b).length - partsOf(a).length)
  if (most === undefined) return undefined
  const said = (name: string) => configured(`commands.${most}.${name}`)
  const [purpose, maxBytes, raw] = [said('for'), said('maxBytes'), said('raw')]
  return {
    words: most,
    from: (purpose ?? maxBytes ?? raw)?.from ?? '',
    ...(purpose && { for: purpose.value as Purpose }),
    ...(maxBytes && { maxBytes }),
    isRaw: raw?.value === true,
  }
}

const partsOf = (rule: string): string[] => rule.trim().split(/\s+/)

function begins(words: readonly string[], parts: readonly string[]): boolean {
  let at = 0
  return parts.every((part) => {
    while (at < words.length && words[at].startsWith('-') && !part.startsWith('-')) at++
    return words[at++] === part
  })
}

/**
 * The most bytes of a command's output. A rule goes before the usual limit, which a project's rule can only lower. An
 * option and a variable go before the rule.
 *
 * @param given the limit of an option, a variable or a file, if there is one
 * @param usual the limit without any setting
 */
export function mostBytesOf(
  rule: CommandRule | undefined,
  given: number | undefined,
  usual: number,
): { maxBytes: number; isRaw: boolean } {
  const said = configured('maxBytes', 'bash')
  const isOfFile = said?.level === 'project' || said?.level === 'user'
  const isAsked = given !== undefined && !(isOfFile && given === Number(said.value))
  const otherwise = given ?? usual
  if (!rule || isAsked) return { maxBytes: otherwise, isRaw: false }
  if (rule.isRaw) return { maxBytes: Number.POSITIVE_INFINITY, isRaw: true }
  const { maxBytes } = rule
  if (maxBytes === undefined) return { maxBytes: otherwise, isRaw: false }
  const value = Number(maxBytes.value)
  return { maxBytes: maxBytes.level === 'project' ? Math.min(value, otherwise) : value, isRaw: false }
}
