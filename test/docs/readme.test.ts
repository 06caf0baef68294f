import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { root } from '../support/built.ts'
import { useCommand } from '../support/command.ts'
import { examplesInMarkdown } from '../support/examples.ts'
import { documentOf } from '../support/markdown.ts'

const readme = documentOf('README.md')

describe('the README', () => {
  it('has at most 150 lines', () => {
    expect(readme.trimEnd().split('\n').length).toBeLessThanOrEqual(150)
  })
})

describe('the first screen of the README', () => {
  const box = useCommand()

  const [log] = examplesInMarkdown('README.md', readme, 'sh')
  /** The block of text behind the words of a paragraph, with the command that these name. */
  const shown = (words: string): string[] =>
    new RegExp(`^${words}.*\\(\`(.*)\`\\):\\n\\n\`\`\`text\\n([\\s\\S]*?)\\n\`\`\`$`, 'm')
      .exec(readme)
      ?.slice(1) ?? []

  beforeAll(() => box.sh(log.code.replace('test/fold', join(root, 'test/fold'))))

  it('shows what the command prints for a recorded log', async () => {
    const [command, printed] = shown('After: ')
    const { stdout, stderr } = await box.sh(command)
    expect(stderr).toBe('')
    expect(stdout.toString()).toBe(`${printed}\n`)
  })

  it('shows the end of the log as a terminal would', async () => {
    const [command, printed] = shown('Before: ')
    const { stdout } = await box.sh(`${command} | pith`)
    expect(stdout.toString()).toBe(`${printed}\n`)
  })

  it('names the command that gives a gap', async () => {
    const [, command, first, last] = /^`(pith show \w+ --lines (\d+)-(\d+))` shows/m.exec(readme) ?? []
    const { stdout } = await box.sh(`${command} --all`)
    const { stdout: expected } = await box.sh(`sed -n ${first},${last}p test.log`)
    expect(stdout.length).toBeGreaterThan(0)
    expect(Buffer.compare(stdout, expected)).toBe(0)
  })
})
