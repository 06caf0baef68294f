import { describe, expect, it } from 'vitest'
import { checkForms } from '../../src/redact/find-secrets.ts'
import { createSecretRedactor, secretForms } from '../../src/redact/secrets.ts'
import { documentOf } from '../support/markdown.ts'

interface Example {
  form: string
  line: string
  expected: string
}
interface Corpus {
  sets: { name: string; secrets: string; others: string }[]
  withSecrets(file: string): Example[]
  withoutSecrets(file: string): string[]
  redactionTable(create: typeof createSecretRedactor): string
}
const { sets, withSecrets, withoutSecrets, redactionTable }: Corpus = await import(
  /* @vite-ignore */ new URL('../../bench/redaction.mjs', import.meta.url).href
)
const [made] = sets
const names = [...new Set(secretForms.map(({ name }) => name))].sort()

describe('the corpus of secrets', () => {
  it.each(withSecrets(made.secrets))('has a secret that is hidden, and nothing else: $line', (example) => {
    expect(createSecretRedactor()(example.line)).toBe(example.expected)
  })

  it.each(withoutSecrets(made.others))('has no secret in: %s', (line) => {
    expect(createSecretRedactor()(line)).toBe(line)
  })

  it.each(withSecrets(made.secrets))('comes out the same when it is redacted again: $line', ({ line }) => {
    const once = createSecretRedactor()(line)
    expect(createSecretRedactor()(once)).toBe(once)
  })

  it('has every form, at least 150 secrets, and at least 150 lines without', () => {
    const examples = withSecrets(made.secrets)
    expect([...new Set(examples.map(({ form }) => form))].sort()).toEqual(names)
    expect(examples.length).toBeGreaterThanOrEqual(150)
    expect(withoutSecrets(made.others).length).toBeGreaterThanOrEqual(150)
  })
})

describe('docs/secrets.md', () => {
  const text = documentOf('docs/secrets.md')

  it('has an item for each form, in order, and no other', () => {
    const rows = Array.from(text.matchAll(/^- `([a-z-]+)`: /gm), ([, name]) => name)
    expect(rows).toEqual([...new Set(secretForms.map(({ name }) => name))])
  })

  it('has the figures of the corpus', () => {
    expect(text).toContain(redactionTable(createSecretRedactor))
  })
})

describe('a form', () => {
  it('is in the linear subset', () => {
    expect(() => checkForms(secretForms)).not.toThrow()
  })

  it('has heads, so that other lines are not searched', () => {
    for (const { heads = [] } of secretForms) expect(heads.length).toBeGreaterThan(0)
  })
})
