import { describe, expect, it } from 'vitest'
import { createFormMatcher, laneOf } from '../../src/signal/forms.ts'
import { record } from '../../src/signal/linear/recorder.ts'
import { rules } from '../../src/signal/rules/index.ts'

describe('forms that were compiled before', () => {
  const own = [{ pattern: 'own' }]
  const forms = rules.map(({ pattern, flags = '' }) => ({ pattern, flags }))
  const recorded = { ...record(forms), lanes: forms.map(laneOf).join(''), digest: '' }

  it('are found as if they were compiled with the others', () => {
    const compiled = createFormMatcher([...own, ...forms])
    const replayed = createFormMatcher(own, recorded)
    for (const line of rules.flatMap(({ hits, misses }) => [...hits, ...misses, `own ${hits[0]}`])) {
      const bytes = new TextEncoder().encode(line)
      const count = compiled.match(bytes, 0, bytes.length)
      expect(replayed.match(bytes, 0, bytes.length), line).toBe(count)
      expect(replayed.ids.slice(0, count), line).toEqual(compiled.ids.slice(0, count))
      for (const id of compiled.ids.slice(0, count)) expect(replayed.endOf(id), line).toBe(compiled.endOf(id))
    }
    // In the same lanes they make the same states.
    expect(replayed.steps).toBe(compiled.steps)
  })
})
