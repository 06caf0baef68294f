import { describe, expect, inject, it } from 'vitest'
import { truncate } from '../support/checked.ts'

const backend = inject('backend')
const findings = (count: number): string[] =>
  Array.from({ length: count }, (_, i) => `  ${i + 1}:9  warning  Unexpected any  no-explicit-any`)

const lint = (header: string, error: string): string =>
  [
    ...Array.from({ length: 60 }, (_, i) => [`/app/src/door${i}.ts`, ...findings(3), ''].join('\n')),
    header,
    ...findings(3),
    error,
    '',
    ...Array.from({ length: 60 }, (_, i) => [`/app/src/room${i}.ts`, ...findings(3), ''].join('\n')),
    '',
  ].join('\n')

const error = '  31:17  error    Unsafe assignment of a ring  no-unsafe-assignment'

describe('the file named above the findings of a linter', () => {
  it.each([
    ['/app/src/ring.ts', '/app/src/ring.ts'],
    ['src\\ring.ts', 'src\\ring.ts'],
    ['\x1b[4m/app/src/ring.ts\x1b[24m', '/app/src/ring.ts'],
    ['2026-01-02T03:04:05.678Z /app/src/ring.ts', '/app/src/ring.ts'],
  ])('is the place of a finding, and stays with it: %j', (header, file) => {
    const { text, errors } = truncate(lint(header, error), { maxBytes: 1024, backend })
    expect(errors.statements[0]).toMatchObject({ file, line: 31, column: 17 })
    expect(text).toContain(file)
  })

  it('is no place where other text stands between, or the message begins with a time', () => {
    for (const header of ['/app/src/ring.ts\nchecked', 'ring.ts is odd']) {
      const [statement] = truncate(lint(header, error), { maxBytes: 1024, backend }).errors.statements
      expect(statement.file).toBeUndefined()
    }
    const timed = truncate(lint('/app/src/ring.ts', '10:31:17 error: no ring'), { maxBytes: 1024, backend })
    expect(timed.errors.statements[0].file).toBeUndefined()
  })
})
