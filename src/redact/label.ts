import { OPTION_NAME } from './command-forms.ts'
import { createSecretRedactor } from './secrets.ts'

const secretOption = /* @__PURE__ */ new RegExp(`^${OPTION_NAME}$`, 'i')
/** A name and its value, in which a blank would end a secret. */
const assignment = /^([\w.-]+[=:] ?)([^"]*\s[^"]*)$/
/** A store keeps 2048 characters. A secret at its limit is found in the text behind it. */
const MOST_CHARACTERS = 16 * 1024

/**
 * The words of a command line as one text without secrets. pith keeps it with an output, and other tools may list it,
 * so secrets are removed even where the output may hold them.
 */
export function commandLabel(words: readonly string[]): string {
  const shown = words.map((word, at) => {
    if (at > 0 && !word.startsWith('-') && secretOption.test(words[at - 1])) return '[redacted option]'
    return labelWithoutSecrets(inOneWord(word))
  })
  return labelWithoutSecrets(shown.join(' ').slice(0, MOST_CHARACTERS))
}

/** A label without secrets. */
export const labelWithoutSecrets = (label: string): string =>
  label.split('\n').map(createSecretRedactor()).join('\n')

/** A value with blanks is one secret: `PASSWORD=a b` has no quotes, because the shell has removed them. */
function inOneWord(word: string): string {
  const parts = assignment.exec(word)
  if (!parts) return word
  const quoted = `${parts[1]}"${parts[2]}"`
  const redacted = labelWithoutSecrets(quoted)
  return redacted === quoted ? word : redacted
}
