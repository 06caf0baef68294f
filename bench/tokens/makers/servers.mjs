// Output of services while they run, and when they fail.
import { lined } from './kind.mjs'
import {
  accessTime,
  hex,
  identifier,
  ip,
  isoTime,
  javaClass,
  moment,
  number,
  path,
  phrase,
  pick,
  plainTime,
  some,
  spread,
  syslogTime,
  typeName,
  uuid,
  word,
} from './lexicon.mjs'

export function servers() {
  const fitted = {
    'access log': access,
    syslog,
    'JSON lines log': jsonLines,
    logfmt,
    'Java stack traces': javaStacks,
    'Python tracebacks': tracebacks,
    'application log': application,
  }
  const unseen = {
    'Kubernetes events': kubernetes,
    'PostgreSQL log': postgres,
    'Node stack traces': nodeStacks,
    'Go panics': panics,
    'nginx error log': nginx,
    'journal of an init system': journal,
    'OpenTelemetry spans': spans,
    'Rust tracing log': tracing,
    '.NET stack traces': dotnet,
    'load balancer log': balancer,
    'kernel log': kernel,
  }
  return [
    ...Object.entries(fitted).map(([kind, lineOf]) => lined({ kind, fitted: true }, lineOf)),
    ...Object.entries(unseen).map(([kind, lineOf]) => lined({ kind }, lineOf)),
  ]
}

const LEVELS = ['INFO', 'INFO', 'INFO', 'DEBUG', 'WARN', 'ERROR', 'TRACE']
const AGENTS = [
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36',
  'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1',
  'Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0',
  'curl/8.5.0',
  'python-requests/2.32.3',
  'Googlebot/2.1 (+http://www.google.com/bot.html)',
  'kube-probe/1.29',
]
const METHODS = ['GET', 'GET', 'GET', 'POST', 'PUT', 'DELETE', 'HEAD']
const STATUS = [200, 200, 200, 201, 204, 301, 304, 400, 401, 403, 404, 500, 502]

const route = (random) =>
  `/${some(random, 1, 3, () => word(random)).join('/')}${pick(random, ['', `/${number(random, 90_000)}`, `/${uuid(random)}`, `?${word(random)}=${number(random, 99)}&${word(random)}=${word(random)}`, '.html', '.png'])}`

const access = (random, line) =>
  `${ip(random)} - ${pick(random, ['-', '-', word(random)])} [${accessTime(random, line)}] "${pick(random, METHODS)} ${route(random)} HTTP/1.1" ${pick(random, STATUS)} ${spread(random, 10, 90_000)} "${pick(random, ['-', `https://www.${word(random)}.com${route(random)}`])}" "${pick(random, AGENTS)}"`

const syslog = (random, line) =>
  `${syslogTime(random, line)} ${pick(random, ['web', 'db', 'worker', 'edge'])}-${number(random, 30)} ${pick(random, ['sshd', 'systemd', 'cron', 'kernel', 'dhclient', 'postfix/smtpd'])}[${spread(random, 100, 60_000)}]: ${pick(
    random,
    [
      () =>
        `Accepted publickey for ${word(random)} from ${ip(random)} port ${number(random, 65_000)} ssh2: RSA SHA256:${hex(random, 43)}`,
      () =>
        `Failed password for invalid user ${word(random)} from ${ip(random)} port ${number(random, 65_000)} ssh2`,
      () => `Started ${phrase(random, 4)}.`,
      () => `(root) CMD (   cd / && run-parts --report /etc/cron.${word(random)})`,
      () => `${phrase(random, 8)}`,
      () => `connect from ${word(random)}.${word(random)}.net[${ip(random)}]`,
    ],
  )()}`

const jsonLines = (random, line) =>
  JSON.stringify({
    ...(random() < 0.5
      ? {
          time: moment(random, line).getTime(),
          pid: spread(random, 100, 60_000),
          hostname: `api-${hex(random, 10)}-${hex(random, 5)}`,
        }
      : { ts: isoTime(random, line), caller: path(random) }),
    level: pick(random, ['info', 'warn', 'error', 30, 40]),
    msg: phrase(random, 3 + number(random, 6)),
    ...(random() < 0.5
      ? {
          reqId: uuid(random),
          req: { method: pick(random, METHODS), url: route(random) },
          res: { statusCode: pick(random, STATUS) },
          responseTime: Number((random() * 300).toFixed(3)),
        }
      : { [identifier(random)]: number(random, 5000), [identifier(random)]: word(random) }),
  })

const logfmt = (random, line) =>
  `time=${isoTime(random, line)} level=${pick(random, ['info', 'warn', 'debug', 'error'])} msg="${phrase(random, 4)}" ${some(random, 2, 6, () => `${pick(random, [word, identifier])(random)}=${pick(random, [() => number(random, 9000), () => word(random), () => `${(random() * 90).toFixed(3)}ms`, () => ip(random), () => hex(random, 16)])()}`).join(' ')}`

function javaStacks(random, line) {
  const frames = some(
    random,
    4,
    14,
    () =>
      `\tat ${javaClass(random)}.${identifier(random)}(${typeName(random)}.java:${spread(random, 5, 2000)})`,
  )
  const cause =
    random() < 0.4
      ? [
          `Caused by: java.lang.${pick(random, ['IllegalStateException', 'NullPointerException', 'RuntimeException'])}: ${phrase(random, 6)}`,
          `\t... ${number(random, 60)} more`,
        ]
      : []
  return [
    `${plainTime(random, line)} ERROR [${word(random)}-${number(random, 20)}] ${javaClass(random)} - ${phrase(random, 6)}`,
    `${javaClass(random)}Exception: ${phrase(random, 5)}`,
    ...frames,
    ...cause,
  ].join('\n')
}

function tracebacks(random) {
  const frames = some(
    random,
    3,
    9,
    () =>
      `  File "/usr/lib/python3.11/site-packages/${path(random).replace(/\.\w+$/, '.py')}", line ${spread(random, 5, 2000)}, in ${identifier(random)}\n    ${identifier(random)} = ${identifier(random)}.${identifier(random)}(${identifier(random)}, ${identifier(random)}=${identifier(random)})`,
  )
  return [
    'Traceback (most recent call last):',
    ...frames,
    `${pick(random, ['ValueError', 'KeyError', 'TypeError', 'requests.exceptions.ConnectionError'])}: ${phrase(random, 6)}`,
  ].join('\n')
}

const application = (random, line) =>
  `${plainTime(random, line)} ${pick(random, LEVELS).padEnd(5)} [${word(random)}-${number(random, 30)}] ${pick(random, [javaClass, identifier])(random)} : ${phrase(random, 4 + number(random, 6))} ${pick(random, [() => `(${number(random, 900)} ms)`, () => `id=${uuid(random)}`, () => `${identifier(random)}=${number(random, 90_000)}`, () => ''])()}`

const pod = (random) => `${word(random)}-${word(random)}-${hex(random, 9)}-${hex(random, 5)}`

const kubernetes = (random) =>
  `${pick(random, ['default', 'kube-system', word(random)])}   ${number(random, 59)}m${number(random, 59)}s   ${pick(random, ['Normal ', 'Warning'])}   ${pick(random, ['Pulled', 'Created', 'Started', 'BackOff', 'FailedScheduling', 'Unhealthy', 'ScalingReplicaSet'])}   pod/${pod(random)}   ${pick(
    random,
    [
      () =>
        `Container image "registry.${word(random)}.io/${word(random)}/${word(random)}:${hex(random, 12)}" already present on machine`,
      () => `Readiness probe failed: Get "http://${ip(random)}:8080/healthz": context deadline exceeded`,
      () =>
        `Back-off restarting failed container ${word(random)} in pod ${pod(random)}_${word(random)}(${uuid(random)})`,
      () => phrase(random, 9),
    ],
  )()}`

const postgres = (random, line) =>
  `${plainTime(random, line).replace(',', '.')} UTC [${spread(random, 100, 60_000)}] ${word(random)}@${word(random)} ${pick(random, ['LOG', 'ERROR', 'STATEMENT', 'DETAIL'])}:  ${pick(
    random,
    [
      () =>
        `duration: ${(random() * 900).toFixed(3)} ms  statement: SELECT ${some(random, 1, 4, () => identifier(random)).join(', ')} FROM ${word(random)} WHERE ${identifier(random)} = $1 ORDER BY ${identifier(random)} LIMIT ${number(random, 100)}`,
      () => `relation "${identifier(random)}" does not exist at character ${number(random, 200)}`,
      () => `duplicate key value violates unique constraint "${word(random)}_${word(random)}_key"`,
      () =>
        `checkpoint complete: wrote ${number(random, 9000)} buffers (${(random() * 50).toFixed(1)}%); 0 WAL file(s) added, ${number(random, 9)} removed; write=${(random() * 90).toFixed(3)} s, sync=${random().toFixed(3)} s`,
    ],
  )()}`

const nodeStacks = (random) =>
  [
    `${typeName(random)}Error: ${phrase(random, 6)}`,
    ...some(
      random,
      3,
      9,
      () =>
        `    at ${pick(random, ['', 'async ', 'new '])}${typeName(random)}.${identifier(random)} (file:///app/node_modules/${path(random)}:${spread(random, 1, 3000)}:${spread(random, 1, 90)})`,
    ),
    `  code: '${identifier(random).toUpperCase()}',\n  [cause]: undefined\n}`,
  ].join('\n')

const panics = (random) =>
  [
    `panic: ${phrase(random, 5)}`,
    '',
    `goroutine ${number(random, 400)} [running]:`,
    ...some(
      random,
      3,
      9,
      () =>
        `github.com/${word(random)}/${word(random)}/${word(random)}.(*${typeName(random)}).${identifier(random)}(0xc000${hex(random, 6)}, {0x${hex(random, 6)}, 0x${hex(random, 1)}})\n\t/go/src/${path(random).replace(/\.\w+$/, '.go')}:${spread(random, 5, 900)} +0x${hex(random, 3)}`,
    ),
  ].join('\n')

const nginx = (random, line) =>
  `${plainTime(random, line).slice(0, 19).replaceAll('-', '/')} [${pick(random, ['error', 'warn', 'crit'])}] ${number(random, 90)}#${number(random, 90)}: *${number(random, 900_000)} ${pick(random, ['connect() failed (111: Connection refused) while connecting to upstream', 'upstream timed out (110: Connection timed out) while reading response header from upstream', 'open() "/usr/share/nginx/html/favicon.ico" failed (2: No such file or directory)'])}, client: ${ip(random)}, server: ${word(random)}.example.com, request: "${pick(random, METHODS)} ${route(random)} HTTP/2.0", upstream: "http://${ip(random)}:${number(random, 9000)}${route(random)}"`

const journal = (random, line) =>
  `${syslogTime(random, line)} ${word(random)} systemd[1]: ${pick(random, ['Starting', 'Started', 'Stopping', 'Reloading'])} ${word(random)}-${word(random)}.service - ${phrase(random, 4)}...\n${syslogTime(random, line)} ${word(random)} ${word(random)}d[${number(random, 9000)}]: ${word(random)}: ${phrase(random, 7)} (${word(random)}: ${number(random, 900)})`

const spans = (random, line) =>
  `{ "traceId": "${hex(random, 32)}", "spanId": "${hex(random, 16)}", "parentSpanId": "${hex(random, 16)}", "name": "${pick(random, METHODS)} ${route(random)}", "startTimeUnixNano": "${moment(random, line).getTime()}000000", "attributes": [{ "key": "http.${word(random)}", "value": { "stringValue": "${word(random)}" } }] }`

const tracing = (random, line) =>
  `${isoTime(random, line).replace('Z', `${number(random, 999)}Z`)} ${pick(random, LEVELS).padStart(5)} ${word(random)}_${word(random)}::${identifier(random)}: ${phrase(random, 4)} ${identifier(random)}=${typeName(random)} { ${identifier(random)}: ${number(random, 900)}, ${identifier(random)}: Some("${word(random)}") } elapsed=${(random() * 90).toFixed(2)}µs`

const dotnet = (random) =>
  [
    `Unhandled exception. System.${typeName(random)}Exception: ${phrase(random, 6)}`,
    ...some(
      random,
      3,
      9,
      () =>
        `   at ${typeName(random)}.${typeName(random)}.${typeName(random)}.<${typeName(random)}>d__${number(random, 60)}.MoveNext() in /src/${typeName(random)}/${typeName(random)}.cs:line ${spread(random, 5, 900)}`,
    ),
    '--- End of stack trace from previous location ---',
  ].join('\n')

const balancer = (random, line) =>
  `h2 ${isoTime(random, line)} app/${word(random)}-lb/${hex(random, 16)} ${ip(random)}:${number(random, 65_000)} ${ip(random)}:443 ${random().toFixed(3)} ${random().toFixed(3)} 0.000 ${pick(random, STATUS)} ${pick(random, STATUS)} ${number(random, 900)} ${number(random, 9000)} "${pick(random, METHODS)} https://${word(random)}.example.com:443${route(random)} HTTP/2.0" "${pick(random, AGENTS)}" ECDHE-RSA-AES128-GCM-SHA256 TLSv1.2 arn:aws:elasticloadbalancing:us-east-1:${number(random, 999_999_999)}:targetgroup/${word(random)}/${hex(random, 16)} "Root=1-${hex(random, 8)}-${hex(random, 24)}"`

const kernel = (random, line) =>
  `[${String(line * 3).padStart(5)}.${String(number(random, 999_999)).padStart(6, '0')}] ${pick(random, [
    () =>
      `usb ${number(random, 4)}-${number(random, 9)}: new high-speed USB device number ${number(random, 20)} using xhci_hcd`,
    () =>
      `pci 0000:${hex(random, 2)}:${hex(random, 2)}.0: BAR ${number(random, 6)}: assigned [mem 0x${hex(random, 8)}-0x${hex(random, 8)} 64bit pref]`,
    () =>
      `BIOS-e820: [mem 0x${hex(random, 16)}-0x${hex(random, 16)}] ${pick(random, ['usable', 'reserved', 'ACPI data'])}`,
    () => `${word(random)}: ${phrase(random, 6)}`,
    () =>
      `EXT4-fs (sd${pick(random, ['a', 'b'])}${number(random, 5)}): mounted filesystem ${uuid(random)} r/w with ordered data mode. Quota mode: none.`,
  ])()}`
