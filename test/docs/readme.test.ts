import { describe, expect, it } from 'vitest'
import { artifactPage } from '../support/artifact-pages.ts'
import { useCommand } from '../support/command.ts'
import { examplesInMarkdown } from '../support/examples.ts'
import { documentOf } from '../support/markdown.ts'

const readme = documentOf('README.md')

describe('the README', () => {
  it('has at most 220 lines', () => {
    expect(readme.trimEnd().split('\n').length).toBeLessThanOrEqual(220)
  })
})

describe('the first screen of the README', () => {
  const box = useCommand()

  it('shows what the command prints for the log that it makes', async () => {
    const [makeLog] = examplesInMarkdown('README.md', readme, 'sh')
    const [, command, printed] = /^After.*\(`(pith .*)`\):\n\n```text\n([\s\S]*?)\n```$/m.exec(readme) ?? []
    const { stdout, stderr } = await box.sh(`${makeLog.code}\n${command}`)
    expect(stderr).toBe('')
    expect(stdout.toString()).toBe(`${printed}\n`)
  })

  it('names the commands that give the omitted lines', async () => {
    const [, command, first, last] = /^`(pith show \w+ --lines (\d+)-(\d+))` prints/m.exec(readme) ?? []
    const { stdout } = await box.sh(`${command} --all`)
    const { stdout: expected } = await box.sh(`sed -n ${first},${last}p build.log`)
    expect(stdout.length).toBeGreaterThan(0)
    expect(Buffer.compare(stdout, expected)).toBe(0)
    const { bytes, next } = artifactPage((await box.sh(command)).stdout)
    expect(bytes.length).toBeGreaterThan(20_000)
    expect(Buffer.compare(bytes, expected.subarray(0, bytes.length))).toBe(0)
    expect(next?.at(-1)).toBe(`${bytes.toString().split('\n').length - 1 + Number(first)}-${last}`)
  })
})

describe('the budget in docs/command.md', () => {
  const box = useCommand()

  it('is drawn as the command draws it', async () => {
    const [, command, drawn] =
      /`(pith budget [^`]*)` [^\n]*\n\n```text\n([\s\S]*?)```$/m.exec(documentOf('docs/command.md')) ?? []
    const { stdout, stderr } = await box.sh(command)
    expect(stderr).toBe('')
    expect(stdout.toString()).toBe(drawn)
  })
})
