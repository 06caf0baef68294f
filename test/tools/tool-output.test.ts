import { describe, expect, it } from 'vitest'
import { bash } from '../../src/tools/bash.ts'
import { find } from '../../src/tools/find.ts'
import { grep } from '../../src/tools/grep.ts'
import { ls } from '../../src/tools/ls.ts'
import { read } from '../../src/tools/read.ts'
import { truncateToolOutput } from '../../src/tools/tool-output.ts'
import { type Tool, toolNames } from '../../src/tools/tools.ts'
import { web } from '../../src/tools/web.ts'

const input = 'a:1:b\n'.repeat(4000)

describe('truncateToolOutput', () => {
  it.each(Object.entries({ read, bash, grep, find, ls, web }))(
    'cuts by the habits of %s',
    (tool, strategy) => {
      expect(truncateToolOutput(tool as Tool, input)).toEqual(strategy(input))
      expect(truncateToolOutput(tool as Tool, input, { maxLines: 9 })).toEqual(
        strategy(input, { maxLines: 9 }),
      )
    },
  )

  it('knows each tool by its types', () => {
    const next: number | undefined = truncateToolOutput('read', input, { limit: 3 }).details.next?.offset
    const total: number = truncateToolOutput('grep', [{ text: 'a' }], { pattern: 'a' }).details.total
    const status = truncateToolOutput('bash', { stdout: 'a', stderr: '' }, { status: { exitCode: 1 } })
      .details.status
    expect([next, total, status]).toEqual([4, 1, { exitCode: 1 }])
  })

  it.each(['cat', '', 'toString', '__proto__', undefined, null, 7])('knows no tool %j', (tool) => {
    expect(() => truncateToolOutput(tool as never, input as never)).toThrow(
      expect.objectContaining({
        code: 'PITH_INVALID_OPTION',
        message: expect.stringContaining('one of "read", "bash", "grep", "find", "ls", "web"'),
      }),
    )
  })

  it('lists the tools', () => {
    expect(toolNames()).toEqual(['read', 'bash', 'grep', 'find', 'ls', 'web'])
  })
})
