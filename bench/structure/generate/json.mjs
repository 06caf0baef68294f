// JSON as programs print it: an array, an object with pages, objects in objects, JSON lines.
import { createRandom } from '../../random.mjs'
import { jsonLinesTasks, jsonTasks } from '../tasks/json.mjs'
import { asksFor, names } from './words.mjs'

const LATE = 0.62

/** Users of an API. One of them, past the middle, has a key that no other has. */
function users(random, count) {
  const odd = Math.floor(count * LATE)
  return Array.from({ length: count }, (_, i) => ({
    id: 70_000 + i * 7,
    login: `${names.pick(random)}-${((i * 2_654_435_761) % 1_679_616).toString(36)}`,
    email: `${names.pick(random)}${i}@example.org`,
    roles: random() < 0.2 ? ['admin', 'staff'] : ['staff'],
    address: { city: names.pick(random), street: `${names.pick(random)} road ${i % 90}` },
    ...(i === odd ? { suspended: 'payment was refused twice' } : {}),
  }))
}

const array = (random) => {
  const list = users(random, 1873)
  const records = list.map((item) => JSON.stringify(item))
  return {
    name: 'API, compact array',
    command: 'curl -s https://api.example.org/users',
    text: JSON.stringify(list),
    tasks: (text) => [
      ...jsonTasks({ text, records, arrays: [{ path: [], number: list.length }] }),
      ...asksFor({
        'login of the first item': list[0].login,
        'login of the last item': list[list.length - 1].login,
        'what the odd item says': 'payment was refused twice',
      }),
    ],
  }
}

const page = (random) => {
  const list = users(random, 421)
  const note = Array.from({ length: 900 }, () => names.pick(random)).join(' ')
  const value = { status: 'ok', region: 'eu-north-3', note, items: list, next: 'cursor-9f31', took: 113 }
  return {
    name: 'API, pretty page',
    command: 'curl -s https://api.example.org/page | jq .',
    text: `${JSON.stringify(value, null, 2)}\n`,
    tasks: (text) => [
      ...jsonTasks({ text, arrays: [{ path: ['items'], number: list.length }], keys: Object.keys(value) }),
      ...asksFor({
        'its region': 'eu-north-3',
        'the next cursor': 'cursor-9f31',
        'login of the first item': list[0].login,
        'login of the last item': list[list.length - 1].login,
        'what the odd item says': 'payment was refused twice',
      }),
    ],
  }
}

const nested = (random) => {
  const value = {
    meta: { version: '7.3.1', host: 'alpha-3' },
    data: { users: users(random, 230), teams: users(random, 157), audit: { entries: users(random, 311) } },
    settings: Object.fromEntries(
      Array.from({ length: 12 }, (_, i) => [`option${i}`, { on: i % 3 === 0, level: i }]),
    ),
    checksum: 'c0ffee-71-end',
  }
  const { users: first, teams, audit } = value.data
  return {
    name: 'objects in objects',
    command: 'cat state.json',
    text: JSON.stringify(value),
    tasks: (text) => [
      ...jsonTasks({
        text,
        arrays: [
          { path: ['data', 'users'], number: first.length },
          { path: ['data', 'teams'], number: teams.length },
          { path: ['data', 'audit', 'entries'], number: audit.entries.length },
        ],
        keys: [...Object.keys(value), ...Object.keys(value.data), 'entries', ...Object.keys(value.meta)],
      }),
      ...asksFor({ 'its version': '7.3.1', 'its checksum': 'c0ffee-71-end', 'first team': teams[0].login }),
    ],
  }
}

const log = (random) => {
  const count = 2417
  const lines = Array.from({ length: count }, (_, i) => ({
    time: new Date(Date.UTC(2026, 2, 3, 4, 0, i)).toISOString(),
    level: 'info',
    request: `r${(i * 48_271) % 999_983}x`,
    path: `/${names.pick(random)}/${i % 37}`,
    ms: Math.floor(random() * 900),
    ...(i === Math.floor(count * LATE) ? { retry: 'upstream gave no answer' } : {}),
  }))
  return {
    kind: 'json-lines',
    name: 'log of requests',
    command: 'cat requests.ndjson',
    text: lines.map((line) => `${JSON.stringify(line)}\n`).join(''),
    tasks: (text) => [
      ...jsonLinesTasks({ text, number: count }),
      ...asksFor({
        'the first request': lines[0].request,
        'the last request': lines[count - 1].request,
        'what the odd line says': 'upstream gave no answer',
      }),
    ],
  }
}

export const jsonOutputs = (seed) => {
  const random = createRandom(seed)
  return [array, page, nested, log].map((make) => ({ kind: 'json', exitCode: 0, ...make(random) }))
}
