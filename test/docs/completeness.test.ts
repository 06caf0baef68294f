import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { help } from '../../src/cli/help/help.ts'
import { filterRow } from '../../src/cli/options/command-rows.ts'
import { toolOptions } from '../../src/cli/options/options.ts'
import { rules } from '../../src/core/judge/rules/index.ts'
import { coefficients } from '../../src/core/tokens/coefficients.ts'
import { estimateTokens } from '../../src/core/tokens/estimate.ts'
import type { Encoding } from '../../src/core/tokens/weights.ts'
import * as notices from '../../src/core/words/notices.ts'
import { parseNotices } from '../../src/core/words/parse.ts'
import { truncateNames } from '../../src/options.ts'
import { toolNames, tools } from '../../src/tools/tools.ts'
import { root } from '../support/built.ts'
import { entries } from '../support/entries.ts'
import { coreFunctions } from '../support/linear-functions.ts'

// What must change together: these fail where a tool, a store, an encoding, a wording or a rule is added in part.

const textOf = (path: string): string => readFileSync(join(root, path), 'utf8')
const modulesIn = (folder: string): string[] =>
  readdirSync(join(root, folder))
    .filter((name) => name.endsWith('.ts'))
    .map((name) => name.slice(0, -3))
const documents = ['README.md', ...readdirSync(join(root, 'docs')).map((name) => `docs/${name}`)]
  .filter((path) => path.endsWith('.md'))
  .map(textOf)
  .join('\n')

describe('a tool', () => {
  it('has a row in the record for its file', () => {
    const files = modulesIn('src/tools').filter((name) =>
      textOf(`src/tools/${name}.ts`).includes(`export function ${name}(`),
    )
    expect(files.toSorted()).toEqual(toolNames().toSorted())
  })

  it.each(toolNames())('%s is in the help, in the documents and measured', (tool) => {
    expect(help).toMatch(new RegExp(`output of .*\\b${tool}\\b`))
    expect(documents.includes(`\`${tool}\``)).toBe(true)
    expect(coreFunctions.map(({ name }) => name.split(' ').slice(0, 2).join(' '))).toContain(
      `truncateToolOutput ${tool}`,
    )
  })

  /** Options of a tool that the command says in another way, or not at all. */
  const ofLibrary = ['redact', 'status', 'separate']

  it.each(toolNames())('%s can be told each of its options by the command', (tool) => {
    const names = Object.keys(tools[tool].names).filter((name) => !ofLibrary.includes(name))
    for (const name of names) {
      const [option = `an option for ${name}`] =
        Object.entries(toolOptions).find(([, its]) => its === name) ?? []
      expect(Object.keys(filterRow.options)).toContain(option)
      expect(help).toContain(`--${option}`)
    }
  })
})

describe('an option of every function', () => {
  it.each(Object.keys(truncateNames))('%s is in docs/api.md or in the README', (name) => {
    expect(documents.includes(`\`${name}\``)).toBe(true)
  })
})

describe('a store', () => {
  it.each(modulesIn('src/store/backends'))(
    '%s is exported, documented and tested like the others',
    (name) => {
      const source = `src/store/backends/${name}.ts`
      const [, create = 'a function'] = /export function (create\w+Store)\(/.exec(textOf(source)) ?? []
      const isEntry = entries.some((entry) => entry.source === source)
      expect(isEntry || textOf('src/index.ts').includes(`{ ${create} }`)).toBe(true)
      expect(textOf('docs/api.md').includes(`\`${create}(`)).toBe(true)
      expect(textOf(`test/store/${name}.test.ts`).includes('describeStore(')).toBe(true)
    },
  )
})

describe('an encoding of the estimator', () => {
  const suites = modulesIn('test/tokens').map((name) => textOf(`test/tokens/${name}.ts`))

  it.each(Object.keys(coefficients) as Encoding[])('%s has weights, a test and a document', (encoding) => {
    expect(estimateTokens('plain words', encoding).tokens).toBeGreaterThan(1)
    expect(suites.join('\n').includes(`'${encoding}'`)).toBe(true)
    expect(textOf('docs/tokens.md').toLowerCase().includes(encoding)).toBe(true)
  })
})

describe('a wording', () => {
  const source = { artifact: '3f9a1c2b40de7781' }
  const range = { firstLine: 1, lastLine: 2 }
  const reader = { surface: 'command', tools: ['pith'] } as const
  const shared = { totalLines: 9, source, reader, status: { exitCode: 3 } }
  const page = { ranges: [range], totalLines: 9, terminated: true, next: { line: 3 }, note: undefined }
  const part = {
    part: { artifact: source.artifact, unit: 'lines', first: 1, last: 9, total: 9, isRedacted: false },
    ranges: [range],
    endByte: 5,
    terminated: true,
    resume: `pith show ${source.artifact} --lines 3-9`,
    note: undefined,
  } as const
  const list = (sentence: string) => notices.writeListNotice([sentence])

  const example = { ...range, startByte: 9, endByte: 99, isInLine: false }

  /** Each function that writes words: a line with them, what it is parsed as, and how the document says it. */
  const wordings: Record<string, readonly [line: string, kind: string | undefined, words: string]> = {
    writeMarker: [notices.writeMarker({ ...range, size: '9B', errors: 1 }), 'marker', '412K, 3 errors]'],
    writeUnitMarker: [
      notices.writeUnitMarker({ ...range, size: '9B' }, { files: 2, hunks: 1 }),
      'marker',
      '412K, 38 files, 412 hunks]',
    ],
    writeBareFoldMark: [notices.writeBareFoldMark('3-9'), 'fold', '`[...2-399]`'],
    writeClip: [`a${notices.writeClip(3)}`, 'clip', ' [...+'],
    writeNotice: [
      notices.writeNotice({ ...shared, ranges: [range], terminated: false, example, next: undefined }),
      'notice',
      'More: pith show',
    ],
    writeBriefNotice: [notices.writeBriefNotice({ ...shared, ranges: [range] }), 'notice', '`[pith show'],
    writeShortPageNotice: [notices.writeShortPageNotice([range], 9), 'notice', '`[Lines 1-30 of 5000]`'],
    writeStatus: [notices.writeStatus({ exitCode: 3 }) ?? '', 'status', 'Exit code'],
    writePageNotice: [notices.writePageNotice(page), 'notice', 'to continue.'],
    writePartNotice: [notices.writePartNotice(part), 'notice', 'Next: pith show'],
    writeLost: [
      notices.writePartNotice({ ...part, note: notices.writeLost({ ...range, startByte: 5, endByte: 9 }) }),
      'notice',
      'were not kept.',
    ],
    writeEncoding: [
      notices.writePageNotice({ ...page, note: notices.writeEncoding('UTF-16 LE') }),
      'notice',
      'Decoded from',
    ],
    writeContent: [
      notices.writeNotice({
        ...{ ...shared, ranges: [], terminated: true, example: undefined, next: undefined },
        note: notices.writeContent('Binary output', 9),
      }),
      'notice',
      'Binary output, ',
    ],
    writeBinaryLines: [
      notices.writeNotice({
        ...{ ...shared, ranges: [range], terminated: true, example, next: undefined },
        note: notices.writeBinaryLines(3, 9),
      }),
      'notice',
      ' hold binary data.',
    ],
    writeChanged: [
      notices.writePageNotice({ ...page, note: notices.writeChanged('grew') }),
      'notice',
      'while it was read.',
    ],
    writeLimitReached: [list(notices.writeLimitReached(9, 'results', true, reader)), 'list', 'Use limit='],
    writeBudget: [
      list(notices.writeBudgetReached(notices.writeBudget('bytes', 9), 1, 2, 'entries')),
      'list',
      'KB limit reached',
    ],
    writeBudgetReached: [
      list(notices.writeBudgetReached(notices.writeBudget('lines', 9), 1, 2, 'entries')),
      'list',
      ' shown)',
    ],
    writeMatchesShown: [
      list(notices.writeMatchesShown(1, 2, { files: 2, filesShown: 1 })),
      'list',
      ' of 4312 matches in 87 of 311 files.',
    ],
    writeMore: [
      notices.writeListNotice([
        notices.writeMatchesShown(1, 2, { files: 2, filesShown: 1 }),
        notices.writeMore(1, { ...reader, isCommandLine: true }),
      ]),
      'list',
      'Use --limit 200 for more, or refine pattern]',
    ],
    writeBudgetEnded: [list(notices.writeBudgetEnded('9 B')), 'list', 'KB limit reached`'],
    writeSameAsBefore: [
      list(notices.writeSameAsBefore(400)),
      'list',
      '`[The same 400 lines as in the last run.',
    ],
    writeChangesSince: [
      list(notices.writeChangesSince(1, 2, 400)),
      'list',
      '`[Changes since the last run: +2 -1',
    ],
    writeNone: [list(notices.writeNone('matches')), 'list', '`[No matches]`'],
    writeUnread: [list(notices.writeUnread(2)), 'list', 'paths could not be read'],
    writeLinesClipped: [list(notices.writeLinesClipped(500)), 'list', 'Some lines clipped'],
    writeFolded: [
      notices.writeFolded(source, reader, undefined, undefined),
      'list',
      'Full output: pith show',
    ],
    writeSource: [list(notices.writeSource(source, reader)), 'list', 'Full output: pith show'],
    writeCutData: [notices.writeCutData(`pith_show {"id":"3f9a1c2b40de7781"}`), 'list', 'pith_show {"id":'],
    writeShown: [list(notices.writeShown(1, 2)), 'list', 'of 250 shown]'],
    writeListNotice: [list(notices.writeShown(1, 2)), 'list', 'shown]'],
    writeFailure: [
      `[60 of 5000 lines. ${notices.writeFailure('kind json')} Not kept.]`,
      'notice',
      'Kind json failed. Shown as lines.',
    ],
    writeFailures: [
      notices.writeFailures('cutting', { exitCode: 3 }, notices.writeSource(source, reader))[0],
      'notice',
      'Cutting failed. First and last bytes shown.',
    ],
    // These three stand for no part of an output, so nothing has to be read back.
    writeNotText: [notices.writeNotText('PNG image', 9), undefined, 'not shown.]'],
    writeStream: [notices.writeStream('standard error'), undefined, '[standard error]'],
    writeSoFar: [notices.writeSoFar('3f9a1c2b40de7781', reader), 'list', '[So far: pith show'],
    writeGoesOn: [
      notices.writeGoesOn('mcp', '3f9a1c2b40de7781'),
      undefined,
      'The command goes on: pith_show {"id":"3f9a1c2b40de7781","follow":true}',
    ],
    // The words of the call stand for what is not there yet.
    writeFollowed: [
      notices.writeFollowed({ id: 'a', artifact: 'a', why: 'running', mark: 9, isWait: false }, reader),
      undefined,
      'What is new later: pith show',
    ],
  }

  it('is here for each function that writes one', () => {
    const writers = Object.keys(notices).filter((name) => name.startsWith('write'))
    expect(Object.keys(wordings).toSorted()).toEqual(writers.toSorted())
  })

  it.each(Object.entries(wordings))('of %s is read back and documented', (_, [line, kind, words]) => {
    expect(parseNotices(`text\n${line}\n`).map((found) => found.kind)).toEqual(
      kind === undefined ? [] : [kind],
    )
    // What a list says needs no explanation.
    if (kind !== 'list') expect(textOf('docs/notices.md')).toContain(words)
  })
})

describe('a rule file', () => {
  /** The table itself, its compiled form and the digest of it, and what says that a line is no error. */
  const others = ['index', 'pack', 'digest', 'discounts', 'decoys']

  it.each(modulesIn('src/core/judge/rules').filter((name) => !others.includes(name)))(
    '%s is in the table, each rule with lines that it holds for and lines that it does not',
    (name) => {
      expect(textOf('src/core/judge/rules/index.ts').includes(`'./${name}.ts'`)).toBe(true)
      const own = [...textOf(`src/core/judge/rules/${name}.ts`).matchAll(/^ {4}name: '([^']+)'/gm)].map(
        ([, rule]) => rule,
      )
      const found = rules.filter((rule) => own.includes(rule.name))
      expect(own.length).toBeGreaterThan(0)
      expect(found).toHaveLength(own.length)
      for (const { hits, misses } of found) expect(Math.min(hits.length, misses.length)).toBeGreaterThan(0)
    },
  )

  it('of decoys is part of the discounts', () => {
    expect(textOf('src/core/judge/rules/discounts.ts').includes("'./decoys.ts'")).toBe(true)
  })
})
