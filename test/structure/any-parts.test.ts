import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { kindNames, kindsFor } from '../../src/kinds/index.ts'
import { caseCount } from '../support/case-count.ts'
import { createCollector } from '../support/checked.ts'
import { cutOf } from '../support/units.ts'

// What holds for each kind whatever stands in its output: a cut is within the limits and does not depend on chunks, and its
// result keeps the contract.

/** What outputs of a kind are made of, between `¦`, and how they begin. */
interface Row {
  parts: string
  start?: string
  joint?: string
}

const COMMIT = '0123456789abcdef0123456789abcdef01234567'

const ROWS: Readonly<Record<string, Row>> = {
  base64: { parts: 'TWFu¦TWFu=¦--', start: `${'TWFuIGlz'.repeat(9)}\n`.repeat(9) },
  csv: { parts: 'a,b,c¦1,"2¦3"",",4¦"x\ny",5,6¦7;8', start: 'id,name,note\n1,b,c\n2,d,e\n' },
  diff: {
    parts: `diff --git a/x b/x¦--- a/x¦+++ b/x¦@@ -1,4 +1,2 @@¦+new¦-old¦ same¦Binary files differ¦commit ${COMMIT}¦index 12..34`,
    start: 'diff --git a/y b/y\n--- a/y\n+++ b/y\n@@ -1,9 +1,9 @@\n-a\n+b\n',
  },
  'diff-stat': {
    parts: ' a/b.c | 3 ++-¦ x => y | 12 +++¦ 2 files changed, 3 insertions(+)¦ c | Bin 0 -> 9 bytes',
  },
  tree: { parts: '├── p¦│   └── q¦│   │   └── r¦└── s¦root' },
  files: { parts: '==> a <==¦== b ==¦text¦error: x¦-----', start: '==> z <==\nx\n==> y <==\n' },
  'git-log': {
    parts: `commit ${COMMIT}¦* commit ${COMMIT} (HEAD)¦0123456 ü¦* 1234567 x¦    message 🙂¦ a | 3 +¦ 2 files changed¦|\\  ¦| |     deep¦1\t2\tp¦M\tq¦Author: A <a@b>¦Foreign line`,
    start: `commit ${COMMIT}\n`,
  },
  'git-status': {
    parts: `On branch main¦Changes to be committed:¦Untracked files:¦Unmerged paths:¦  (use "x")¦\tmodified: a¦\tb c¦## main¦ M a¦UU b¦?? c¦!! d¦? e¦1 .M N... 100644 ${COMMIT} f`,
  },
  grep: { parts: 'a.c:1:x¦a.c-2-y¦--¦b/c.d:3:4:z¦b.c¦7:under¦8-ctx¦ü.c:5:🙂' },
  hexdump: { parts: '00000010: 4a 4b¦*¦00000020  61 62  |ab|' },
  html: {
    parts: `<p>¦</p>¦<div class="x y">¦</div>¦<h1>¦</h1>¦<H2 id=a>¦</h2>¦<title>¦words of text ¦é🙂 ¦\r\n¦\n\n¦<script>¦a < b </ script </scrip </script x>¦</script>¦<!-- <p> -->¦<!--¦-->¦<svg/>¦<svg>¦</svg>¦<a href="x>y">¦<a b='¦<¦>¦</nav>¦<nav>¦&nbsp;¦<img src="data:${'A'.repeat(2000)}">¦${' '.repeat(5000)}`,
    start: '<html>',
    joint: '',
  },
  ini: { parts: '[a]¦[[b.c]]¦a = 1¦a=¦# c¦  more¦= x', start: '[a]\nb = 1\n[c]\n' },
  json: { parts: '{"a": [1, 2]},¦"é \\" \\u00e9",¦[],¦-1.5e9,¦null,¦[{"b": "x"}],', start: '[' },
  'json-log': {
    parts:
      '{"level":"error","m":1}¦{"level":30}¦{"level":["warn"]}¦{"level":null}¦{"level":"info","in":{"level":"x"}}',
    start: '{"level":"info"}\n{"level":"warn"}\n',
  },
  listing: { parts: 'a/b¦a/c/d¦./x¦root¦/¦//a//b¦é/ü' },
  lockfile: { parts: '[[package]]¦  a@1:¦a v1 h1:x¦"b/c":' },
  log: { parts: 'INFO a¦DEBUG b¦WARN c¦x¦TRACE d', start: 'INFO a\nWARN b\n'.repeat(30) },
  ls: {
    parts:
      '.:¦./a:¦./a/b:¦./c:¦/:¦/x:¦:¦total 4¦name¦two words¦x: y¦é/ü:¦drwxr-xr-x 2 me me 4096 Jan 1 10:00 d¦d????????? ? ? ? ? x',
  },
  manual: {
    parts: 'NAME¦OPTIONS¦  -a, --all  x¦       -b¦    text¦\ttext¦Usage: x',
    start: 'X(1)  X  X(1)\n\nNAME\n',
  },
  markdown: {
    parts:
      '# A¦## Bé¦### C¦####### no¦text of a paragraph¦Title¦---¦===¦- item¦  more¦1. one¦```¦~~~¦    code¦| a | b |¦|---|:-:|¦> # quote',
  },
  source: {
    parts:
      'function f(¦  a,¦) {¦  b()¦    c¦}¦} else {¦// d¦  /* e¦*/¦"""¦`x¦#!/bin/sh¦import x¦@dec¦class K:¦\tif (ü) {¦  }¦\t}¦({[¦# f¦<<EOF¦EOF¦\'\\¦  ]\r',
  },
  blame: {
    parts: `${COMMIT} (A B 2024-01-01 1) x¦^0123456 (C 2024-01-01 10:00:00 +0000 2) y¦0123456 a.c (D 3) z`,
  },
  'grep-json': {
    parts:
      '{"type":"begin","data":{"path":{"text":"a"}}}¦{"type":"match","data":{"path":{"text":"a"},"lines":{"text":"x\\n"},"line_number":3}}¦{"type":"end","data":{"path":{"text":"a"}}}¦{"type":"summary"}',
  },
  junit: {
    parts: `<testsuite name='a'>¦</testsuite>¦<testcase name="b"/>¦<testcase name="c">¦</testcase>¦<failure>x &lt;</failure>¦<skipped/>¦<![CDATA[d]]>`,
    start: '<testsuites>',
    joint: '',
  },
  problems: {
    parts:
      "a.c:1:2: error: x [-Wy]¦a.c:3:4: warning: z¦b.c: In function 'f':¦    5 | int a;¦      |     ^¦src/c.ts(1,2): error TS2304: no name¦make: *** x¦In file included from a.h:1,¦  1:2  error  x  no-undef¦/d/e.js",
  },
  requests: {
    parts:
      '1.2.3.4 - - [01/Jan/2024:10:00:00 +0000] "GET /a HTTP/1.1" 200 12¦::1 - - [01/Jan/2024:10:00:01 +0000] "POST /b HTTP/1.1" 500 1¦GET /c 404 3 ms',
  },
  sql: {
    parts:
      "CREATE TABLE a (¦  b int,¦);¦INSERT INTO a VALUES (1, 'x;y');¦COPY a (b) FROM stdin;¦1\tx¦\\.¦-- c",
  },
  tests: {
    parts:
      'test a ... ok¦a.py::b PASSED¦    ✓ c (3 ms)¦--- PASS: d (0.00s)¦test e ... ignored¦5 passed¦PASS f.js',
  },
  table: {
    parts: 'a-1   1/1    Running¦b-2   0/1    Failed¦Active x¦-----  ---',
    start: 'NAME  READY  STATUS\na-1   1/1    Running\nc-3   1/1    Running\n',
  },
  tap: {
    parts:
      "TAP version 13¦ok 1 - a¦not ok 2 - b¦ok 3 # SKIP x¦not ok 4 # TODO¦# Subtest: s¦    # Subtest: t¦    ok 1 - inner¦    not ok 2 - inner {¦        ok 1 - deep¦    }¦  ---¦  error: 'x'¦  ...¦1..4¦    1..2¦# tests 4¦ok¦t/a.t ..¦Test Summary Report¦Bail out!¦noise",
  },
  xml: { parts: `<¦>¦/¦!¦?¦-¦[¦]¦"¦'¦&¦ ¦\n¦a¦<a>¦</a>¦CDATA[`, start: '<r>', joint: '' },
  yaml: {
    parts: 'a: 1¦b:¦  - c¦  - d: "x¦ e: |¦   text¦---¦# f¦- *g¦h: &i',
    start: 'k:\n  - l: 1\n  - l: 2\n',
  },
}

/** What may stand in every output. */
const ANYWHERE = ['', 'ü 🙂', '\0\r', '\t ', 'z'.repeat(900), 'y'.repeat(9000), '🙂'.repeat(3000)]

describe.each(kindNames)('an output of %s', (name) => {
  const { parts, start = '', joint = '\n' } = ROWS[name] ?? { parts: 'a: 1¦b 2 3¦error: c¦{"d": 1}¦<e>¦- f' }
  const part = fc.oneof(
    { weight: 4, arbitrary: fc.constantFrom(...parts.split('¦')) },
    fc.constantFrom(...ANYWHERE),
  )
  const structure = kindsFor({ kind: name })

  it('is cut within the limits, whatever its parts and chunks are', () => {
    fc.assert(
      fc.property(fc.array(part, { maxLength: 70 }), fc.integer({ min: 100, max: 3000 }), (some, bytes) => {
        const input = start + some.join(joint)
        const kind = structure.recognise(new TextEncoder().encode(input), true)
        if (kind) expect(cutOf(kind, input, bytes, 40, 7)).toBe(cutOf(kind, input, bytes, 40))
        const collector = createCollector({ maxBytes: bytes + 200, structure })
        collector.write(input)
        collector.end({ artifact: '0123456789abcdef' })
      }),
      { numRuns: caseCount(5, 300) },
    )
  })
})
