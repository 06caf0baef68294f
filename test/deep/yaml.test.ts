import { expect, it } from 'vitest'
import { createCollector } from '../../src/core/collector.ts'
import { kindsFor } from '../../src/kinds/index.ts'
import { checkYaml, loaded } from '../support/yaml-cases.ts'

/** `PITH_CASES=10000 PITH_SEED=0` runs so many cases from that seed on. */
const cases = Number(process.env.PITH_CASES ?? 400)
const firstSeed = Number(process.env.PITH_SEED ?? 1000)

it('random documents are cut to YAML that has nothing else', { timeout: 1e9 }, () => {
  for (let seed = firstSeed; seed < firstSeed + cases; seed++) checkYaml(seed, 9)
})

it('a rare item among 40 MB is shown', { timeout: 600_000 }, () => {
  const item = (at: number) =>
    `- name: pod-${at}\n  labels:\n    app: web\n  status:\n    phase: ${at === 311_000 ? 'Pending' : 'Running'}\n    host: ${at % 50}\n`
  const collector = createCollector({ maxBytes: 4096, structure: kindsFor({ command: 'cat a.yaml' }) })
  collector.write('items:\n')
  for (let from = 0; from < 500_000; from += 1000)
    collector.write(Array.from({ length: 1000 }, (_, at) => item(from + at)).join(''))
  const { text, notice, kind, totalBytes } = collector.end({ artifact: '0123456789abcdef' }, { exitCode: 0 })
  expect(totalBytes).toBeGreaterThan(40e6)
  expect(kind).toBe('yaml')
  expect(text).toContain('pod-311000\n')
  expect(loaded(text.replace(notice ?? '', ''))).toHaveLength(1)
})
