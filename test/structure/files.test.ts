import { describe, expect, it } from 'vitest'
import { kinds, kindsFor } from '../../src/kinds/index.ts'
import { createCollector, truncate } from '../support/checked.ts'

const source = { artifact: '0123456789abcdef' }
const lines = (name: string, count: number) =>
  Array.from({ length: count }, (_, at) => `${name} line ${at}\n`).join('')
const headOf = (names: string[], count = 200) =>
  names.map((name) => `==> ${name} <==\n${lines(name, count)}`).join('\n')

describe('outputs below headings', () => {
  it('of `head` keep every heading, and the first and the last lines of each file', () => {
    const { text, kind, units } = truncate(headOf(['a.ts', 'b.ts', 'c.ts']), {
      maxBytes: 900,
      structure: kindsFor({ command: 'head -n 200 a.ts b.ts c.ts' }),
      source,
    })
    expect([kind, units]).toEqual(['files', { sections: 3 }])
    for (const name of ['a.ts', 'b.ts', 'c.ts'])
      for (const line of [`==> ${name} <==`, `${name} line 0`, `${name} line 199`])
        expect(text).toContain(`${line}\n`)
  })

  it('of a loop are told by their punctuation', () => {
    const loop = ['a', 'b'].map((name) => `=== ${name} ===\n${lines(name, 90)}`).join('')
    const { text, kind } = truncate(loop, { maxBytes: 600, structure: kinds, source })
    expect(kind).toBe('files')
    for (const line of ['=== a ===', '=== b ===', 'b line 89']) expect(text).toContain(`${line}\n`)
  })

  it('are found by the form that the headings have in common, whatever it is', () => {
    const forms = [
      (name: string) => `### ${name}`,
      (name: string) => `# ${name}`,
      (name: string) => `${name}:`,
      (name: string) => `[${name}]`,
      (name: string) => `Stage: ${name}`,
      (name: string) => `>>> ${name}`,
      (name: string) => `<<< ${name} >>>`,
      (name: string) => `===${name}===`,
      (name: string) => `$ show --all ${name}`,
      (name: string) => `user@host:~$ cat ${name}`,
      (name: string) => `>>>>> reading ${name}`,
      (name: string) => `● ${name}`,
      (name: string) => `${name} ->`,
    ]
    const names = ['auth', 'src/b.ts', 'c-3', 'd_4.service', 'e']
    for (const form of forms) {
      const input = names.map((name, at) => `${form(name)}\n${lines(`of ${name}`, 4 + 9 * at)}`).join('')
      const { text, kind } = truncate(input, { maxBytes: 700, structure: kinds, source })
      expect([form('x'), kind]).toEqual([form('x'), 'files'])
      for (const name of names) {
        expect(text).toContain(`${form(name)}\nof ${name} line 0\n`)
        expect(text).toContain(`of ${name} line 1\n`)
      }
    }
  })

  it.each([
    ['described pods', (n: number) => `Name:   web-${n}`, ':   '],
    ['records of psql', (n: number) => `-[ RECORD ${n} ]------+---------`, ' | '],
  ])('that are %s show what is unlike the others, with what is rare beside it', (_, heading, mark) => {
    const record = (n: number) =>
      [
        heading(n),
        `node${mark}n-${n % 4}`,
        `state${mark}${n === 27 ? 'Waiting' : 'Running'}`,
        ...(n === 27 ? [`reason${mark}CrashLoopBackOff`] : []),
        `restarts${mark}0`,
        `image${mark}shop/web:1.4.${n === 19 ? 8 : 2}
`,
      ].join('\n')
    const input = Array.from({ length: 90 }, (_, n) => record(n + 1)).join('')
    const { text, kind } = truncate(input, { maxBytes: 2000, structure: kinds, source })
    expect(kind).toBe('files')
    for (const part of ['CrashLoopBackOff', 'Waiting', '1.4.8', heading(27), heading(19)])
      expect(text).toContain(part)
  })

  it('are found where all that is below them is indented, or is JSON', () => {
    for (const [form, row] of [
      [(name: string) => `${name} =>`, (at: number) => `  of ${at}`],
      [(name: string) => `{${name}}`, (at: number) => `{"of":${at}}`],
    ] as const) {
      const rows = Array.from({ length: 20 }, (_, at) => `${row(at)}\n`).join('')
      const input = ['a', 'b', 'c', 'd'].map((name) => `${form(name)}\n${rows}`).join('')
      const { text, kind } = truncate(input, { maxBytes: 400, structure: kinds, source })
      expect([form('x'), kind]).toEqual([form('x'), 'files'])
      for (const name of ['a', 'b', 'c', 'd']) expect(text).toContain(`${form(name)}\n${row(0)}\n`)
    }
  })

  it('may have a heading between lines of marks', () => {
    const input = ['a', 'b', 'c'].map((name) => `======\n${name}\n======\n${lines(name, 40)}`).join('')
    const { text, kind } = truncate(input, { maxBytes: 500, structure: kinds, source })
    expect(kind).toBe('files')
    for (const name of ['a', 'b', 'c']) expect(text).toContain(`======\n${name}\n======\n${name} line 0\n`)
  })

  it('are found when the first one fills the beginning', () => {
    const input = ['auth', 'billing'].map((name) => `### ${name}\n${lines(name, 900)}`).join('')
    const { text, kind } = truncate(input, { maxBytes: 500, structure: kinds, source })
    expect(kind).toBe('files')
    expect(text).toContain('### billing\n')
  })

  it('are shown of a file that is read, too', () => {
    const input = Array.from({ length: 25 }, (_, at) => `### part-${at}\n${lines('row', 20)}`).join('')
    const { text } = truncate(input, { maxBytes: 2000, structure: kinds, source, for: 'read' })
    expect(text.match(/^### /gm)).toHaveLength(25)
  })

  it('are none where a form is that of a log, of comments, of a list or of levels', () => {
    const repeated = (form: (at: number) => string) =>
      Array.from({ length: 90 }, (_, at) => form(at)).join('')
    for (const [name, input] of Object.entries({
      log: repeated((at) => `INFO: step ${at}\ndone in ${at} ms\nwent on\n`),
      words: repeated((at) => `Parsing file ${at}.svh\nincluded by ${at}\nand more\n`),
      comments: repeated((at) => `/* part ${at} */\nint a${at};\nint b${at};\n`),
      list: repeated((at) => `- item${at}\nmore of it ${at}\nthe end\n`),
      levels: repeated((at) => `service${at}:\n  image: a${at}\n  ports: 8${at}\n`),
      equal: repeated(() => '== next ==\nmore of it\nthe end\n'),
      prose: repeated((at) => `The ${at} begins here\nand goes on to ${at}\nuntil it ends\n`),
      table: repeated((at) => `| a${at} |\n| b ${at} | c |\n| d ${at} | e |\n`),
    }))
      expect([name, truncate(input, { maxBytes: 700, structure: kinds, source }).kind]).not.toEqual([
        name,
        'files',
      ])
  })

  it('show a line that tells of a failure in the middle of one', () => {
    const input = headOf(['a.log', 'b.log']).replace('b.log line 97\n', 'error: b.log has no ring\n')
    expect(truncate(input, { maxBytes: 700, structure: kinds, source }).text).toContain('has no ring')
  })

  it('count the sections that have no room', () => {
    const names = Array.from({ length: 90 }, (_, at) => `file-${at}.ts`)
    const { text } = truncate(headOf(names, 5), { maxBytes: 700, structure: kinds, source })
    expect(text).toMatch(/\[\.\.\.[\d-]+: [\d.]+K, \d+ sections\]/)
  })

  it('of folders show the first levels before deeper ones', () => {
    const folders = Array.from({ length: 60 }, (_, at) => `./pkg${at}`)
    const inside = folders.map(
      (at) => `\n${at}:\na.json\nsrc\n\n${at}/src:\nlib\n\n${at}/src/lib:\nb.ts\nc.ts\n`,
    )
    const listed = `.:\n${folders.map((at) => `${at.slice(2)}\n`).join('')}${inside.join('')}`
    const cut = truncate(listed, { maxBytes: 3000, structure: kinds, source, for: 'query' })
    expect(cut.kind).toBe('files')
    for (const at of folders.slice(0, 50)) expect(cut.text).toContain(`${at.slice(2)}\n`)
    for (const at of folders.slice(0, 50)) expect(cut.text).toContain(`\n${at}:\n`)
    expect(cut.text).not.toContain('./pkg20/src/lib:')
  })

  it('of tests that tell what they do are lines', () => {
    const ran = Array.from(
      { length: 90 },
      (_, at) => `=== RUN   Ring/case_${at}\n    ring.go:9: takes ${at}\n`,
    ).join('')
    expect(truncate(ran, { maxBytes: 700, structure: kinds, source }).kind).toBeUndefined()
  })

  it('of a failed command, and what only looks like a heading, are lines', () => {
    const collector = createCollector({ maxBytes: 700, structure: kinds })
    collector.write(headOf(['a', 'b']))
    expect(collector.end(source, { exitCode: 1 }).kind).toBeUndefined()
    const session = `===== test session starts =====\n${lines('a', 90)}===== 3 passed in 0.1s =====\n`
    expect(truncate(session, { maxBytes: 700, structure: kinds, source }).kind).toBeUndefined()
  })
})
