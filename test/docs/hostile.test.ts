import { existsSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

const text = readFileSync(new URL('../../docs/hostile.md', import.meta.url), 'utf8')

it('each attack in docs/hostile.md names a suite that exists', () => {
  const rows = text.split('\n').filter((line) => /^\| (?!---|attack)/.test(line))
  for (const row of rows) {
    const files = [...row.matchAll(/`(test\/[^`]+)`/g)].map(([, file]) => file)
    expect(files.length > 0 || row.includes('`npm run test:runtimes`'), row).toBe(true)
    for (const file of files) expect(existsSync(new URL(`../../${file}`, import.meta.url)), file).toBe(true)
  }
})
