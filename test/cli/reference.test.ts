import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { commandWords } from '../../src/cli/help/command-words.ts'
import { helpOf } from '../../src/cli/help/help.ts'
import { optionGroups } from '../../src/cli/help/option-words.ts'
import { commandNames, commandOptions } from '../../src/cli/help/reference.ts'
import { filterTable, optionTables } from '../../src/cli/options/arguments.ts'
import { root } from '../support/built.ts'

const tables = Object.entries({ ...optionTables, '': filterTable })

describe('the table of commands', () => {
  it('has a row for each command, and for no other', () => {
    expect(commandNames.toSorted()).toEqual(Object.keys(optionTables).toSorted())
  })

  it.each(tables)('says what each option of pith %s means, and whether it has a value', (name, table) => {
    const found = commandOptions(name === '' ? undefined : (name as (typeof commandNames)[number]))
    expect(found.map((option) => option.name)).toEqual(Object.keys(table))
    for (const option of found) {
      const { type } = table[option.name as keyof typeof table] as { type: string }
      expect([option.name, option.value !== undefined]).toEqual([option.name, type === 'string'])
    }
  })

  it('says nothing of an option that no command takes', () => {
    const taken = new Set(tables.flatMap(([, table]) => Object.keys(table)))
    for (const { options } of optionGroups)
      for (const name of Object.keys(options)) expect(taken).toContain(name)
    for (const [command, { own = {} }] of Object.entries(commandWords)) {
      const table = Object.keys(optionTables[command as keyof typeof optionTables])
      expect(table).toEqual(expect.arrayContaining(Object.keys(own)))
    }
  })

  it.each(commandNames)('has pith %s in docs/command.md', (name) => {
    expect(readFileSync(join(root, 'docs/command.md'), 'utf8')).toMatch(new RegExp(`\`pith ${name}[ \`]`))
  })

  it.each(commandNames)('keeps the help of pith %s within 120 columns', (name) => {
    for (const line of helpOf(name).split('\n')) expect(line.length).toBeLessThanOrEqual(120)
  })
})
