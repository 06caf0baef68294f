// node bench/redaction.mjs [--docs] [--list]: finds the secrets of the corpus in test/redact/corpus, and counts how many
// it finds and how often it hides what is none.
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { places, writeBlock } from './figures.mjs'
import { markdownTable } from './report.mjs'

const corpus = new URL('../test/redact/corpus/', import.meta.url)
const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'
const ALPHABETS = {
  A: LETTERS,
  B: `${LETTERS}+/`,
  D: '0123456789',
  H: '0123456789abcdef',
  U: 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567',
}

/** The sets of examples: those that the forms were made with, and those that were written after. */
export const sets = [
  { name: 'made with the forms', secrets: 'true.txt', others: 'false.txt' },
  { name: 'written afterwards', secrets: 'later-true.txt', others: 'later-false.txt' },
]

/**
 * Examples with secrets: the name of the form, the line, what stands there afterwards, and the secrets. The files hold no
 * secret as it is, so that no scanner takes them for a leak: `{A36}` stands for 36 letters and digits.
 */
export const withSecrets = (file) =>
  linesOf(file).map((text) => {
    const [form, marked] = text.split('\t')
    const secrets = Array.from(marked.matchAll(/«(.*?)»/g), ([, secret]) => secret)
    return {
      form,
      line: marked.replaceAll(/[«»]/g, ''),
      expected: marked.replaceAll(/«.*?»/g, `[redacted ${form}]`),
      secrets,
    }
  })

/** Examples without any secret. */
export const withoutSecrets = (file) => linesOf(file)

const linesOf = (file) => readFileSync(new URL(file, corpus), 'utf8').split('\n').filter(Boolean).map(filled)

function filled(text, line) {
  let at = line + 1
  const letter = (alphabet) => {
    at = (at * 1_103_515_245 + 12_345) % 2 ** 31
    return alphabet[(at >> 8) % alphabet.length]
  }
  return text
    .replaceAll(/\{([ABDHU])(\d+)\}/g, (_, kind, length) =>
      Array.from({ length: Number(length) }, () => letter(ALPHABETS[kind])).join(''),
    )
    .replaceAll(/<U\+([0-9A-F]+)>/g, (_, hex) => String.fromCodePoint(Number.parseInt(hex, 16)))
    .replaceAll('␛', '\x1b')
    .replaceAll('␈', '\b')
}

/** What the redactor gets right and wrong in a set. */
export function resultsOf({ secrets, others }, createSecretRedactor) {
  const found = withSecrets(secrets).map((example) => ({
    ...example,
    shown: createSecretRedactor()(example.line),
  }))
  const rest = withoutSecrets(others).map((line) => ({ line, shown: createSecretRedactor()(line) }))
  return {
    found,
    missed: found.filter(({ secrets, shown }) => {
      const rest = shown.replaceAll(/\[redacted [a-z-]+\]/g, '')
      return secrets.some((secret) => rest.includes(secret))
    }),
    rest,
    wrong: rest.filter(({ line, shown }) => line !== shown),
    other: found.filter(({ expected, shown }) => expected !== shown),
  }
}

export function redactionTable(createSecretRedactor) {
  const percent = (part, whole) => `${((100 * part) / whole).toFixed(1)} %`
  const rows = sets.map((set) => {
    const { found, missed, rest, wrong } = resultsOf(set, createSecretRedactor)
    const hidden = found.length - missed.length
    return [
      set.name,
      ...[found.length, hidden, percent(hidden, found.length)].map(String),
      ...[rest.length, wrong.length, percent(hidden, hidden + wrong.length)].map(String),
    ]
  })
  const head = ['examples', 'with a secret', 'hidden', 'recall', 'without', 'hidden by mistake', 'precision']
  return markdownTable([head, ...rows])
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { docs, list } = parseArgs({
    options: { docs: { type: 'boolean' }, list: { type: 'boolean' } },
  }).values
  const { createSecretRedactor } = await import(new URL('../dist/redact/index.js', import.meta.url).href)
  const table = redactionTable(createSecretRedactor)
  console.log(table)
  if (list) {
    for (const set of sets) {
      const { other, wrong } = resultsOf(set, createSecretRedactor)
      for (const { line, shown, expected = line } of [...other, ...wrong]) {
        console.log(
          `\nline     ${JSON.stringify(line)}\nexpected ${JSON.stringify(expected)}\nshown    ${JSON.stringify(shown)}`,
        )
      }
    }
  }
  if (docs) writeBlock(places.redaction, table)
}
