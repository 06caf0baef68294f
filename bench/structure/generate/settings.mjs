// Settings, manifests, pages and dumps: YAML, INI, SQL and blame.
import { parseAllDocuments } from 'yaml'
import { createRandom } from '../../random.mjs'
import { textTasks } from '../tasks/lines.mjs'
import { asksFor, names } from './words.mjs'

const many = (count, make) => Array.from({ length: count }, (_, i) => make(i)).join('')

const parses = {
  name: 'parses',
  ask: ({ content }) => parseAllDocuments(content).every(({ errors }) => errors.length === 0),
}

const pods = (random) => {
  const pod = (i) => `- apiVersion: v1
  kind: Pod
  metadata:
    labels:
      app: ${names.pick(random)}
    name: pod-${i}
  spec:
    containers:
    - image: registry/${names.pick(random)}:1.${i % 9}
      name: main
  status:
    phase: ${i === 311 ? 'Pending' : 'Running'}
`
  return {
    kind: 'yaml',
    name: 'pods',
    command: 'kubectl get pods -o yaml',
    text: `apiVersion: v1\nitems:\n${many(400, pod)}kind: List\nmetadata:\n  resourceVersion: ""\n`,
    tasks: () => [
      parses,
      ...asksFor({ 'the pod that waits': 'name: pod-311\n', 'what it waits for': 'phase: Pending' }),
      ...asksFor({
        'the first pod': 'name: pod-0\n',
        'the last pod': 'name: pod-399\n',
        'what it is': 'kind: List',
      }),
    ],
  }
}

const page = () => ({
  kind: 'yaml',
  name: 'a page with refs',
  command: 'browser snapshot',
  text: `- generic [ref=e1]:\n  - banner [ref=e2]:\n    - link "Home" [ref=e3]:\n      - /url: /\n  - main [ref=e4]:\n${many(300, (i) => `    - listitem [ref=l${i}]:\n      - text: Entry ${i}\n      - button "Save ${i}" [ref=b${i}]\n`)}  - contentinfo [ref=e9]:\n    - link "Terms" [ref=e10]\n`,
  tasks: () => [
    parses,
    ...asksFor({ 'its banner': '[ref=e2]', 'its main part': 'main [ref=e4]', 'its foot': 'Terms' }),
    {
      name: 'no button without its item',
      ask: ({ content }) =>
        [...content.matchAll(/button .*\[ref=b(\d+)\]/g)].every(([, i]) =>
          content.includes(`listitem [ref=l${i}]`),
        ),
    },
  ],
})

const settings = (random) => ({
  kind: 'ini',
  name: 'services',
  command: 'cat services.ini',
  text: many(
    60,
    (i) =>
      `[service.${i}]\nport = ${8000 + i}\ntls = ${i === 41 ? 'off' : 'on'}\nowner = ${names.pick(random)}\nlimit = ${i * 7919}\nnote = ${names.pick(random)} and ${names.pick(random)}\n\n`,
  ),
  tasks: () => [
    ...textTasks({ sections: Array.from({ length: 60 }, (_, i) => `[service.${i}]\n`) }),
    ...asksFor({ 'the one without TLS': 'tls = off' }),
  ],
})

const TABLES = ['users', 'orders', 'events']
const dump = (random) => ({
  kind: 'sql',
  name: 'a dump',
  command: 'pg_dump --inserts ring',
  text: `SET client_encoding = 'UTF8';\n\n${TABLES.map((table) => `CREATE TABLE ${table} (\n    id integer,\n    ${table}_name text\n);\n\n${many(300, (i) => `INSERT INTO ${table} VALUES (${i}, '${names.pick(random)}');\n`)}\n`).join('')}CREATE INDEX by_id ON users (id);\n`,
  tasks: () => [
    ...textTasks({
      tables: TABLES.map((table) => `${table}_name text`),
      rows: TABLES.map((table) => `INSERT INTO ${table} VALUES (0,`),
    }),
    ...asksFor({ 'its index': 'CREATE INDEX by_id' }),
  ],
})

const blamed = () => {
  const of = (i) =>
    i >= 402 && i < 405
      ? ['0badf00d1', 'Zoe Q', 28]
      : [`a${Math.floor(i / 9).toString(16)}`.padEnd(9, '3'), 'Ann B', 10 + (Math.floor(i / 9) % 17)]
  return {
    kind: 'blame',
    name: 'a file',
    command: 'git blame ring.ts',
    text: many(800, (i) => {
      const [commit, name, day] = of(i)
      return `${commit} (${name} 2026-11-${day} 10:11:12 +0000 ${String(i + 1).padStart(3)}) const line_${i} = ${i}\n`
    }),
    tasks: () =>
      asksFor({
        'the newest change': '0badf00d1',
        'who made it': 'Zoe Q',
        'the first line': 'line_0 =',
        'the last line': 'line_799 =',
      }),
  }
}

export const settingsOutputs = (seed) => {
  const random = createRandom(seed)
  return [pods, page, settings, dump, blamed].map((make) => ({ exitCode: 0, ...make(random) }))
}
