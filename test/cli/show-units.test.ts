// @deep

import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { useCommand } from '../support/command.ts'

describe('pith show by units', { concurrent: true }, () => {
  const box = useCommand()

  /** Keeps an output that is cut, and returns its id. */
  async function keep(input: string): Promise<string> {
    await box.pith([], { input })
    return createHash('sha256').update(input).digest('hex').slice(0, 16)
  }

  const show = async (...words: string[]) => {
    const { status, stdout, stderr } = await box.pith(['show', ...words])
    return { status, text: stdout.toString(), error: stderr.toString() }
  }

  const items = Array.from({ length: 9000 }, (_, at) =>
    JSON.stringify({ id: at + 1, name: `item ${at + 1}` }),
  )
  const json = `{"total":9000,"items":[${items.join(',')}]}`

  it('prints items of JSON, and its pages lead to all of them', async () => {
    const id = await keep(json)
    expect(await show(id, '--items', '40-41')).toEqual({
      status: 0,
      text: `${items[39]}\n${items[40]}\n`,
      error: '',
    })
    const first = await show(id, '--items', '40-60', '--max-lines', '6')
    expect(first.text).toBe(
      `${items.slice(39, 44).join('\n')}\n[Lines 1-5 of 21. Next: pith show ${id} --items 40-60 --max-lines 6 --offset 6]\n`,
    )
    const next = await show(id, '--items', '40-60', '--max-lines', '6', '--offset', '6')
    expect(next.text.split('\n')[0]).toBe(items[44])
    const all = await show(id, '--items', '1-', '--all')
    expect(all.text).toBe(`${items.join('\n')}\n`)
  })

  it('prints numbers, escapes and repeated names as they came', async () => {
    const value = '{"n":12345678901234567890,"m":1e400,"z":-0,"o":1.0,"e":1E5,"s":"\\u00e9\\/","d":1,"d":2}'
    const id = await keep(`{"a":${value},"items":[${items.join(',')}]}`)
    expect((await show(id, '--path', '$.a')).text).toBe(`${value}\n`)
    expect((await show(id, '--path', '$.a.m')).text).toBe('1e400\n')
  })

  it('prints the value of a path, and says what there is instead', async () => {
    const id = await keep(json)
    expect((await show(id, '--path', '$.items[42].name')).text).toBe('"item 43"\n')
    const none = await show(id, '--path', '$.nothing')
    expect(none).toEqual({
      status: 2,
      text: '',
      error: 'pith: There is no such unit. $ is an object with "total", "items".\n',
    })
    expect((await show(id, '--path', '$.items[-1].id')).text).toBe('9000\n')
    expect((await show(id, '--path', '$.items[?@.id > 8999]')).text).toBe(`${items[8999]}\n`)
    expect((await show(id, '--path', '$.items[?@.id = 1]')).error).toMatch(
      /^pith: Expected a path such as .* at character 15, got "= 1\]"\.\n$/,
    )
    expect((await show(id, '--items', '0-2')).error).toMatch(/begin at 1/)
    expect((await show(id, '--items', '1-2', '--path', '$')).error).toMatch(/either --items or --path/)
    const data = JSON.parse((await show(id, '--path', '$.total', '--json')).text)
    expect(data.content).toBe('9000\n')
  })

  it('counts the values of a path, in pages', async () => {
    const states = Array.from({ length: 9000 }, (_, at) => ({
      state: at % 10 ? 'ok' : `bad in some way ${at % 100}`,
    }))
    const id = await keep(JSON.stringify(states))
    const counts = await show(id, '--path', '$[*].state', '--count', '--max-lines', '3')
    expect(counts.text).toBe('8100 "ok"\n90 "bad in some way 0"\n[Lines 1-2 of 11]\n')
    const all = await show(id, '--path', '$[?@.state != "ok"]', '--count', '--all')
    expect(all.text.split('\n').slice(0, 2)).toEqual([
      '90 {"state":"bad in some way 0"}',
      '90 {"state":"bad in some way 10"}',
    ])
    for (const words of [[], ['--items', '1-2']]) {
      const { status, error } = await show(id, '--count', ...words)
      expect([status, error]).toEqual([
        2,
        "pith: --count needs --path, such as --path '$.items[*].state' --count.\n",
      ])
    }
  })

  it('prints rows with the header, a file of a diff and a section', async () => {
    const rows = Array.from({ length: 9000 }, (_, at) => `${at + 1},"row\n${at + 1}"\n`)
    const csv = await keep(`n,text\n${rows.join('')}`)
    expect((await show(csv, '--rows', '100-101')).text).toBe(`n,text\n${rows[99]}${rows[100]}`)
    const hunks = Array.from({ length: 2000 }, (_, at) => {
      const name = `src/f${at}.c`
      return `diff --git a/${name} b/${name}\n--- a/${name}\n+++ b/${name}\n@@ -1 +1 @@\n-a\n+b\n`
    })
    const diff = await keep(hunks.join(''))
    expect((await show(diff, '--file', 'f77.c')).text).toBe(hunks[77])
    expect((await show(diff, '--file', 'none.c')).error).toMatch(/"src\/f0\.c", .* and 1990 more/)
    const chapters = Array.from({ length: 3000 }, (_, at) => `## Chapter ${at}.\ntext\n`)
    const text = await keep(`# All\n${chapters.join('')}`)
    expect((await show(text, '--section', 'chapter 7.')).text).toBe(chapters[7])
  })

  it('hides secrets before it looks for units', async () => {
    const id = await keep(`{"password": "hunter2hunter2", "pad": "${'x '.repeat(60_000)}"}\n`)
    const plain = await show(id, '--path', '$.password')
    expect(plain.text).toBe('"hunter2hunter2"\n')
    const hidden = await show(id, '--path', '$.password', '--redact')
    expect(hidden.text + hidden.error).not.toContain('hunter2')
  })
})
