import { describe, expect, inject, it } from 'vitest'
import { Steps } from '../../src/collect/steps.ts'
import { createCollector, truncate } from '../support/checked.ts'

const backend = inject('backend')
const calm = (count: number): string[] => Array.from({ length: count }, (_, i) => `step ${i} took ${i} ms`)

/** The steps of a log. */
function stepsOf(lines: readonly string[]): Steps {
  const steps = new Steps()
  const encoder = new TextEncoder()
  for (const [i, line] of lines.entries()) {
    const bytes = encoder.encode(line)
    const held = {
      byteAt: (at: number) => bytes[at],
      held: (from: number, to: number) => bytes.subarray(from, to),
    }
    steps.observe(i + 1, held, 0, bytes.length)
  }
  return steps
}

const passed = (lines: readonly string[]): number[] => {
  const steps = stepsOf(lines)
  return lines.flatMap((_, i) => (steps.hasPassed(i + 1) ? [i + 1] : []))
}

describe('a step of a job', () => {
  it('has passed when another one failed, on GitHub Actions', () => {
    const lines = [
      'set up',
      '##[group]Run make',
      'a',
      '##[endgroup]',
      '##[group]Run make check',
      '##[error]Process',
    ]
    expect(passed(lines)).toEqual([1, 2, 3, 4])
  })

  it('has passed when another one failed, on Azure Pipelines and Travis CI', () => {
    expect(passed(['##[section]Starting: A', 'a', '##[section]Starting: B', '##[error]Bash exited'])).toEqual(
      [1, 2],
    )
    const travis = [
      'a',
      'The command "make" exited with 0.',
      'b',
      'The command "make check" exited with 2.',
      'c',
    ]
    expect(passed(travis)).toEqual([1, 2, 5])
  })

  it('has not passed in a log where no step failed, and in one without steps', () => {
    expect(passed(['##[group]Run make', 'a', '##[group]Run make check', 'b'])).toEqual([])
    expect(passed(['a', 'error: no ring', 'b'])).toEqual([])
    expect(passed(['##[group]ring', 'The command line', '##[error]no ring'])).toEqual([])
  })
})

describe('what a step that passed says of errors', () => {
  const job = (last: string) =>
    [
      '##[group]Run ./configure',
      'conftest.c:3:1: error: no ring',
      ...calm(60),
      '##[group]Run make check',
      ...calm(60),
      'check.c:8:1: error: no harbour',
      last,
      ...calm(400),
    ].join('\n')
  const failed = '##[error]Process completed with exit code 2.'

  it('comes after what the step that failed says, in small outputs and in streams', () => {
    for (const maxBytes of [1000, 100_000]) {
      const { statements } = truncate(job(failed), { maxBytes, backend }).errors
      expect(statements[0].message).toContain('harbour')
      const collector = createCollector({ maxBytes, backend })
      collector.write(job(failed))
      expect(collector.end().errors.statements.map(({ message }) => message)).toEqual(
        statements.map(({ message }) => message),
      )
    }
  })

  it('comes first where no step failed', () => {
    const { statements } = truncate(job('done'), { maxBytes: 1000, backend }).errors
    expect(statements[0].message).toContain('conftest.c:3:1')
  })
})
