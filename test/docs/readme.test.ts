import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, inject, it } from 'vitest'
import { root } from '../support/built.ts'
import { useCommand } from '../support/command.ts'
import { examplesInMarkdown } from '../support/examples.ts'

const path = join(root, 'README.md')

describe.runIf(inject('backend') === 'wasm' && existsSync(path))('the first screen of the README', () => {
  const box = useCommand()

  it('shows what the command prints for the log that it makes', async () => {
    const readme = readFileSync(path, 'utf8')
    const [makeLog] = examplesInMarkdown('README.md', readme, 'sh')
    const [, command, printed] =
      /^After.*\(`npx (pith .*)`\):\n\n```text\n([\s\S]*?)\n```$/m.exec(readme) ?? []
    const { stdout, stderr } = await box.sh(`${makeLog.code}\n${command}`)
    expect(stderr).toBe('')
    expect(stdout.toString()).toBe(printed)
  })

  it('names the commands that give the omitted lines', async () => {
    const readme = readFileSync(path, 'utf8')
    const [, command, first, last] = /^`(pith show \w+ --lines (\d+)-(\d+))` prints/m.exec(readme) ?? []
    const { stdout } = await box.sh(command)
    const { stdout: expected } = await box.sh(`sed -n ${first},${last}p build.log`)
    expect(stdout.length).toBeGreaterThan(0)
    expect(Buffer.compare(stdout, expected)).toBe(0)
  })
})

describe.runIf(inject('backend') === 'wasm' && existsSync(path))('the budget in the README', () => {
  const box = useCommand()

  it('is drawn as the command draws it', async () => {
    const readme = readFileSync(path, 'utf8')
    const [, command, drawn] =
      /`npx (pith budget [^`]*)` [^\n]*\n\n```text\n([\s\S]*?)```$/m.exec(readme) ?? []
    const { stdout, stderr } = await box.sh(command)
    expect(stderr).toBe('')
    expect(stdout.toString()).toBe(drawn)
  })
})
