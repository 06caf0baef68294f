import { describe, expect, it } from 'vitest'
import { layersAt } from '../../src/core/clean/prefixes.ts'

const ownText = (line: string) => line.slice(layersAt(`before\n${line}\n`, 7).at(-1)?.end ?? 0)

/** The tool, what it puts before a line, and a line's own text. */
const prefixed: readonly [tool: string, prefix: string, own: string][] = [
  ['GitHub Actions', '2026-04-22T16:09:37.3365099Z ', '##[group]Run npm ci'],
  ['GitHub Actions, an indented line', '2026-04-22T16:09:37.3365099Z ', '  submodules: false'],
  ['GitHub Actions, a line of a diff', '2026-04-22T16:09:37.3365099Z ', '- expected'],
  ['GitHub Actions, an empty line', '2026-04-22T16:09:37.3365099Z ', ''],
  ['gh run view --log', 'build (20)\tRun tests\t2026-04-22T16:09:37.3365099Z ', 'PASS a.test.js'],
  ['GitLab, standard output', '2024-05-10T11:22:33.123456Z 00O ', 'Running with gitlab-runner'],
  ['GitLab, a continued line of standard error', '2024-05-10T11:22:33.123456Z 01E+', 'rest'],
  ['docker logs -t', '2024-05-10T11:22:33.123456789Z ', 'ready to accept connections'],
  ['kubectl logs --timestamps', '2024-05-10T11:22:33.123456789+02:00 ', 'started'],
  ['kubectl logs --prefix', '[pod/app-7f9c6d8b5-x2x4z/app] ', 'started'],
  ['kubectl logs --prefix --timestamps', '[pod/app-0/app] 2024-05-10T11:22:33.123456789Z ', 'started'],
  ['a log collector', 'pod/app-7f9 app ', 'started'],
  ['stern', 'app-7f9c6d8b5f-x2x4z app ', 'listening on 80'],
  ['docker compose', 'web-1  | ', 'GET /'],
  ['docker compose 1', 'my_app_web_1    | ', 'GET /'],
  ['docker compose --timestamps', 'db-1   | 2024-05-10T11:22:33.123456789Z ', 'LOG: ready'],
  ['a buildx step', '#12 3.456 ', 'npm warn deprecated'],
  ['syslog', 'Nov  2 10:00:00 host-1 ', 'sshd[812]: Accepted publickey'],
  ['the kernel in syslog', 'Nov 12 10:00:00 host-1 ', 'kernel: usb 1-1: new device'],
  ['rsyslog', '2024-05-10T11:22:33.123456+02:00 host-1 ', 'cron[812]: (root) CMD (true)'],
  ['dmesg', '[   12.345678] ', 'usb 1-1: new device'],
  ['dmesg -r', '<6>[   12.345678] ', 'usb 1-1: new device'],
  ['dmesg -T', '[Thu May  9 11:22:33 2024] ', 'usb 1-1: new device'],
  ['log4j', '2024-05-10 11:22:33,123 INFO  ', '[main] o.a.Server - started'],
  ['Log4j in Hadoop', '17/06/09 20:10:40 INFO ', 'executor.Executor: Running task'],
  ['logback', '11:22:33.123 ', '[main] WARN  o.a.Server - slow'],
  ['Python logging', '2024-05-10 11:22:33,123 - ', 'root - INFO - started'],
  ['loguru', '2024-05-10 11:22:33.123 | INFO     | ', 'app:run:12 - started'],
  ['Maven', '[INFO] ', 'Building app 1.0'],
  ['Maven, an empty line', '[INFO] ', ''],
  ['Maven with times', '2024-05-10T11:22:33.1234567Z [INFO] ', 'Building app 1.0'],
  ['Ant', '     [exec] ', 'gcc -c a.c'],
  ['Go log', '2024/05/10 11:22:33 ', 'listening on :80'],
  ['glog', 'I0522 10:00:00.123456   12345 ', 'server.go:12] started'],
  ['logfmt', '2024-05-10T11:22:33Z level=info ', 'msg=started'],
  ['nginx', '2024/05/10 11:22:33 ', '[notice] 1#1: start worker'],
  ['Apache', '[Sun Dec 04 04:47:44 2005] ', '[notice] workerEnv.init() ok'],
  ['BIND', '16-Nov-2023 10:00:00.123 ', 'running'],
  ['Jenkins', '[2024-05-10T11:22:33.123Z] ', '+ make'],
  ['Taskcluster', '[task 2024-05-10T11:22:33.123Z] ', 'make: Entering directory'],
  ['ts -s', '00:00:12 ', 'step'],
  ['epoch seconds', '1715340153 ', 'started'],
  ['epoch milliseconds', '1715340153123 ', 'started'],
  ['Turborepo', 'web:build: ', 'compiled'],
  ['valgrind', '==12345== ', 'Invalid read of size 4'],
]

describe('the own text of a line begins after what stands before it', () => {
  it.each(prefixed)('%s', (_, prefix, own) => {
    expect(ownText(`${prefix}${own}`)).toBe(own)
  })
})

it.each([
  'ERROR 2024-05-10 11:22:33 late',
  '[ERROR] Failed to execute goal',
  '[WARNING] The POM is missing',
  'WARN  slow',
  '[error] no space left',
  'error:parse: bad',
  'E0522 10:00:00.123456   12345 server.go:12] no route',
  '12345 items',
  '1715340153 42 17',
  '1715340153,42',
  '2024-05-10,12,13',
  '2024-05-10 was a Friday',
  '2024-05-10\t11:22\t5',
  '10:00 lunch',
  'a\tb\tc',
  'name | value',
  'row-1\tvalue',
  '#12 Fix the parser',
  '#define X 1',
  'INFORMATION about',
  'I have 12 apples',
  'pod/app-0 created',
  '[tag]without a blank',
  'main.c:12: error: no',
  'Mayor 3 10:00:00 said',
])('all of %j is own text', (line) => {
  expect(ownText(line)).toBe(line)
})

it('tells the time and the name that a layer says', () => {
  const [columns, date] = layersAt('build\tTest\t2026-04-22T16:09:37.3365099Z x', 0)
  expect([columns.form, columns.name, columns.time]).toEqual(['columns', 'build\tTest\t', Number.NaN])
  expect([date.form, date.time]).toEqual(['date', Date.UTC(2026, 3, 22, 16, 9, 37, 336)])
  const times = ['[   12.5] x', '1715340153 x', 'Mar  1 00:00:00 x', '00:00:01.5 x', '1715340153123 x']
  expect(times.map((line) => layersAt(line, 0)[0].time)).toEqual([
    12_000,
    1_715_340_153_000,
    Date.UTC(1972, 2, 1),
    Date.UTC(1972, 0, 1, 0, 0, 1, 500),
    1_715_340_153_000,
  ])
  expect(layersAt('Nov  2 10:00:00 host-1 sshd[8]: x', 0)[0].name).toBe('host-1')
})
