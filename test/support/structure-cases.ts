import { createRandom, type Random } from './random.ts'

// Outputs with a structure, whole and broken, for kinds to be tried on. Each comes from a seed.

export interface StructureCase {
  seed: number
  bytes: Uint8Array
  /** The name of the form that was generated. */
  form: string
  /** True when it is as it was generated. */
  isIntact: boolean
  command: string
  maxBytes: number
  maxLines: number
  /** Sizes of chunks, used by turns. */
  chunks: number[]
}

const encoder = new TextEncoder()
const WORDS = [
  'id',
  'name',
  'a b',
  'é',
  '日本',
  '',
  'error: x',
  '\\n',
  '👩‍👩‍👧',
  'x'.repeat(40),
  '[...]',
  '{',
  '"',
]

const repeat = (random: Random, most: number, make: (i: number) => string): string[] =>
  Array.from({ length: 1 + random.below(most) }, (_, i) => make(i))

/** A word that is text alone, without marks of any form. */
const plain = (random: Random): string =>
  random.pick(['alpha', 'beta', 'gamma', 'über', 'naïve', 'k', 'zeta'])

function value(random: Random, depth: number): unknown {
  const leaf = random.below(depth > 4 ? 6 : 10)
  if (leaf === 0) return random.pick([true, false, null])
  if (leaf === 1) return random.pick([0, -1, 1.5, 1e300, 1e-9, random.below(1e6)])
  if (leaf === 2) return random.pick(WORDS).repeat(random.below(60))
  if (leaf < 6) return random.pick(WORDS)
  if (leaf < 8) return Array.from({ length: random.below(12) }, () => value(random, depth + 1))
  return object(random, depth)
}

const object = (random: Random, depth: number): Record<string, unknown> =>
  Object.fromEntries(
    Array.from({ length: random.below(7) }, (_, i) => [`${plain(random)}${i}`, value(random, depth + 1)]),
  )

function json(random: Random): string {
  const items = Array.from({ length: 1 + random.below(80) }, () => value(random, 1))
  const root = random.below(2) === 0 ? items : { ...object(random, 1), items }
  return JSON.stringify(root, null, random.below(3))
}

const jsonLines = (random: Random): string =>
  repeat(random, 80, (i) => `${JSON.stringify({ i, ...object(random, 2) })}\n`).join('')

function csv(random: Random): string {
  const width = 3 + random.below(4)
  const header = Array.from({ length: width }, (_, i) => `${plain(random)}_${i}`).join(',')
  const cell = () => random.pick([plain(random), '', '12', '"a,b"', '"line\nbreak"', '"say ""no"""', 'é'])
  const row = () => `${Array.from({ length: width }, cell).join(',')}\n`
  return `${header}\n${repeat(random, 200, row).join('')}`
}

function hunk(random: Random, from: number): string {
  const lines = repeat(
    random,
    random.pick([3, 12, 60]),
    (i) => `${random.pick([' ', '+', '-'])}${plain(random)} ${from + i}`,
  )
  const count = (other: string) => lines.filter((line) => !line.startsWith(other)).length
  return `@@ -${from},${count('+')} +${from},${count('-')} @@\n${lines.join('\n')}\n`
}

const diff = (random: Random): string =>
  repeat(random, 12, (i) => {
    const path = `src/${plain(random)}-${i}.ts`
    const head = `diff --git a/${path} b/${path}\nindex 1111111..2222222 100644\n--- a/${path}\n+++ b/${path}\n`
    return head + repeat(random, 4, (at) => hunk(random, 10 + 100 * at)).join('')
  }).join('')

const grep = (random: Random): string =>
  repeat(random, 30, (i) =>
    repeat(
      random,
      12,
      (at) => `src/${plain(random)}-${i}.ts:${at + 1}: ${plain(random).repeat(random.below(9))}\n`,
    ).join(''),
  ).join('')

const listing = (random: Random): string =>
  repeat(random, 25, (i) =>
    repeat(random, 12, (at) => `./${plain(random)}/${i}/${plain(random)}-${at}.ts\n`).join(''),
  ).join('')

const tree = (random: Random): string =>
  `.\n${repeat(random, 40, (i) => {
    const inner = repeat(random, 8, (at) => `│   ├── leaf-${i}-${at}\n`)
    return `├── folder-${i}\n${inner.join('')}`
  }).join('')}└── last\n`

const log = (random: Random): string =>
  repeat(
    random,
    40,
    (i) =>
      `commit ${(i * 2654435761).toString(16).padStart(40, 'a').slice(-40)}\nAuthor: A <a@b>\nDate:   now\n\n    ${plain(random)}\n\n`,
  ).join('')

const markdown = (random: Random): string =>
  repeat(
    random,
    30,
    (i) =>
      `${'#'.repeat(1 + random.below(4))} ${plain(random)} ${i}\n\n${plain(random)} text\n\n\`\`\`\n# no heading\n\`\`\`\n`,
  ).join('')

const markup = (random: Random): string =>
  `<?xml version="1.0"?>\n<testsuites>\n${repeat(random, 40, (i) => `<testcase name="t${i}"><failure>${plain(random)} &lt; 3</failure></testcase>\n`).join('')}</testsuites>\n`

const tap = (random: Random): string =>
  `TAP version 13\n1..60\n${repeat(random, 60, (i) => `${random.pick(['ok', 'not ok'])} ${i + 1} - ${plain(random)}\n`).join('')}`

const table = (random: Random): string =>
  `PID   USER      COMMAND\n${repeat(random, 90, (i) => `${String(i).padEnd(6)}${plain(random).padEnd(10)}run ${i}\n`).join('')}`

const source = (random: Random): string =>
  repeat(
    random,
    40,
    (i) => `export function f${i}(x) {\n  if (x) {\n    return \`${plain(random)}\`\n  }\n}\n\n`,
  ).join('')

const page = (random: Random): string =>
  `<!doctype html>\n<html><head><title>a</title><style>x{}</style></head><body>\n${repeat(random, 30, (i) => `<h${1 + random.below(3)}>${plain(random)} ${i}</h2>\n<p>${plain(random).repeat(9)}<br>b &amp; c</p>\n`).join('')}</body></html>\n`

const status = (random: Random): string =>
  `On branch main\n\nChanges not staged for commit:\n${repeat(random, 60, (i) => `\tmodified:   ${plain(random)}-${i}.ts\n`).join('')}\nUntracked files:\n${repeat(random, 60, (i) => `\t${plain(random)}/${i}\n`).join('')}`

const changedFiles = (random: Random): string =>
  `${repeat(random, 80, (i) => ` ${plain(random)}/${i >> 3}/f${i}.ts | ${random.below(900)} ++--\n`).join('')} 80 files changed, 9 insertions(+)\n`

const longList = (random: Random): string =>
  `total 8\n${repeat(random, 80, (i) => `-rw-r--r-- 1 a a ${String(random.below(1e6)).padStart(7)} Mar  3 10:00 ${plain(random)}-${i}\n`).join('')}`

const warned = (random: Random): string =>
  repeat(
    random,
    80,
    (i) => `src/${plain(random)}.c:${i + 1}:5: warning: unused ${random.pick(['variable', 'value'])}\n`,
  ).join('')

const encoded = (random: Random): string =>
  repeat(
    random,
    90,
    () => `${Array.from({ length: 76 }, () => random.pick(['A', 'b', '7', '/', '+', 'x'])).join('')}\n`,
  ).join('')

const dump = (random: Random): string =>
  repeat(
    random,
    90,
    (i) => `${(16 * i).toString(16).padStart(8, '0')}  ${'6f 7a '.repeat(8).trim()}  |ozozozozozozozoz|\n`,
  ).join('')

function report(random: Random): string {
  const level = () => random.pick(['note', 'warning', 'error', 'passed', 'failed', 'skipped'])
  const item = (i: number) => ({
    id: i,
    [random.pick(['level', 'status', 'x'])]: level(),
    ...object(random, 3),
  })
  const items = Array.from({ length: 1 + random.below(90) }, (_, i) => item(i))
  const inner = random.pick([{ results: items }, { [plain(random)]: { status: level(), results: items } }])
  return JSON.stringify(
    { runs: [inner, { severity: 2, result: { status: level() } }] },
    null,
    random.below(3),
  )
}

const passed = (random: Random): string =>
  `${repeat(random, 90, (i) => `t/${plain(random)}.py::test_${i} ${random.pick(['PASSED', 'SKIPPED'])}\n`).join('')}\n90 passed\n`

const leveled = (random: Random): string =>
  repeat(
    random,
    90,
    (i) => `2026-01-02 10:11:12 ${random.pick(['INFO', 'DEBUG', 'WARN'])} ${plain(random)} ${i}\n`,
  ).join('')

const files = (random: Random): string =>
  repeat(random, 20, (i) => {
    const lines = repeat(random, 60, (at) => `${plain(random)} ${at}\n`)
    return `==> ${plain(random)}-${i}.log <==\n${lines.join('')}\n`
  }).join('')

const FORMS: Record<string, { command: string; make: (random: Random) => string }> = {
  json: { command: 'cat a.json', make: json },
  'json-lines': { command: 'cat a.ndjson', make: jsonLines },
  csv: { command: 'cat a.csv', make: csv },
  diff: { command: 'git diff', make: diff },
  grep: { command: 'grep -rn x src', make: grep },
  listing: { command: 'find .', make: listing },
  tree: { command: 'tree', make: tree },
  'git-log': { command: 'git log', make: log },
  markdown: { command: 'cat a.md', make: markdown },
  xml: { command: 'cat junit.xml', make: markup },
  tap: { command: 'node --test', make: tap },
  table: { command: 'ps aux', make: table },
  source: { command: 'cat a.ts', make: source },
  html: { command: 'curl -s example.org', make: page },
  'git-status': { command: 'git status', make: status },
  'diff-stat': { command: 'git diff --stat', make: changedFiles },
  ls: { command: 'ls -l', make: longList },
  warnings: { command: 'make', make: warned },
  base64: { command: 'base64 a.png', make: encoded },
  report: { command: 'eslint -f json .', make: report },
  tests: { command: 'pytest -v', make: passed },
  log: { command: 'node server.js', make: leveled },
  files: { command: 'tail -n 60 *.log', make: files },
  hexdump: { command: 'hexdump -C a.bin', make: dump },
}

/** What is put at a place of a broken output. */
const ODD = [
  '"',
  "'",
  '\\',
  '[',
  '}',
  ']',
  ',',
  '\u0000',
  '\r',
  '\r\n',
  '\n\n',
  '\u001b[31m',
  '1'.repeat(400),
  '1e99999',
  '@@ -1,9 +1,0 @@\n',
  '--- a\n+++ b\n',
  '{"a":1,"a":2}',
  '"a":1,"a":2,',
  '```\n',
  '<!--',
  '# ',
  'x'.repeat(9000),
]

function broken(random: Random, bytes: Uint8Array): Uint8Array {
  const at = random.below(bytes.length + 1)
  const to = Math.min(bytes.length, at + random.below(300))
  const joined = (...parts: Uint8Array[]) => new Uint8Array(Buffer.concat(parts))
  const head = bytes.subarray(0, at)
  switch (random.below(8)) {
    case 0:
      return bytes.slice(0, at)
    case 1:
      return bytes.map((byte, i) => (i === at ? random.below(256) : byte))
    case 2:
      return joined(head, bytes.subarray(to))
    case 3:
      return joined(head, bytes.subarray(at, to), bytes.subarray(at))
    case 4:
      return joined(Uint8Array.of(0xef, 0xbb, 0xbf), bytes)
    case 5:
      return encoder.encode(
        new TextDecoder().decode(bytes).replaceAll(/\n/g, () => (random.below(3) > 0 ? '\r\n' : '\n')),
      )
    case 6:
      return joined(
        head,
        encoder.encode('['.repeat(random.below(40) === 0 ? 100_000 : 60)),
        bytes.subarray(at),
      )
    default:
      return joined(head, encoder.encode(random.pick(ODD)), bytes.subarray(at))
  }
}

/** The case of a seed. Half of all cases are broken in up to three ways. */
export function structureCase(seed: number): StructureCase {
  const random = createRandom(seed)
  const form = random.pick(Object.keys(FORMS))
  const { command, make } = FORMS[form]
  let bytes: Uint8Array = encoder.encode(make(random))
  const breaks = random.pick([0, 0, 0, 1, 1, 2, 3])
  for (let i = 0; i < breaks; i++) bytes = broken(random, bytes)
  const maxBytes = random.pick([random.below(300), 300 + random.below(400), 300 + random.below(4000)])
  const maxLines = random.pick([Infinity, Infinity, 1 + random.below(60)])
  const chunks = repeat(random, 3, () => String(random.pick([1, 2, 7, 60, 1000, 65_536]))).map(Number)
  // Chunks of some bytes would take a second for a large input.
  const fitting = bytes.length > 20_000 ? [65_536, 977] : chunks
  return { seed, bytes, form, isIntact: breaks === 0, command, maxBytes, maxLines, chunks: fitting }
}
