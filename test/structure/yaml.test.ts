import { describe, expect, it } from 'vitest'
import { kinds, kindsFor } from '../../src/kinds/index.ts'
import { yaml } from '../../src/kinds/yaml.ts'
import { caseCount } from '../support/case-count.ts'
import { truncate } from '../support/checked.ts'
import { cutOf } from '../support/units.ts'
import { checkYaml, loaded } from '../support/yaml-cases.ts'

const bytesOf = (text: string) => new TextEncoder().encode(text)
const kindOf = (text: string, command = '') =>
  kindsFor({ command }).recognise(bytesOf(text).subarray(0, 8192), text.length <= 8192)?.name
const some = (count: number, make: (at: number) => string) =>
  Array.from({ length: count }, (_, at) => make(at)).join('')

const pod = (at: number, phase: string) => `- apiVersion: v1
  kind: Pod
  metadata:
    labels:
      app: web-${at % 7}
    name: pod-${at}
    uid: ${(at + 1) * 7919}
  spec:
    containers:
    - args:
      - --port=80
      command:
      - sh
      - -c
      - |
        set -e
        # Starts the server.
        exec serve --number ${at}
      image: web:1.2
      name: main
  status:
    phase: ${phase}
    podIP: 10.0.0.${at}
`
const pods = `apiVersion: v1\nitems:\n${some(200, (at) => pod(at, at === 121 ? 'Pending' : 'Running'))}kind: List\n`
const services = `name: shop\n\nservices:\n${some(300, (at) => `  # Service ${at}.\n  service-${at}:\n    image: web:${at}\n    restart: ${at === 140 ? 'no' : 'always'}\n`)}`
const snapshot = `- generic [ref=e1]:\n  - banner [ref=e2]:\n    - link "Home" [ref=e3]:\n      - /url: /\n  - main [ref=e4]:\n${some(200, (at) => `    - listitem [ref=f${at}]:\n      - text: Entry ${at}\n      - button "Save ${at}" [ref=s${at}]\n`)}`

it('one key, and lines of which most belong to values that are too long, are no YAML', () => {
  const long = `a: "${'x'.repeat(99)}\n  ${'y'.repeat(99)}\n  ${'z'.repeat(99)}"\n`
  const isRead = (text: string) => cutOf(yaml, text, 400) !== undefined
  expect(['a: 1\n', `${long}b: 1\nc: 1\n`].map(isRead)).toEqual([false, false])
  expect(['a: 1\nb: 1\n', `${long}b: 1\nc: 1\nd: 1\n`].map(isRead)).toEqual([true, true])
})

describe('YAML', () => {
  it('shows the item that is unlike the others, with all that it is in, and still parses', () => {
    for (const maxBytes of [1024, 2048, 4096, 8192]) {
      const { text, kind, notice } = truncate(pods, {
        maxBytes,
        structure: kindsFor({ command: 'kubectl get pods -o yaml' }),
      })
      expect(kind).toBe('yaml')
      const content = text.slice(0, text.length - (notice?.length ?? 0))
      const [list] = loaded(content) as [
        { items: { metadata: { name: string }; status: { phase: string } }[] },
      ]
      const odd = list.items.find(({ status }) => status?.phase === 'Pending')
      expect(odd?.metadata.name).toBe('pod-121')
    }
    expect(cutOf(yaml, services, 2048)).toMatch(
      /\n {2}# Service 140\.\n {2}service-140:\n.*\n {4}restart: no\n/,
    )
  })

  it('tells in comments how many documents and items are left out', () => {
    expect(cutOf(yaml, pods, 2048)).toMatch(/\n# \[\.\.\.\d+-\d+: \d+K, \d+ items\]\n- apiVersion/)
    const documents = some(99, (at) => `---\nkind: Job\nmetadata:\n  name: job-${at}\n`)
    expect(cutOf(yaml, documents, 500)).toMatch(/\n# \[\.\.\.\d+-\d+: \d\.\dK, \d+ documents\]\n---\n/)
    expect(truncate(documents, { maxBytes: 500, structure: kindsFor({ kind: 'yaml' }) }).units).toEqual({
      documents: 99,
    })
  })

  it('shows both ends of a short list, as of a long one', () => {
    const items = (count: number) =>
      some(count, (at) => `- name: item-${at}\n  text: ${'word '.repeat(20)}\n`)
    for (const count of [12, 40])
      expect(cutOf(yaml, items(count), 600)).toMatch(
        new RegExp(`^- name: item-0\n[^]*\n- name: item-${count - 1}\n`),
      )
  })

  it('marks what is left out of a block of text in that text', () => {
    const script = `steps:\n- run: |\n${some(200, (at) => `    # ${at}\n    echo ${at}\n`)}  name: all\n- uses: last\n`
    const cut = cutOf(yaml, script, 600) ?? ''
    expect(cut).toMatch(/\n {4}# \[\.\.\.\d+-\d+: .*\]\n {4}echo 199\n {2}name: all\n- uses: last\n$/)
    const [value] = loaded(cut) as [{ steps: { run: string; name?: string }[] }]
    expect(value.steps[0].run).toMatch(/^# 0\necho 0\n[\s\S]*\n# \[\.\.\.[\s\S]*\necho 199\n$/)
  })

  it('clips a long value inside its quotes', () => {
    const long = `a: "${String.raw`\u0041\\\"x`.repeat(900)}"\nb: '${"''x".repeat(900)}'\nc: ${'word: and '.repeat(900).replaceAll(': ', ':')}\nd: 1\n`
    const cut = cutOf(yaml, long, 2048) ?? ''
    expect(cut.match(/ \[\.\.\.\+\d+\]/g)).toHaveLength(3)
    expect(Object.keys(loaded(cut)[0] as object)).toEqual(['a', 'b', 'c', 'd'])
    const giant = `a: "${'x'.repeat(99_999)}"\nb: [${'1, '.repeat(9999)}1]\nc:\n  d: 1\n`
    expect(loaded(cutOf(yaml, giant, 2048) ?? '')).toEqual([
      { a: expect.stringMatching(/^x+ \[\.\.\.\+\d+\]$/), c: { d: 1 } },
    ])
  })

  it('shows elements of a page with those that they are in', () => {
    const cut = cutOf(yaml, snapshot, 2048) ?? ''
    expect(kindOf(snapshot)).toBe('yaml')
    expect(cut).toContain('    - link "Home" [ref=e3]:\n')
    for (const [line] of cut.matchAll(/ {6}- button .*/g)) {
      const at = cut.indexOf(line)
      expect(cut.lastIndexOf('\n    - listitem', at)).toBeGreaterThan(cut.lastIndexOf(' - button', at - 1))
    }
  })

  it('keeps what others refer to', () => {
    const first = (at: number) => `first-${at}: ${at === 21 ? '&base ' : ''}${at}\n`
    const cut = cutOf(yaml, some(60, first) + some(60, (at) => `next-${at}: *base\n`), 400) ?? ''
    expect(cut).toContain('first-21: &base 21\n')
    expect(cut).toContain(': *base\n')
    expect(loaded(cut)).toHaveLength(1)
  })
})

describe('random documents', () => {
  it('are cut to YAML that has nothing else, whatever the chunks', () => {
    const seeds = caseCount(40, 120)
    const cut = Array.from({ length: seeds }, (_, seed) => checkYaml(seed + 1, 5)).filter(Boolean).length
    expect(cut).toBeGreaterThan((2 * seeds) / 3)
  })
})

describe('YAML is recognised', () => {
  it('by its command, and by nested keys alone', () => {
    expect(kindOf('a: 1\nb: 2\n', 'cat a.yaml')).toBe('yaml')
    expect(kindOf('a: 1\nb: 2\n')).toBeUndefined()
    for (const text of [pods, services, pods.replaceAll('\n', '\r\n'), `# A comment.\n\n---\n${services}`])
      expect(kindOf(text)).toBe('yaml')
  })

  it('in no log, list, report, template or script', () => {
    const texts = [
      some(30, (at) => `Step ${at}: compile\n  src/a.c: ok\n`),
      some(30, (at) => `- item ${at}: a text of words\n  - inner text\n`),
      some(
        30,
        (at) =>
          `Name:           pod-${at}\nLabels:         app=web\nContainers:\n  main:\n    Image:      web\n`,
      ),
      some(30, (at) => `test ${at}:\n  result: ok\nError: it failed\n    at f (a.js:${at}:2)\n`),
      `---\ntitle: A page\n---\n\n# Heading\n\nText: of it.\n${some(30, () => 'A line of words.\n')}`,
      some(30, (at) => `{{- if .Values.a${at} }}\na:\n  b: 1\n{{- end }}\n`),
      some(30, (at) => `10:11:${at}: started\n`),
      some(30, (at) => `Files: part-${at}/*\nCopyright:\n 2001 Ann, all of it\n 2002 Ben\nLicense: X\n`),
      `Traceback (most recent call last):\n${some(30, (at) => `  File "a.py", line ${at}, in f\n    g()\n`)}ValueError: no\n`,
      some(30, (at) => `a${at}:\n\tgcc -c a.c\nb:\n\tld\n`),
      'a: "open\n'.repeat(99),
    ]
    for (const text of texts) expect(kindOf(text)).not.toBe('yaml')
    for (const text of [4, 5, 9, 10].map((at) => texts[at])) expect(cutOf(yaml, text, 300)).toBeUndefined()
    expect(kinds.recognise(bytesOf('- - - '.repeat(2000)), false)?.name).not.toBe('yaml')
  })
})

describe('hostile YAML', () => {
  const bomb = `a: &a [x, x]\n${some(9, (at) => `${'bcdefghij'[at]}: &${'bcdefghij'[at]} [*${'abcdefghi'[at]}, *${'abcdefghi'[at]}]\n`)}`
  const inputs: Record<string, string> = {
    'aliases that grow': bomb.repeat(9),
    'an anchor in a circle': 'a: &a\n  b: *a\n  c:\n    d: *a\n'.repeat(40),
    'keys nested too deep': some(300, (at) => `${' '.repeat(at)}k:\n`),
    'items nested too deep': `${'- '.repeat(500)}x\n`.repeat(9),
    'text nested too deep': `${some(60, (at) => `${' '.repeat(at)}k:\n`)}${' '.repeat(60)}k: |\n${`${' '.repeat(70)}x\n`.repeat(99)}`,
    'a mark in its text': 'a:\n# [...3-9: 1K]\n  b: "# [...1-2: 3B]"\n'.repeat(60),
    'ends of documents': '---\n...\n---\n# c\n...\n...\na: 1\n...\n'.repeat(40),
    'comments only': `a: 1\nb:\n${'# c\n'.repeat(900)}  c: 1\n`,
    'blank lines': `a: 1\n${'\n'.repeat(900)}b: |\n${'\n'.repeat(900)}  c\nd: 1\n`,
    'an indentation that jumps': some(
      200,
      (at) => `${' '.repeat((at * 7) % 13)}k${at}: ${at % 3 ? at : ''}\n`,
    ),
    'a BOM': `\ufeff${services}`,
    'no last line end': services.slice(0, -1),
  }
  for (const [name, text] of Object.entries(inputs))
    it(`of ${name} is within the limits, whatever the chunks`, () => {
      for (const [maxBytes, chunk] of [
        [60, 100],
        [300, 1],
        [1000, 7],
      ]) {
        truncate(text, { maxBytes, structure: kindsFor({ kind: 'yaml' }) })
        expect(cutOf(yaml, text, maxBytes, 1e6, chunk)).toBe(cutOf(yaml, text, maxBytes))
      }
    })
})
