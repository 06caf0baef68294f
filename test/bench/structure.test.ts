// @deep

import { describe, expect, it } from 'vitest'
import { isUnfused, tellsNumber, wholeLines } from '../../bench/structure/cut.mjs'
import { wholeHead, wholeTail } from '../../bench/structure/methods.mjs'
import { generatedOutputs } from '../../bench/structure/outputs.mjs'
import { kindScores, scoreOf } from '../../bench/structure/score.mjs'
import { diffTasks } from '../../bench/structure/tasks/diff.mjs'
import { logTasks } from '../../bench/structure/tasks/git.mjs'
import { grepTasks } from '../../bench/structure/tasks/grep.mjs'
import { isPartOf, jsonLinesTasks, jsonTasks } from '../../bench/structure/tasks/json.mjs'
import { tableTasks, treeTasks } from '../../bench/structure/tasks/lines.mjs'

interface Task {
  name: string
  ask(cut: { text: string; content: string }): number | boolean
}

const cutOf = (content: string, notice = '') => ({ text: content + notice, content })

/** What each task says of a cut, by its name. */
const answers = (tasks: Task[], content: string, notice?: string): Record<string, number> =>
  Object.fromEntries(tasks.map(({ name, ask }) => [name, Number(ask(cutOf(content, notice)))]))

const items = Array.from({ length: 9 }, (_, id) => ({ id, name: `n${id}` }))

describe('a cut of JSON', () => {
  const text = JSON.stringify(items)
  const tasks = jsonTasks({
    text,
    records: items.map((item) => JSON.stringify(item)),
    arrays: [{ path: [], number: 9 }],
  })

  it('that tells its omissions in place does all tasks', () => {
    const cut = JSON.stringify([items[0], '… 7 more items …', items[8]])
    expect(scoreOf(cutOf(cut), tasks)).toBe(1)
  })

  it('that joins two records, or counts wrongly, does not', () => {
    const fused = JSON.stringify([{ id: 0, name: 'n8' }, '… 8 more items …'])
    expect(answers(tasks, fused)).toMatchObject({ 'nothing is fused': 0 })
    const wrong = JSON.stringify([items[0], '… 6 more items …', items[8]])
    expect(answers(tasks, wrong)).toMatchObject({
      'how many items the array has': 0,
      'what is left out is told in its place': 0,
    })
  })

  it('that ends within a record does not parse, and has one that is not whole', () => {
    expect(answers(tasks, '[{"id":0,"name":"n0"},{"id":1,"na')).toEqual({
      'it parses': 0,
      'nothing is fused': 1,
      'what is left out is told in its place': 0,
      'records are whole': 0.5,
      'how many items the array has': 0,
    })
  })

  it('may leave out keys and the middle of a string where it says so', () => {
    const full = { a: 1, b: 2, c: 3, long: 'begin and then the end' }
    expect(
      isPartOf({ a: 1, '… keys 2-3 …': '2 more keys', long: 'begin… 9 more characters …the end' }, full),
    ).toBe(true)
    expect(isPartOf({ a: 1, '… keys 2-3 …': '3 more keys', long: full.long }, full)).toBe(false)
    expect(isPartOf({ a: 1, b: 2, c: 3, long: 'begin' }, full)).toBe(false)
    expect(isPartOf({ a: 1, b: 2 }, full)).toBe(false)
  })
})

describe('a cut of JSON lines', () => {
  const text = items.map((item) => `${JSON.stringify(item)}\n`).join('')
  const tasks = jsonLinesTasks({ text, number: 9 })

  it('does all tasks with whole lines and a mark', () => {
    const cut = `${JSON.stringify(items[0])}\n"… 7 more lines …"\n${JSON.stringify(items[8])}`
    expect(scoreOf(cutOf(cut), tasks)).toBe(1)
  })

  it('fails with a line that two lines gave', () => {
    const found = answers(tasks, '{"id":0,"name":"n8"}\n"… 8 more lines …"')
    expect(found).toMatchObject({ 'lines are whole': 0, 'nothing is fused': 0 })
  })
})

describe('a cut of a diff', () => {
  const file = (name: string) =>
    `diff --git a/${name} b/${name}\n--- a/${name}\n+++ b/${name}\n@@ -1,2 +1,2 @@\n-old ${name}\n+new ${name}\n same\n`
  const text = ['a.c', 'b.c', 'c.c'].map(file).join('')
  const tasks = diffTasks({ text })

  it('with a whole hunk and the names of the other files does all tasks', () => {
    const mark = '[...8-21: 150B, 2 files, 2 hunks: b.c +1 -1, c.c +1 -1]'
    expect(scoreOf(cutOf(`${file('a.c')}${mark}`), tasks)).toBe(1)
  })

  it('with lines below another header has lines without theirs', () => {
    const [head] = file('a.c').split('-old')
    const found = answers(tasks, `${head}[...5-11: 90B]\n-old b.c\n+new b.c\n same`)
    expect(found).toMatchObject({
      'changed lines under their headers': 0,
      'a whole hunk': 0,
      'the last file': 0,
    })
  })
})

describe('a cut of matches', () => {
  const text = ['a.c:1:x', 'a.c:2:x', 'a.c:3:x', 'b.c:1:x', 'c.c:9:x'].join('\n')
  const tasks = grepTasks({ text })

  it('with a match of each file and the number of the others does all tasks', () => {
    expect(scoreOf(cutOf('a.c:1:x\n[...2-3: 16B, 2 matches]\nb.c:1:x\nc.c:9:x'), tasks)).toBe(1)
  })

  it('from the beginning alone knows neither the other files nor how many there are', () => {
    expect(answers(tasks, 'a.c:1:x\na.c:2')).toMatchObject({
      'lines are whole': 0.5,
      'how many matches': 0,
      'a match of the last file': 0,
      'how many files': 0,
    })
  })
})

describe('a cut of lines', () => {
  const rows = Array.from({ length: 40 }, (_, i) => `row ${i}`)
  const text = ['name no', ...rows].join('\n')
  const tasks = tableTasks({ text })

  it('of a table with its header and a sample does all tasks', () => {
    const cut = 'name no\nrow 0\n[...3-15: 9B]\nrow 14\n[...17-30: 9B]\nrow 29\n[...32-40: 9B]\nrow 39'
    expect(scoreOf(cutOf(cut), tasks)).toBe(1)
  })

  it('of the tail of a table has no header', () => {
    expect(answers(tasks, 'row 38\nrow 39')).toMatchObject({
      'the header, above its rows': 0,
      'the first row': 0,
    })
  })

  it('of a tree needs the lines above', () => {
    const tree = '.\n├── a\n│   ├── a1\n│   └── a2\n└── b\n    └── b1'
    const name = 'lines with the lines above them'
    const of = (cut: string) => answers(treeTasks({ text: tree, step: 4 }), cut)[name]
    expect(of('.\n├── a\n│   ├── a1\n[...4: 9B]\n└── b\n[...6: 9B]')).toBe(1)
    expect(of('.\n│   ├── a1\n└── b')).toBeCloseTo(2 / 3)
  })

  it('of a log has its newest commits whole', () => {
    const commit = (i: number) => `commit ${String(i).repeat(40)}\nDate: now\n\n    subject ${i}\n`
    const log = [1, 2, 3, 4, 5, 6, 7].map(commit).join('\n')
    const found = answers(logTasks({ text: log }), `${commit(1)}\n${commit(2).slice(0, 60)}`)
    expect(found).toMatchObject({
      'the newest commit': 1,
      'the newest 5 commits': 0.2,
      'commits are whole': 0.5,
    })
  })

  it('may be clipped where a mark says so', () => {
    expect(wholeLines(cutOf('begin [...+9]end'), 'begin and then the end\n')).toBe(1)
    expect(wholeLines(cutOf('begin the'), 'begin and then the end\n')).toBe(0)
  })

  it('is fused where two texts touch without a mark', () => {
    expect(isUnfused(cutOf('row 1\n[...3-4: 9B]\nrow 4'), text)).toBe(true)
    expect(isUnfused(cutOf('row 1\nrow 4'), text)).toBe(false)
  })

  it('tells a number in words, by its marks, or by the lines that they stand for', () => {
    const facts = { number: 41, words: 'rows', kept: 2, lines: 41 }
    expect(tellsNumber(cutOf('row 1\nrow 2\n41 rows'), facts)).toBe(true)
    expect(tellsNumber(cutOf('name no\n[...2-40: 9B, 39 rows]\nrow 39'), { ...facts, lines: 0 })).toBe(true)
    expect(tellsNumber(cutOf('name no\n[...2-40: 9B]\nrow 39'), facts)).toBe(true)
    expect(tellsNumber(cutOf('name no\nrow 0'), facts)).toBe(false)
  })
})

describe('the benchmark', () => {
  it('gives every whole output all points that need no mark', () => {
    for (const output of generatedOutputs()) {
      const missed = answers(output.tasks(output.text), output.text)
      const wrong = Object.entries(missed).filter(
        ([name, score]) => score < 1 && !/how many|how long/.test(name),
      )
      expect({ name: output.name, wrong }).toEqual({ name: output.name, wrong: [] })
    }
  })

  it('keeps whole lines in heads and tails where there are lines', () => {
    const bytes = Buffer.from('one\ntwo\nthree\n')
    expect([wholeHead(bytes, 9), wholeTail(bytes, 9), wholeTail(bytes, 10)]).toEqual([
      'one\ntwo\n',
      'three\n',
      'two\nthree\n',
    ])
    expect([wholeHead(Buffer.from('é'.repeat(9)), 5), wholeTail(Buffer.from('é'.repeat(9)), 5)]).toEqual([
      'éé',
      'éé',
    ])
  })

  it('compares with the better of head and tail', () => {
    const rows = (scores: Record<string, number>) =>
      Object.entries(scores).flatMap(([method, score]) =>
        [2, 4, 16].map((kib) => ({ method, kib, score, missed: [] })),
      )
    const results = [{ output: { name: 'one' }, rows: rows({ pith: 0.9, head: 0.6, tail: 0.3 }) }]
    expect(kindScores('json', results).ratios.map((ratio: number) => ratio.toFixed(2))).toEqual([
      '1.50',
      '1.50',
      '1.50',
    ])
  })
})
