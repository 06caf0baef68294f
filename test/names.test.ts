import { expect, it } from 'vitest'
import { sourcesIn } from './support/layers.ts'

/** Names of the systems that the profiles reproduce, and of what each adapter and store has: they are the same by design. */
const MOST_SHARED = 40

it('a name that is exported means one thing: few names are exported by two files', () => {
  const files = new Map<string, Set<string>>()
  const exported = /^export (?:async |abstract )*(?:function\*?|const|let|class|interface|type) (\w+)/gm
  for (const [file, source] of sourcesIn('src'))
    for (const [, name] of source.matchAll(exported))
      files.set(name, (files.get(name) ?? new Set()).add(file))
  const shared = [...files].filter(([, places]) => places.size > 1).map(([name]) => name)
  expect(files.size).toBeGreaterThan(1000)
  expect(shared.length, shared.join(' ')).toBeLessThanOrEqual(MOST_SHARED)
})
