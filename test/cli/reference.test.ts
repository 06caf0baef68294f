import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { help, helpOf } from '../../src/cli/help/help.ts'
import { type CommandName, commandRows, filterRow } from '../../src/cli/options/command-rows.ts'
import { optionGroups } from '../../src/cli/options/rows.ts'
import { root } from '../support/built.ts'

const names = Object.keys(commandRows) as CommandName[]
const rows = [filterRow, ...Object.values(commandRows)]

describe('the rows of commands', () => {
  it('have words for each option, and all are in the help', () => {
    for (const { options } of rows) {
      for (const [name, row] of Object.entries(options)) {
        expect([name, row?.says]).toEqual([name, expect.any(String)])
        expect(help).toContain(`--${name}`)
      }
    }
    expect(help).not.toMatch(/[{}](?!")/)
  })

  it('say nothing of an option that no command takes', () => {
    const taken = new Set(rows.flatMap(({ options }) => Object.keys(options)))
    for (const { options } of optionGroups)
      for (const name of Object.keys(options)) expect(taken).toContain(name)
  })

  it.each(names)('have pith %s in docs/command.md', (name) => {
    expect(readFileSync(join(root, 'docs/command.md'), 'utf8')).toMatch(new RegExp(`\`pith ${name}[ \`]`))
  })

  it.each(names)('keep the help of pith %s within 120 columns', (name) => {
    for (const line of helpOf(name).split('\n')) expect(line.length).toBeLessThanOrEqual(120)
  })
})
