import type { Random } from './random.ts'

/** A small output of which a terminal overwrites some lines, and the errors among these. */
export interface OverwrittenOutput {
  text: string
  errors: string[]
}

const ESC = '\x1b'
const letters = 'abcdefghijklmnopqrstuvwxyz'
const symbols = ['✓', '漢字', 'über', '🙂', 'e\u0301t', '──', '█▒', 'ok']

/** Words of letters alone, so that no two errors are alike. */
const wordOf = ({ below }: Random): string =>
  Array.from({ length: 4 + below(6) }, () => letters[below(26)]).join('')

const errorForms: readonly ((word: string, next: string) => string)[] = [
  (word, next) => `error: ${word} ${next} refused`,
  (word, next) => `ERROR ${word}: no such ${next}`,
  (word, next) => `fatal: could not read ${word}/${next}`,
  (word, next) => `src/${word}.ts:4:1: error: ${next} is not defined`,
  (word, next) => `panic: ${word} ${next}`,
  (word, next) => `error: 漢字 ${word} ${next}`,
  (word, next) => `E: Unable to locate package ${word}-${next}`,
]

const coloured = (text: string, { below }: Random): string =>
  below(3) === 0 ? `${ESC}[${31 + below(6)}m${text}${ESC}[0m` : text

/** What follows an error and takes its place. */
const overwriters: readonly ((next: string, random: Random) => string)[] = [
  (next) => `\r${next}`,
  (next) => `\r${ESC}[K${next}`,
  (next) => `${ESC}[2K\r${next}`,
  (next) => `${ESC}[1K\r${next}`,
  (next) => `${ESC}[1G${ESC}[0K${next}`,
  (next) => `\n${ESC}[1A${ESC}[2K${next}`,
  (next) => `\r\n${ESC}[A\r${ESC}[K${next}`,
  (next, { below }) => `${'\nstep'.repeat(1 + below(3))}\n${ESC}[4F${ESC}[J${next}`,
  (next) => `\n${ESC}M${ESC}[2K${next}`,
  (next) => `\n\n${ESC}[2A${ESC}[J${next}`,
  (next) => `${'\b'.repeat(80)}${next}`,
  (next) => `\r${ESC}[9P${ESC}[99X${next}`,
]

/** A small output in which a program overwrites its own lines. */
export function overwrittenOutput(random: Random): OverwrittenOutput {
  const { below, pick } = random
  const errors: string[] = []
  const plain = (): string => {
    const form = below(5)
    if (form === 0) return `${below(101)}%`
    if (form === 1) return `[${'#'.repeat(below(20))}${' '.repeat(below(9))}] ${below(100)}/100`
    if (form === 2) return `${pick(symbols)} ${wordOf(random)} ${pick(symbols)}`
    return coloured(Array.from({ length: 1 + below(5) }, () => wordOf(random)).join(' '), random)
  }
  const overwritten = (): string => {
    const error = pick(errorForms)(wordOf(random), wordOf(random))
    errors.push(error)
    return coloured(error, random)
  }
  const count = 1 + below(6)
  const parts = Array.from({ length: count }, (_, at) => {
    const lineEnd = pick(['\n', '\n', '\r\n', at < count - 1 ? '\n' : ''])
    const form = below(5)
    if (form === 0) return plain() + lineEnd
    if (form === 1) return Array.from({ length: 1 + below(6) }, plain).join('\r') + lineEnd
    let text = plain()
    if (below(2) === 0) text = ''
    for (let count = 1 + below(3); count > 0; count--) {
      if (text !== '') text += pick(['\r', '\n', `\r${ESC}[K`])
      text += overwritten() + pick(overwriters)(plain(), random)
    }
    return text + lineEnd
  })
  return { text: parts.join(''), errors }
}
