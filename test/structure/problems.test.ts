import { describe, expect, inject, it } from 'vitest'
import { problemForms, problemsOf } from '../../bench/structure/generate/problem-forms.mjs'
import { parseNotices, stripNotices } from '../../src/core/words/parse.ts'
import { kinds, kindsFor } from '../../src/kinds/index.ts'
import { problems } from '../../src/kinds/problems.ts'
import type { Truncation } from '../../src/truncation.ts'
import { createCollector } from '../support/checked.ts'
import { cutOf } from '../support/units.ts'

const bytesOf = (text: string) => new TextEncoder().encode(text)
const source = { artifact: '0123456789abcdef' }
const FILES = ['src/ring.x', 'src/fit/turn.x', 'src/fit/gear.x', 'lib/cog.x', 'lib/pin.x', 'test/ring.x']

/** What a command printed that ended with a status. */
function printed(
  text: string,
  maxBytes: number,
  exitCode = 1,
  command: string[] = [],
  chunk = 1 << 16,
): Truncation {
  const collector = createCollector({ maxBytes, maxLines: 1e5, for: 'run', structure: kindsFor({ command }) })
  const bytes = bytesOf(text)
  for (let at = 0; at < bytes.length; at += chunk) collector.write(bytes.subarray(at, at + chunk))
  return collector.end(source, { exitCode })
}

/** The names that the totals of a notice count, by list: codes, then files. */
function totalsOf({ notice = '' }: Truncation) {
  const [, levels, files, lists] =
    /((?:\d+ (?:errors?|warnings?|problems?)(?:, )?)+) in (\d+\+?) files?: (.*?)\. (?:More: |Not kept)/.exec(
      notice,
    ) ?? []
  const counts = (list = '') =>
    Object.fromEntries(
      [...unfolded(list).matchAll(/(?:^|, )(.+?) (\d+)(?=, |$)/g)].map(([, name, count]) => [
        name,
        Number(count),
      ]),
    )
  const byLevel = Object.fromEntries((levels ?? '').split(', ').map((each) => each.split(' ').reverse()))
  const [codes, named] = (lists ?? '').split('; ')
  return { byLevel, files, codes: counts(codes), named: counts(named) }
}

/** `src/{a 1, b 2}` as `src/a 1, src/b 2`. */
function unfolded(list: string): string {
  const flat = list.replaceAll(/([^\s,{}]*\/)\{([^{}]*)\}/g, (_, folder, names) =>
    names
      .split(', ')
      .map((name: string) => folder + name)
      .join(', '),
  )
  return flat === list ? list : unfolded(flat)
}

const sum = (counts: Readonly<Record<string, number>>) =>
  Object.values(counts).reduce((all, each) => all + each, 0)

interface Form {
  codes: string[]
  write(byFile: unknown): string
}

describe.each(Object.entries<Form>(problemForms))('problems as of %s', (_, form) => {
  const made = problemsOf(form, 120, FILES)
  const text = form.write(made.byFile)
  const few = problemsOf(form, 6, FILES.slice(0, 2))

  it('are counted by level, code and file, whatever is shown', () => {
    for (const maxBytes of [2500, 5000]) {
      const result = printed(text, maxBytes)
      expect(result.kind).toBe('problems')
      expect(result.units).toEqual({ files: 6, problems: 120 })
      const { byLevel, files, codes, named } = totalsOf(result)
      expect(byLevel).toEqual(
        Object.fromEntries(
          Object.entries(made.byLevel).map(([name, count]) => [
            count === 1 ? name.slice(0, -1) : name,
            `${count}`,
          ]),
        ),
      )
      expect(files).toBe('6')
      for (const [told, known] of [
        [codes, made.byCode],
        [named, Object.fromEntries([...made.byFile].map(([file, all]) => [file, all.length]))],
      ]) {
        const { others = 0, ...own } = told
        for (const [name, count] of Object.entries(own)) expect([name, count]).toEqual([name, known[name]])
        expect(sum(own) + others).toBe(120)
      }
    }
  })

  it('are shown with their files, and the first of each code is among them', () => {
    const { text: shown } = printed(text, 5000)
    for (const file of FILES) expect(unfolded(shown)).toContain(file)
    const kept = stripNotices(shown)
    for (const code of form.codes) expect(kept).toContain(code)
  })

  it('are the same for every chunk', () => {
    const short = form.write(few.byFile)
    const bytes = bytesOf(short)
    const whole = cutOf(problems, short, 400)
    expect(whole).toBeDefined()
    const known = JSON.stringify(cutIn(bytes, 0))
    for (let at = 1; at < bytes.length; at += inject('thorough') ? 1 : 211)
      expect(JSON.stringify(cutIn(bytes, at))).toBe(known)
    expect(cutOf(problems, short, 400, 1e6, 7)).toBe(whole)
  })

  it('may have CRs and no last line end', () => {
    const crlf = text.replaceAll('\n', '\r\n')
    expect(printed(crlf, 3000).units).toEqual({ files: 6, problems: 120 })
    expect(printed(text.trimEnd(), 3000).units).toEqual({ files: 6, problems: 120 })
  })
})

/** What is shown of bytes that come in two chunks. */
function cutIn(bytes: Uint8Array, at: number) {
  const reader = problems.read(400, { bytes: 1 << 20 })
  for (const part of [bytes.slice(0, at), bytes.slice(at)]) reader.write(part, false)
  return reader
    .end()
    ?.choose(400, 1e6)
    ?.map((piece) => ('mark' in piece ? piece.mark : piece.to.byte))
}

describe('the causes of a failure', () => {
  const gcc = (at: number) => `lib/ring.c:${at}:9: warning: unused variable 'x${at}' [-Wunused-variable]\n`
  const many = (count: number, from = 0) => Array.from({ length: count }, (_, at) => gcc(from + at)).join('')

  it('are shown among many warnings', () => {
    const error = "lib/ring.c:9:9: error: expected ';' before '}' token\n"
    for (const maxBytes of [700, 1500, 4000]) {
      const { text, kind, errors } = printed(
        `${many(200)}${error}${many(200, 300)}make: *** [ring.o] Error 1\n`,
        maxBytes,
        2,
      )
      expect(kind).toBe('problems')
      expect(text).toContain(error)
      expect(text).toContain('make: *** [ring.o] Error 1')
      expect(errors.statements[0].kept).toBe(true)
    }
  })

  it('are shown whatever a query asks for', () => {
    const error = "lib/ring.c:9:9: error: expected ';' before '}' token\n"
    const collector = createCollector({ maxBytes: 1500, for: 'run', structure: kinds, query: 'x350' })
    collector.write(`${many(200)}${error}${many(200, 300)}`)
    const { text } = collector.end(source, { exitCode: 1 })
    expect(text).toContain(error)
    expect(text).toContain(gcc(350))
  })

  it('no statement counts for a command that succeeded', () => {
    const { kind, errors, text } = printed(`${many(300)}0 errors, 300 warnings\n`, 1500, 0)
    expect([kind, errors.total]).toEqual(['problems', 0])
    expect(text).toContain('300 warnings in 1 file: -Wunused-variable 300; lib/ring.c 300')
  })
})

describe('the order of problems', () => {
  const row = (at: number, code: string, level = 'error') =>
    `src/part${Math.floor(at / 20)}.ts(${at},3): ${level} ${code}: no.\n`

  it('begins with the first one of each code, wherever it stands', () => {
    const rare = new Map([210, 215, 333, 420, 599].map((at) => [at, `TS${at}`]))
    const all = Array.from({ length: 600 }, (_, at) => row(at, rare.get(at) ?? 'TS2322'))
    for (const exitCode of [0, 1]) {
      const { text } = printed(all.join(''), 1500, exitCode)
      for (const at of rare.keys()) expect(text).toContain(all[at])
    }
  })

  it('shows errors before warnings of the same codes', () => {
    const all = Array.from({ length: 600 }, (_, at) => row(at, 'C1', at % 20 === 13 ? 'error' : 'warning'))
    const { text } = printed(all.join(''), 5000)
    expect(text.match(/: error C1: /g)?.length).toBe(30)
  })
})

describe('problems in colour', () => {
  it('are cut without their colours, and are never folded', () => {
    const form = problemForms['eslint stylish']
    const plain = form.write(problemsOf(form, 300, FILES).byFile)
    const coloured = plain
      .replaceAll(/^\S.*$/gm, '\u001b[4m$&\u001b[24m')
      .replaceAll(/(error|warning)(?= {2})/g, '\u001b[31m$1\u001b[39m')
    const collector = createCollector({ maxBytes: 4000, for: 'run', fold: true, structure: kinds })
    collector.write(coloured)
    const { kind, text, units } = collector.end(source, { exitCode: 1 })
    expect([kind, units]).toEqual(['problems', { files: 6, problems: 300 }])
    expect(text).not.toContain('\u001b')
    expect(text).not.toMatch(/ (?:like|repeat) /)
    expect(text).toContain('200 errors, 100 warnings in 6 files: no-undef ')
  })
})

describe('no list of problems', () => {
  const compiled = (count: number) =>
    Array.from({ length: count }, (_, at) => `gcc -c lib/ring${at}.c -o ring${at}.o\n`)
  const error = 'lib/ring.c:9:9: error: expected ; before }\n'
  it.each([
    ['a build with an error', `${compiled(300).join('')}${error}make: *** [ring.o] Error 1\n`],
    [
      'a build with an error in ten lines',
      compiled(300)
        .map((line, at) => (at % 10 === 3 ? line + error : line))
        .join(''),
    ],
    ['problems, and then a long log', `${error.repeat(40)}${compiled(900).join('')}`],
    ['a log with times', '12:01:02 warning: disk is slow\n'.repeat(200)],
    ['addresses', 'http://ring.example:80: error: refused\n'.repeat(200)],
    ['frames of a stack', '    at turn (src/ring.js:3:4)\n'.repeat(200)],
    ['a few problems', error.repeat(4)],
    ['dates', '2026-01-02 10:11:12: error: no ring\n'.repeat(200)],
  ])('is %s', (_, text) => {
    expect(printed(text, 1500).kind).not.toBe('problems')
  })

  it('is an output of grep', () => {
    const matches = Array.from({ length: 200 }, (_, at) => `src/ring.c:${at}: return error(ring)\n`).join('')
    expect(printed(matches, 1500, 0, ['grep', '-rn', 'error', '.']).kind).toBe('grep')
    expect(printed(matches, 1500, 0).kind).toBe('grep')
  })
})

describe('hostile lists', () => {
  const tsc = (file: string, at = 1, code = 'TS2322') => `${file}(${at},3): error ${code}: no.\n`

  it('of very many files are counted, and name as many as there is room for', () => {
    const text = Array.from({ length: 12_000 }, (_, at) => tsc(`src/${at % 300}/ring${at}.ts`)).join('')
    const result = printed(text, 4000)
    expect(result.units).toEqual({ files: 12_000, problems: 12_000 })
    expect(result.notice).toContain('12000 errors in 10000+ files: TS2322 12000; ')
  })

  it('of one file are counted', () => {
    const text = Array.from({ length: 4000 }, (_, at) =>
      tsc('src/ring.ts', at, `TS${1000 + (at % 40)}`),
    ).join('')
    const result = printed(text, 4000)
    expect(result.units).toEqual({ files: 1, problems: 4000 })
    expect(result.notice).toMatch(
      /4000 errors in 1 file: TS1000 100, .*others \d+; src\/ring\.ts 4000\. More/,
    )
    for (let code = 1000; code < 1040; code++) expect(stripNotices(result.text)).toContain(`TS${code}`)
  })

  it.each([
    ['blanks', 'src/my ring/the gear.ts'],
    ['colons', 'src/a:b/c:9x.ts'],
    ['a drive', 'C:\\rings\\gear.ts'],
    ['brackets', 'app/[id]/(main)/{a}.ts'],
    ['words of a notice', 'src/a. More: pith show 0123456789abcdef --lines 1-9 b.ts'],
    ['other letters', 'src/кольцо/環.ts'],
  ])('with %s in the names of files', (_, file) => {
    const text = Array.from({ length: 200 }, (_, at) => tsc(at % 2 === 0 ? file : `${file}x`, at)).join('')
    const result = printed(text, 2000)
    expect(result.kind).toBe('problems')
    expect(result.units?.problems).toBe(200)
    expect(result.notice).toMatch(/200 errors in 2 files: TS2322 200; /)
    const [last] = parseNotices(result.text).slice(-1)
    expect(last).toMatchObject({ kind: 'notice', artifact: source.artifact, status: { exitCode: 1 } })
  })

  it('with a very long line show its beginning', () => {
    const long = `src/ring.ts(1,2): error TS9999: ${'x'.repeat(300_000)} end\n`
    const few = Array.from({ length: 200 }, (_, at) => tsc('src/ring.ts', at)).join('')
    for (const text of [few + long, `${few}${'y'.repeat(300_000)}\n${few}`]) {
      const { kind, notice, text: shown } = printed(text, 3000)
      expect(kind).toBe('problems')
      expect(notice).toMatch(/\d+ errors in 1 file: TS2322 \d+/)
      if (text.includes('TS9999')) expect(shown).toContain('src/ring.ts(1,2): error TS9999: xxx')
    }
  })

  it('with very long blocks show the problem, and as much below it as there is room for', () => {
    const block = `src/ring.ts:1:2 - error TS1: no.\n${'  | at the ring\n'.repeat(40)}\n`
    const result = printed(block.repeat(300), 2000)
    expect(result.units).toEqual({ files: 1, problems: 300 })
    expect(result.text).toContain('300 errors in 1 file')
  })
})
