// Outputs of units that are alike, with one among them that is not: by a value that is rare in its column, a number far from
// the others, or a name of its own. One half of the forms was not looked at while the law was made.
import { createRandom } from '../../random.mjs'
import { drawnFields, filled } from '../../template.mjs'
import { names } from './words.mjs'

const COUNTS = [100, 300, 800, 2000]
const PODS = ['apiVersion: v1\nitems:\n', 'kind: List\nmetadata:\n  resourceVersion: ""\n']

/**
 * A form: a command, a kind, what stands above the units, and the template of a unit. `{mark}` is the name that is looked for
 * in the cut. `{odd|a|b|c}` is `a` in the one odd unit, and mostly `b` elsewhere. Cells of a table are apart by tabs.
 */
const FORMS = {
  known: {
    'kubectl get pods': [
      'kubectl get pods -A',
      'table',
      'NAMESPACE\tNAME\tREADY\tSTATUS\tRESTARTS\tAGE',
      '{word}\t{mark}-{hex8}\t{odd|0/1|1/1}\t{odd|CrashLoopBackOff|Running}\t{odd|47 (3m ago)|{n3}}\t{n90}d',
    ],
    'kubectl get nodes': [
      'kubectl get nodes',
      'table',
      'NAME\tSTATUS\tROLES\tAGE\tVERSION',
      '{mark}\t{odd|NotReady|Ready}\t<none>\t{n400}d\tv1.29.4',
    ],
    'docker ps': [
      'docker ps -a',
      'table',
      'CONTAINER ID\tIMAGE\tCOMMAND\tCREATED\tSTATUS\tNAMES',
      '{hex12}\tregistry/{word}:1.{n9}\t"/bin/serve --all"\t{n40+2} hours ago\t{odd|Exited (137) 2 hours ago|Up {n40+2} hours}\t{mark}',
    ],
    'csv, status code': [
      'cat requests.csv',
      'csv',
      'time,request,path,status,ms',
      '{time},{mark},/api/{word},{odd|503|200|200|304},{n900}',
    ],
    'csv, far number': [
      'cat disks.csv',
      'csv',
      'host,pool,used,fs',
      '{mark},{word},{odd|98|{n31+10}},{usual|ext4|xfs}',
    ],
    'tsv, version': [
      'cut -f 1-4 hosts.tsv',
      'tsv',
      'host\tsite\tversion\tuptime',
      '{mark}\t{word}\t{odd|4.11.9|4.12.0}\t{n100000}',
    ],
    'json, ok: false': [
      'cat checks.json',
      'json',
      '',
      '{"id":{i},"name":"{mark}","ok":{odd|false|true},"ms":{n90}}',
    ],
    'json, error among nulls': [
      'cat tasks.json',
      'json',
      '',
      '{"id":{i},"name":"{mark}","error":{odd|"disk quota exceeded"|null},"ms":{n5000}}',
    ],
    'json, exit code, pretty': [
      'cat jobs.json',
      'json 2',
      '',
      '{"job":"{mark}","queue":"{usual|main|slow|mail}","exit_code":{odd|1|0},"at":"{time}"}',
    ],
    'json, a key of its own': [
      'curl -s https://api.example.org/users',
      'json',
      '',
      '{"id":{i+7000},"login":"{mark}","city":"{word}"{odd|,"suspendedUntil":"2027-01-01"|}}',
    ],
    'json, pods with a phase': [
      'kubectl get pods -o json',
      'json 1',
      '',
      '{"metadata":{"name":"{mark}","namespace":"{word}","uid":"{hex32}","labels":{"app":"{word}","tier":"{word}"}},"spec":{"nodeName":"node-{n20}","containers":[{"name":"main","image":"registry/{word}:1.2"}]},"status":{"phase":"{odd|Pending|Running}","podIP":"10.0.{n255}.{n255}","startTime":"{time}"}}',
    ],
    'json lines, ok: false': [
      'cat checks.jsonl',
      'json-lines',
      '',
      '{"id":{i},"name":"{mark}","ok":{odd|false|true},"ms":{n90}}',
    ],
    'json lines, region': [
      'cat events.jsonl',
      'json-lines',
      '',
      '{"at":"{time}","event":"{mark}","user":{"id":"{hex10}","region":"{odd|unknown|{pick|eu-1|us-2|ap-3}}"}}',
    ],
    'logfmt, status': [
      'cat server.log',
      'log',
      '',
      'ts={time} level=info msg="request served" id={mark} path=/{word} status={odd|503|200} ms={n80}',
    ],
    'ls -l, mode': [
      'ls -l',
      'ls',
      'total 1234',
      '{odd|-rwsr-xr-x|-rw-r--r--} 1 build build {n80000+10000} Nov {n19+10} 10:{n49+10} {mark}.txt',
    ],
    'ps, state': [
      'ps -eo pid,user,stat,nlwp,comm',
      'table',
      'PID\tUSER\tSTAT\tNLWP\tCOMMAND',
      '{i+1000}\t{usual|www|root|db}\t{odd|D|S|S|Ss|R}\t{n9+1}\t{mark}',
    ],
    'yaml, pods with a phase': [
      'kubectl get pods -o yaml',
      'yaml',
      PODS,
      '- apiVersion: v1\n  kind: Pod\n  metadata:\n    labels:\n      app: {word}\n    name: {mark}\n    uid: {hex32}\n  spec:\n    containers:\n    - image: registry/{word}:1.2\n      name: main\n    nodeName: node-{n20}\n  status:\n    phase: {odd|Pending|Running}\n    podIP: 10.0.{n255}.{n255}\n',
    ],
    'yaml, compose': [
      'cat compose.yaml',
      'yaml',
      ['name: shop\nservices:\n'],
      '  {mark}:\n    image: "registry/{word}:1.{n9}"\n    restart: {odd|"no"|unless-stopped}\n    ports:\n      - "{i+3000}:80"\n',
    ],
    'yaml, a key of its own': [
      'cat users.yml',
      'yaml',
      [],
      '- id: {i+7000}\n  login: {mark}\n  city: {word}\n{odd|  suspendedUntil: 2027-01-01\n|}',
    ],
    'yaml, documents': [
      'cat all.yaml',
      'yaml',
      [],
      '---\napiVersion: apps/v1\nkind: Deployment\nmetadata:\n  name: {mark}\n  namespace: {word}\nspec:\n  replicas: {odd|0|3}\n  paused: false\n',
    ],
  },
  'held out': {
    'systemctl list-units': [
      'systemctl list-units',
      'table',
      '  UNIT\tLOAD\tACTIVE\tSUB\tDESCRIPTION',
      '{odd|●| } {mark}.service\tloaded\t{odd|failed|active}\t{odd|failed|running|exited}\tService of {word} {i}',
    ],
    'kubectl get deployments': [
      'kubectl get deployments',
      'table',
      'NAME\tREADY\tUP-TO-DATE\tAVAILABLE\tAGE',
      '{mark}\t{odd|0/3|3/3}\t3\t{odd|0|3}\t{n200}d',
    ],
    'docker images, no tag': [
      'docker images',
      'table',
      'REPOSITORY\tTAG\tIMAGE ID\tCREATED\tSIZE',
      'registry/{mark}\t{odd|<none>|latest|stable|v2}\t{hex12}\t{n20+2} weeks ago\t{n800+100}MB',
    ],
    'helm list': [
      'helm list -A',
      'table',
      'NAME\tNAMESPACE\tREVISION\tSTATUS\tCHART',
      '{mark}\t{word}\t{n30+1}\t{odd|pending-upgrade|deployed}\t{word}-1.{n9}.0',
    ],
    'df, nearly full': [
      'df',
      'table',
      'Filesystem\t1K-blocks\tUsed\tAvailable\tUse%\tMounted on',
      '/dev/sd{i}\t1000000\t{odd|980000|{n300000+100000}}\t{n300000+500000}\t{odd|98|{n31+10}}%\t/mnt/{mark}',
    ],
    'csv, state': [
      'cat orders.csv',
      'csv',
      'order,customer,"city, country",amount,state',
      '{i+4000},{mark},"{word}, {word}",{n900}.{n90+10},{odd|disputed|paid|paid|open}',
    ],
    'csv, empty cell': [
      'cat people.csv',
      'csv',
      'login,mail,team,score',
      '{mark},{odd||{word}{i}@example.org},{word},{n100}',
    ],
    'tsv, exit code': [
      'cat runs.tsv',
      'tsv',
      'time\trun\texit\tseconds',
      '{time}\t{mark}\t{odd|1|0}\t{n20}.{n10}',
    ],
    'json, far latency': [
      'cat latency.json',
      'json',
      '',
      '{"host":"{mark}","p50":{n20+10},"p99":{odd|4100|{n60+40}}}',
    ],
    'json, nested state, pretty': [
      'cat nodes.json',
      'json 2',
      '',
      '{"name":"{mark}","zone":"{pick|a|b|c}","health":{"disk":"ok","memory":"{odd|pressure|ok}","net":"ok"}}',
    ],
    'json, text among numbers': [
      'cat readings.json',
      'json',
      '',
      '{"sensor":"{mark}","value":{odd|"n/a"|{n100}.{n90+10}},"unit":"C"}',
    ],
    'json, object of services': [
      'cat services.json',
      'json object',
      '',
      '{"name":"{mark}","port":{i+3000},"state":"{odd|down|up}","owner":"{word}"}',
    ],
    'json, page of items': [
      'curl -s https://api.example.org/items',
      'json page',
      '',
      '{"sku":"{mark}","price":{n90}.{n90+10},"currency":"{odd|USD|EUR}","tags":["{word}","{word}"]}',
    ],
    'json lines, exit code': [
      'cat runs.jsonl',
      'json-lines',
      '',
      '{"at":"{time}","run":"{mark}","exit":{odd|137|0},"seconds":{n600}}',
    ],
    'json lines, a key of its own': [
      'cat audit.jsonl',
      'json-lines',
      '',
      '{"at":"{time}","id":"{mark}","actor":"{word}","action":"{pick|read|list|write}"{odd|,"override":"admin"|}}',
    ],
    'json lines, version': [
      'cat agents.jsonl',
      'json-lines',
      '',
      '{"host":"{mark}","agent":{"version":"{odd|1.8.0|2.3.1}","mode":"{usual|push|pull}"},"seen":"{time}"}',
    ],
    'logfmt, cache': [
      'cat cache.log',
      'log',
      '',
      'time={time} level=info caller=cache.go:{n3+40} key={mark} op={pick|get|set} result={odd|evicted|hit|miss}',
    ],
    'ls -l, owner': [
      'ls -l',
      'ls',
      'total 1234',
      '-rw-r--r-- 1 {odd|root |build} build {n80000+10000} Nov {n19+10} 10:{n49+10} {mark}.txt',
    ],
    'yaml, long pods': [
      'kubectl get pods -A -o yaml',
      'yaml',
      PODS,
      '- apiVersion: v1\n  kind: Pod\n  metadata:\n    annotations:\n      checksum/config: {hex64}\n    creationTimestamp: "2026-11-28T10:{n50+10}:00Z"\n    labels:\n      app.kubernetes.io/name: {word}\n      pod-template-hash: {hex10}\n    name: {mark}\n    namespace: {word}\n    uid: {hex32}\n  spec:\n    containers:\n    - args:\n      - --port={n10+8000}\n      env:\n      - name: REGION\n        value: {word}\n      image: registry/{word}:1.{n9}\n      imagePullPolicy: IfNotPresent\n      name: main\n      resources:\n        limits:\n          cpu: 500m\n          memory: 256Mi\n      volumeMounts:\n      - mountPath: /etc/{word}\n        name: config\n    nodeName: node-{n20}\n    tolerations:\n    - effect: NoExecute\n      key: node.kubernetes.io/not-ready\n      operator: Exists\n      tolerationSeconds: 300\n  status:\n    containerStatuses:\n    - containerID: containerd://{hex64}\n      name: main\n      ready: {odd|false|true}\n      restartCount: {n3}\n    hostIP: 10.1.0.{n20}\n    phase: Running\n    podIP: 10.0.{n255}.{n255}\n',
    ],
    'yaml, rules by severity': [
      'cat rules.yaml',
      'yaml',
      ['groups:\n- name: all\n  rules:\n'],
      '  - alert: {mark}\n    expr: |\n      sum(rate({word}_total[5m])) by (job)\n        > {n900}\n    for: {n20+1}m\n    labels:\n      severity: {odd|critical|info|warn}\n',
    ],
    'yaml, paths of an interface': [
      'cat openapi.yaml',
      'yaml',
      ['openapi: 3.1.0\ninfo:\n  title: Shop\n  version: "1"\npaths:\n'],
      '  /{word}/{mark}:\n    get:\n      summary: Gets {word} {i}\n{odd|      deprecated: true\n|}      responses:\n        "200":\n          description: OK\n',
    ],
    'yaml, far number': [
      'cat limits.yaml',
      'yaml',
      [],
      '- host: {mark}\n  quota: {soft: 10, hard: 20}\n  used: {odd|980|{n31+10}}\n',
    ],
    'yaml, empty value': [
      'cat owners.yaml',
      'yaml',
      ['# Who owns what.\nversion: 2\nparts:\n'],
      '  - name: {mark}\n    owner:{odd|| {word}-{i}}\n    tags: [{word}, {word}]\n',
    ],
    'yaml, tasks of a playbook': [
      'cat site.yml',
      'yaml',
      ['- hosts: all\n  vars:\n    ring: 1\n  tasks:\n'],
      '    - name: {mark}\n      {pick|apt|copy|file}:\n        path: /etc/{word}\n        state: present\n      become: {odd|no|yes}\n',
    ],
  },
}

const mark = (i) => `unit-${String(i).padStart(5, '0')}`
const time = (i) => new Date(Date.UTC(2026, 10, 28, 9, 0, i * 7)).toISOString()

/** The whole output of some units, by its kind. */
function textOf(kind, head, units) {
  const [name, how] = kind.split(' ')
  if (name === 'yaml') return `${head[0] ?? ''}${units.join('')}${head[1] ?? ''}`
  if (name === 'json') return `${jsonOf(units.map(JSON.parse), how)}\n`
  const lines = head === '' ? units : [head, ...units]
  return `${(name === 'table' ? columnsOf(lines) : lines).join('\n')}\n`
}

function jsonOf(values, how) {
  if (how === 'page') return JSON.stringify({ page: 1, next: null, items: values })
  if (how === 'object')
    return JSON.stringify(Object.fromEntries(values.map((each) => [each.name, each])), null, 1)
  return JSON.stringify(values, null, Number(how ?? 0))
}

function columnsOf(lines) {
  const rows = lines.map((line) => line.split('\t'))
  const widths = rows[0].map((_, i) => 3 + Math.max(...rows.map((cells) => cells[i].length)))
  return rows.map((cells) =>
    cells
      .map((cell, i) => cell.padEnd(widths[i]))
      .join('')
      .trimEnd(),
  )
}

function outputOf(form, [command, kind, head, row], random) {
  const drawn = drawnFields(random)
  const count = COUNTS[drawn.n(COUNTS.length, 0)]
  const odd = Math.floor(count * (0.1 + 0.8 * random()))
  const units = Array.from({ length: count }, (_, i) =>
    filled(row, {
      ...drawn,
      i: (_size, plus) => plus + i,
      mark: () => mark(i),
      time: () => time(i),
      word: () => names.pick(random),
      odd: (_size, _plus, [rare, ...usual]) => (i === odd ? rare : drawn.usual(0, 0, usual)),
    }),
  )
  return {
    form,
    command,
    kind: kind.split(' ')[0],
    exitCode: 0,
    text: textOf(kind, head, units),
    odd: mark(odd),
  }
}

/** Outputs of each form of a half, by so many seeds. */
export const rareOutputs = (half, seeds) =>
  Object.entries(FORMS[half]).flatMap(([form, row], at) =>
    Array.from({ length: seeds }, (_, seed) =>
      outputOf(form, row, createRandom(1000 * seed + 7919 * (at + 1))),
    ),
  )
