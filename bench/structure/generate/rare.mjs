// Outputs of units that are alike, with one among them that is not: by a value that is rare in its column, a number far from
// the others, or a name of its own. One half of the forms was not looked at while the law was made.
import { createRandom } from '../../random.mjs'
import { yamlForms } from './rare-yaml.mjs'
import { names } from './words.mjs'

const COUNTS = [100, 300, 800, 2000]

/** Helpers of one output: all that is random comes from here. */
const tools = (random) => ({
  random,
  below: (n) => Math.floor(random() * n),
  pick: (list) => list[Math.floor(random() * list.length)],
  word: () => names.pick(random),
  hex: (length) => Array.from({ length }, () => Math.floor(random() * 16).toString(16)).join(''),
  /** Mostly the first ones. */
  usual: (list) => list[Math.floor(list.length * random() ** 3)],
})

const padded = (widths, cells) =>
  cells
    .map((cell, i) => (i < cells.length - 1 ? String(cell).padEnd(widths[i]) : String(cell)))
    .join('')
    .trimEnd()

const aligned = (command, header, widths, row) => ({
  command,
  kind: 'table',
  text: (units) =>
    `${[header, ...units.map((unit) => unit)].map((cells) => padded(widths, cells)).join('\n')}\n`,
  row,
})

const time = (i) => new Date(Date.UTC(2026, 10, 28, 9, 0, i * 7)).toISOString()

const jsonArray = (command, item, indent) => ({
  command,
  kind: 'json',
  text: (units) => `${JSON.stringify(units, null, indent)}\n`,
  row: item,
})
const jsonLines = (command, item) => ({
  command,
  kind: 'json-lines',
  text: (units) => `${units.map((unit) => JSON.stringify(unit)).join('\n')}\n`,
  row: item,
})
const lines = (command, kind, row, header) => ({
  command,
  kind,
  text: (units) => `${[...(header ? [header] : []), ...units].join('\n')}\n`,
  row,
})

/** What each form is like. `row(tools, i, isOdd)` makes a unit. Its name has `mark(i)`, which is looked for in the cut. */
const mark = (i) => `unit-${String(i).padStart(5, '0')}`

const ofYaml = yamlForms(mark)

/** Looked at while the law was made. */
const known = {
  'kubectl get pods': aligned(
    'kubectl get pods -A',
    ['NAMESPACE', 'NAME', 'READY', 'STATUS', 'RESTARTS', 'AGE'],
    [14, 34, 8, 19, 16, 6],
    (t, i, isOdd) => [
      t.word(),
      `${mark(i)}-${t.hex(8)}`,
      isOdd ? '0/1' : '1/1',
      isOdd ? 'CrashLoopBackOff' : 'Running',
      isOdd ? '47 (3m ago)' : t.below(3),
      `${t.below(90)}d`,
    ],
  ),
  'kubectl get nodes': aligned(
    'kubectl get nodes',
    ['NAME', 'STATUS', 'ROLES', 'AGE', 'VERSION'],
    [26, 12, 10, 8, 10],
    (t, i, isOdd) => [mark(i), isOdd ? 'NotReady' : 'Ready', '<none>', `${t.below(400)}d`, 'v1.29.4'],
  ),
  'docker ps': aligned(
    'docker ps -a',
    ['CONTAINER ID', 'IMAGE', 'COMMAND', 'CREATED', 'STATUS', 'NAMES'],
    [16, 24, 24, 16, 28, 20],
    (t, i, isOdd) => [
      t.hex(12),
      `registry/${t.word()}:1.${t.below(9)}`,
      '"/bin/serve --all"',
      `${2 + t.below(40)} hours ago`,
      isOdd ? 'Exited (137) 2 hours ago' : `Up ${2 + t.below(40)} hours`,
      mark(i),
    ],
  ),
  'csv, status code': lines(
    'cat requests.csv',
    'csv',
    (t, i, isOdd) =>
      [time(i), mark(i), `/api/${t.word()}`, isOdd ? 503 : t.usual([200, 200, 304]), t.below(900)].join(','),
    'time,request,path,status,ms',
  ),
  'csv, far number': lines(
    'cat disks.csv',
    'csv',
    (t, i, isOdd) => [mark(i), t.word(), isOdd ? 98 : 10 + t.below(31), t.usual(['ext4', 'xfs'])].join(','),
    'host,pool,used,fs',
  ),
  'tsv, version': lines(
    'cut -f 1-4 hosts.tsv',
    'tsv',
    (t, i, isOdd) => [mark(i), t.word(), isOdd ? '4.11.9' : '4.12.0', t.below(100_000)].join('\t'),
    'host\tsite\tversion\tuptime',
  ),
  'json, ok: false': jsonArray('cat checks.json', (t, i, isOdd) => ({
    id: i,
    name: mark(i),
    ok: !isOdd,
    ms: t.below(90),
  })),
  'json, error among nulls': jsonArray('cat tasks.json', (t, i, isOdd) => ({
    id: i,
    name: mark(i),
    error: isOdd ? 'disk quota exceeded' : null,
    ms: t.below(5000),
  })),
  'json, exit code, pretty': jsonArray(
    'cat jobs.json',
    (t, i, isOdd) => ({
      job: mark(i),
      queue: t.usual(['main', 'slow', 'mail']),
      exit_code: isOdd ? 1 : 0,
      at: time(i),
    }),
    2,
  ),
  'json, a key of its own': jsonArray('curl -s https://api.example.org/users', (t, i, isOdd) => ({
    id: 7000 + i,
    login: mark(i),
    city: t.word(),
    ...(isOdd && { suspendedUntil: '2027-01-01' }),
  })),
  'json, pods with a phase': jsonArray(
    'kubectl get pods -o json',
    (t, i, isOdd) => ({
      metadata: {
        name: mark(i),
        namespace: t.word(),
        uid: t.hex(32),
        labels: { app: t.word(), tier: t.word() },
      },
      spec: {
        nodeName: `node-${t.below(20)}`,
        containers: [{ name: 'main', image: `registry/${t.word()}:1.2` }],
      },
      status: {
        phase: isOdd ? 'Pending' : 'Running',
        podIP: `10.0.${t.below(255)}.${t.below(255)}`,
        startTime: time(i),
      },
    }),
    1,
  ),
  'json lines, ok: false': jsonLines('cat checks.jsonl', (t, i, isOdd) => ({
    id: i,
    name: mark(i),
    ok: !isOdd,
    ms: t.below(90),
  })),
  'json lines, region': jsonLines('cat events.jsonl', (t, i, isOdd) => ({
    at: time(i),
    event: mark(i),
    user: { id: t.hex(10), region: isOdd ? 'unknown' : t.pick(['eu-1', 'us-2', 'ap-3']) },
  })),
  'logfmt, status': lines(
    'cat server.log',
    'log',
    (t, i, isOdd) =>
      `ts=${time(i)} level=info msg="request served" id=${mark(i)} path=/${t.word()} status=${isOdd ? 503 : 200} ms=${t.below(80)}`,
  ),
  'ls -l, mode': lines(
    'ls -l',
    'ls',
    (t, i, isOdd) =>
      `${isOdd ? '-rwsr-xr-x' : '-rw-r--r--'} 1 build build ${String(t.below(90_000)).padStart(8)} Nov ${10 + t.below(19)} 10:${10 + t.below(49)} ${mark(i)}.txt`,
    'total 1234',
  ),
  'ps, state': aligned(
    'ps -eo pid,user,stat,nlwp,comm',
    ['PID', 'USER', 'STAT', 'NLWP', 'COMMAND'],
    [9, 10, 7, 7, 20],
    (t, i, isOdd) => [
      1000 + i * 3,
      t.usual(['www', 'root', 'db']),
      isOdd ? 'D' : t.usual(['S', 'S', 'Ss', 'R']),
      1 + t.below(9),
      mark(i),
    ],
  ),
  ...ofYaml.known,
}

/** Not looked at while the law was made. */
const heldOut = {
  'systemctl list-units': aligned(
    'systemctl list-units',
    ['  UNIT', 'LOAD', 'ACTIVE', 'SUB', 'DESCRIPTION'],
    [34, 7, 7, 9, 30],
    (t, i, isOdd) => [
      `${isOdd ? '●' : ' '} ${mark(i)}.service`,
      'loaded',
      isOdd ? 'failed' : 'active',
      isOdd ? 'failed' : t.usual(['running', 'exited']),
      `Service of ${t.word()} ${i}`,
    ],
  ),
  'kubectl get deployments': aligned(
    'kubectl get deployments',
    ['NAME', 'READY', 'UP-TO-DATE', 'AVAILABLE', 'AGE'],
    [30, 8, 13, 12, 6],
    (t, i, isOdd) => [mark(i), isOdd ? '0/3' : '3/3', 3, isOdd ? 0 : 3, `${t.below(200)}d`],
  ),
  'docker images, no tag': aligned(
    'docker images',
    ['REPOSITORY', 'TAG', 'IMAGE ID', 'CREATED', 'SIZE'],
    [30, 12, 16, 16, 8],
    (t, i, isOdd) => [
      `registry/${mark(i)}`,
      isOdd ? '<none>' : t.usual(['latest', 'stable', 'v2']),
      t.hex(12),
      `${2 + t.below(20)} weeks ago`,
      `${100 + t.below(800)}MB`,
    ],
  ),
  'helm list': aligned(
    'helm list -A',
    ['NAME', 'NAMESPACE', 'REVISION', 'STATUS', 'CHART'],
    [28, 14, 10, 18, 20],
    (t, i, isOdd) => [
      mark(i),
      t.word(),
      1 + t.below(30),
      isOdd ? 'pending-upgrade' : 'deployed',
      `${t.word()}-1.${t.below(9)}.0`,
    ],
  ),
  'df, nearly full': aligned(
    'df',
    ['Filesystem', '1K-blocks', 'Used', 'Available', 'Use%', 'Mounted on'],
    [20, 12, 12, 12, 6, 24],
    (t, i, isOdd) => [
      `/dev/sd${i}`,
      1_000_000,
      isOdd ? 980_000 : 100_000 + t.below(300_000),
      500_000 + t.below(300_000),
      isOdd ? '98%' : `${10 + t.below(31)}%`,
      `/mnt/${mark(i)}`,
    ],
  ),
  'csv, state': lines(
    'cat orders.csv',
    'csv',
    (t, i, isOdd) =>
      [
        4000 + i,
        mark(i),
        `"${t.word()}, ${t.word()}"`,
        (t.random() * 900).toFixed(2),
        isOdd ? 'disputed' : t.usual(['paid', 'paid', 'open']),
      ].join(','),
    'order,customer,"city, country",amount,state',
  ),
  'csv, empty cell': lines(
    'cat people.csv',
    'csv',
    (t, i, isOdd) => [mark(i), isOdd ? '' : `${t.word()}${i}@example.org`, t.word(), t.below(100)].join(','),
    'login,mail,team,score',
  ),
  'tsv, exit code': lines(
    'cat runs.tsv',
    'tsv',
    (t, i, isOdd) => [time(i), mark(i), isOdd ? 1 : 0, (t.random() * 20).toFixed(1)].join('\t'),
    'time\trun\texit\tseconds',
  ),
  'json, far latency': jsonArray('cat latency.json', (t, i, isOdd) => ({
    host: mark(i),
    p50: 10 + t.below(20),
    p99: isOdd ? 4100 : 40 + t.below(60),
  })),
  'json, nested state, pretty': jsonArray(
    'cat nodes.json',
    (t, i, isOdd) => ({
      name: mark(i),
      zone: t.pick(['a', 'b', 'c']),
      health: { disk: 'ok', memory: isOdd ? 'pressure' : 'ok', net: 'ok' },
    }),
    2,
  ),
  'json, text among numbers': jsonArray('cat readings.json', (t, i, isOdd) => ({
    sensor: mark(i),
    value: isOdd ? 'n/a' : t.below(10_000) / 100,
    unit: 'C',
  })),
  'json, object of services': {
    command: 'cat services.json',
    kind: 'json',
    text: (units) =>
      `${JSON.stringify(Object.fromEntries(units.map((unit) => [unit.name, unit])), null, 1)}\n`,
    row: (t, i, isOdd) => ({ name: mark(i), port: 3000 + i, state: isOdd ? 'down' : 'up', owner: t.word() }),
  },
  'json, page of items': {
    command: 'curl -s https://api.example.org/items',
    kind: 'json',
    text: (units) => `${JSON.stringify({ page: 1, next: null, items: units })}\n`,
    row: (t, i, isOdd) => ({
      sku: mark(i),
      price: t.below(9000) / 100,
      currency: isOdd ? 'USD' : 'EUR',
      tags: [t.word(), t.word()],
    }),
  },
  'json lines, exit code': jsonLines('cat runs.jsonl', (t, i, isOdd) => ({
    at: time(i),
    run: mark(i),
    exit: isOdd ? 137 : 0,
    seconds: t.below(600),
  })),
  'json lines, a key of its own': jsonLines('cat audit.jsonl', (t, i, isOdd) => ({
    at: time(i),
    id: mark(i),
    actor: t.word(),
    action: t.pick(['read', 'list', 'write']),
    ...(isOdd && { override: 'admin' }),
  })),
  'json lines, version': jsonLines('cat agents.jsonl', (t, i, isOdd) => ({
    host: mark(i),
    agent: { version: isOdd ? '1.8.0' : '2.3.1', mode: t.usual(['push', 'pull']) },
    seen: time(i),
  })),
  'logfmt, cache': lines(
    'cat cache.log',
    'log',
    (t, i, isOdd) =>
      `time=${time(i)} level=info caller=cache.go:${40 + t.below(3)} key=${mark(i)} op=${t.pick(['get', 'set'])} result=${isOdd ? 'evicted' : t.usual(['hit', 'miss'])}`,
  ),
  'ls -l, owner': lines(
    'ls -l',
    'ls',
    (t, i, isOdd) =>
      `-rw-r--r-- 1 ${isOdd ? 'root ' : 'build'} build ${String(t.below(90_000)).padStart(8)} Nov ${10 + t.below(19)} 10:${10 + t.below(49)} ${mark(i)}.txt`,
    'total 1234',
  ),
  ...ofYaml.heldOut,
}

/** One output of a form. */
function made({ command, kind, text, row }, form, random) {
  const t = tools(random)
  const count = t.pick(COUNTS)
  const odd = Math.floor(count * (0.1 + 0.8 * random()))
  const units = Array.from({ length: count }, (_, i) => row(t, i, i === odd))
  return { form, command, kind, exitCode: 0, text: text(units), odd: mark(odd) }
}

/** Outputs of each form of a half, by so many seeds. */
export const rareOutputs = (half, seeds) =>
  Object.entries(half === 'known' ? known : heldOut).flatMap(([form, of], at) =>
    Array.from({ length: seeds }, (_, seed) => made(of, form, createRandom(1000 * seed + 7919 * (at + 1)))),
  )
