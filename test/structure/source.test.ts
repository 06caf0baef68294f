import { describe, expect, it, test } from 'vitest'
import { kindsFor } from '../../src/kinds/index.ts'
import { source } from '../../src/kinds/source.ts'
import { nameIn } from '../../src/kinds/source-words.ts'
import { truncate } from '../support/checked.ts'
import { cutOf } from '../support/units.ts'

const bytesOf = (text: string) => new TextEncoder().encode(text)
const times = (count: number, write: (at: number) => string) =>
  Array.from({ length: count }, (_, at) => write(at)).join('')
const body = (indent: string, line = 'total = add(total, 1)') => times(30, () => `${indent}${line}\n`)

const script = `// Licensed to nobody.
import { a } from './a.ts'
import {
  b,
} from './b.ts'

${times(
  12,
  (at) => `/** Doc of f${at}. */
export function f${at}(
  first: string,
  second = '}',
): Map<string, number> {
${body('  ')}}

`,
)}export class Things {
  readonly size = 1

${times(4, (at) => `  /** Doc of m${at}. */\n  m${at}(): void {\n${body('    ')}  }\n\n`)}}
`

describe('a script', () => {
  it('is cut to its signatures, whole, with numbers of lines between them', () => {
    const text = cutOf(source, script, 2048) ?? ''
    for (let at = 0; at < 12; at++)
      expect(text).toContain(
        `export function f${at}(\n  first: string,\n  second = '}',\n): Map<string, number> {\n[...`,
      )
    expect(text).toContain('export class Things {\n')
    for (let at = 0; at < 4; at++) expect(text).toContain(`  m${at}(): void {\n[...`)
    expect(text).toMatch(/\{\n\[\.\.\.271-300: 720B\]\n\}\n/)
  })

  it('with more room shows comments, then imports, then bodies from the top', () => {
    const text = cutOf(source, script, 3400) ?? ''
    for (let at = 0; at < 12; at++) expect(text).toContain(`/** Doc of f${at}. */\nexport function f${at}(`)
    expect(text).toContain("import { a } from './a.ts'\nimport {\n  b,\n} from './b.ts'\n")
    expect(text).toContain('): Map<string, number> {\n  total = add')
    expect(text).not.toContain('Licensed')
    // Bodies that are shown end in one place.
    const last = text.lastIndexOf('total = add')
    expect(text.slice(0, last)).not.toMatch(/second[^\n]*\n[^\n]*\{\n\[/)
  })

  it('is cut the same with the numbers of its lines', () => {
    const numbered = script
      .split('\n')
      .map((line, at) => `${`${at + 1}`.padStart(6)}\t${line}\n`)
      .join('')
    const text = cutOf(source, numbered, 4096) ?? ''
    for (let at = 0; at < 12; at++) expect(text).toMatch(new RegExp(`\\d\texport function f${at}\\(\n`))
  })

  it('has the name of its kind in the result, and fewer fragments than lines would have', () => {
    const result = truncate(script, { maxBytes: 2048, structure: kindsFor({ command: 'cat src/a.ts' }) })
    expect(result.kind).toBe('source')
    expect(result.text.match(/export function/g)).toHaveLength(12)
  })
})

it('names the declarations that have no room, and keeps the first imports of a language like C', () => {
  const license = `/*\n * Licensed to nobody.\n${' * More words of it.\n'.repeat(20)} */\n`
  const head = '#include <stdio.h>\n#include "own.h"\n'
  const code = times(
    60,
    (at) =>
      `static const char *names${at}[] = {\n  "a",\n};\n\nstatic struct node *make_${at}(int a)\n{\n${body('  ')}}\n\nstruct point${at} {\n  int x;\n};\n\n`,
  )
  const text = cutOf(source, `${license}\n#ifndef OWN\n#define OWN\n${head}\n${code}#endif\n`, 1500) ?? ''
  expect(text).toContain(head)
  expect(text).toMatch(/: (?:(?:make_|point|names)\d+, ){9,}…, (?:make_|point)59\]\n/)
  expect(text).not.toContain('Licensed')
})

it('names what words of several languages declare', () => {
  const named = [
    'export default async function* load(a, b) {',
    'func (r *Reader) Next(a int) error {',
    'pub(crate) fn next<T>(self) -> T {',
    'class Reader(Base):',
    'export const read = (a) => {',
    'void Reader::close(int a) {',
    'type Read = {',
    'if (a) {',
  ].map(nameIn)
  expect(named).toEqual(['load', 'Next', 'next', 'Reader', 'read', 'Reader::close', 'Read', undefined])
})

it('braces in strings, comments and regular expressions nest nothing', () => {
  const odd = "const a = ['{', '\"', \"(\", `(\n{ $b\n`, /[({]/, '\\'('] // ({\n/* ( {\n*/\n/^\"{/.test(a)\n"
  const text =
    cutOf(
      source,
      times(9, (at) => `${odd}export function f${at}() {\n${body('  ')}}\n`),
      1200,
    ) ?? ''
  for (let at = 0; at < 9; at++) expect(text).toContain(`export function f${at}() {\n[...`)
})

describe('other languages show', () => {
  const cases: [string, (at: number) => string, (at: number) => string][] = [
    [
      'Python classes, decorated methods and what their strings begin with',
      (at) =>
        `class C${at}(Base):\n    """Doc\nof C${at}."""\n\n    @property\n    def p(self, a='''(\n'''):\n${body('        ')}        # p ends\n# about g\ndef g${at}(\n    x,\n):\n${body('    ')}`,
      (at) => `def g${at}(\n    x,\n):\n`,
    ],
    [
      'Go methods',
      (at) => `// F${at} runs.\nfunc (s *S) F${at}(a string) error {\n\tq := \`{\n(\n\`\n${body('\t')}}\n\n`,
      (at) => `func (s *S) F${at}(a string) error {\n`,
    ],
    [
      'Rust functions with lifetimes and bounds',
      (at) =>
        `impl<'a> T${at}<'a> {\n    #[inline]\n    fn f<X>(x: &'a str, y: X) -> char\n    where\n        X: Copy,\n    {\n        '{'\n${body('        ')}    }\n}\n`,
      (at) =>
        `impl<'a> T${at}<'a> {\n    #[inline]\n    fn f<X>(x: &'a str, y: X) -> char\n    where\n        X: Copy,\n    {\n`,
    ],
    [
      'C functions whose type and brace stand alone',
      (at) =>
        `#ifdef A\nstatic int\nf${at}(int a)\n{\n#ifdef B\n    x("{");\n#endif\n${body('    ')}}\n#endif\n\n`,
      (at) => `static int\nf${at}(int a)\n{\n`,
    ],
    [
      'C++ methods below labels',
      (at) =>
        `class C${at} : public B {\npublic:\n    void f() {\n        switch (a) {\n        case 1:\n${body('            ')}        }\n    }\n\nprivate:\n    int x;\n};\n\n`,
      (at) => `class C${at} : public B {\npublic:\n    void f() {\n`,
    ],
    [
      'shell functions, past texts that are not indented',
      (at) =>
        `# Prints ${at}.\nf${at}() {\n  cat <<EOF\ndon't {\nEOF\n  local x="(\n{"\n${body('  ', 'run "$total"')}}\n\n`,
      (at) => `f${at}() {\n`,
    ],
  ]
  for (const [name, write, shown] of cases)
    it(name, () => {
      const input = name.startsWith('shell') ? `#!/bin/sh\n${times(8, write)}` : times(8, write)
      const text = cutOf(source, input, 2000) ?? ''
      for (let at = 0; at < 8; at++) expect(text).toContain(shown(at))
    })
})

describe('recognition', () => {
  const sure = (text: string, command: string[] = []) => source.recognise(bytesOf(text), command, true)

  it('goes by a command that shows a file', () => {
    for (const command of [
      ['cat', 'a.ts'],
      ['sed', '-n', '1,9p', 'a/b.py'],
      ['git', 'show', 'HEAD:a.go'],
    ])
      expect(sure(script, command)).toBeGreaterThan(0.8)
    for (const command of [
      ['node', 'a.ts'],
      ['git', 'show', 'HEAD', 'a.go'],
      ['tsc', '-p', 'a.ts'],
    ])
      expect(sure('Compiling a.ts\n  done\n'.repeat(20), command)).toBe(0)
  })

  it('goes by content that is code in nearly all lines', () => {
    expect(sure(script)).toBeGreaterThan(0.5)
    expect(sure('import the data first.\n  Then use it {\nclass action\n}\n'.repeat(9))).toBe(0)
    expect(sure('> build\n> tsc\n\nsrc/a.ts(1,2): error TS1: No.\n  const a = 1;\n'.repeat(9))).toBe(0)
  })
})

it('a comment stands where what it is about does, or at the end of a body', () => {
  const write = (at: number) =>
    `class C${at}:\n    def f(self):\n${body('        ')}        # f ends\n# about g\ndef g${at}():\n${body('    ')}# is left out\n    return\n    # g ends\n`
  const text = cutOf(source, times(4, write), 700) ?? ''
  for (let at = 0; at < 4; at++) expect(text).toContain(`# about g\ndef g${at}():\n[...`)
  expect(text).not.toMatch(/ends|left out/)
})

it('a text that ends in an open string is none', () => {
  expect(cutOf(source, 'a = `\n'.repeat(1001), 500)).toBeUndefined()
  expect(cutOf(source, 'a = `\n'.repeat(1000), 500)).toBeDefined()
})

it('deep nesting and long lines are read', () => {
  const deep = times(1500, (at) => `${' '.repeat(at)}{\n`)
  expect(cutOf(source, deep, 2000)).toBeDefined()
  expect(
    cutOf(source, `a(${'{('.repeat(50_000)}\n${'='.repeat(99)}${'/['.repeat(9000)}\n`, 500),
  ).toBeDefined()
})

test('no part of a long license is taken for a comment about the code', () => {
  const license = `/*\n * Copyright (c) 2020 A. B.\n${' * Redistribution and use in source and binary forms are permitted.\n'.repeat(40)} */\n`
  const code = Array.from({ length: 60 }, (_, at) => `int f${at}(int a)\n{\n  return a + ${at};\n}\n`).join(
    '\n',
  )
  const text = cutOf(source, `${license}\n#include <a.h>\n\n${code}`, 1024) ?? ''
  expect(text).not.toContain('Redistribution')
})
