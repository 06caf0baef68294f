import { describe, expect, it } from 'vitest'
import { kinds, kindsFor } from '../../src/kinds/index.ts'
import { table } from '../../src/kinds/table.ts'
import { truncate } from '../support/checked.ts'
import { cutOf } from '../support/units.ts'

const source = { artifact: '0123456789abcdef' }
const bytesOf = (text: string) => new TextEncoder().encode(text)
const sure = (text: string, command: string[] = []) => table.recognise(bytesOf(text), command, true)
const lines = (count: number, make: (at: number) => string) =>
  Array.from({ length: count }, (_, at) => `${make(at)}\n`).join('')

const processes = `USER         PID %CPU %MEM    VSZ   RSS TTY      STAT START   TIME COMMAND\n${lines(
  400,
  (at) =>
    `root      ${String(at * 7).padStart(6)}  0.0  0.${at % 9}  ${String(at * 11).padStart(5)}  4280 ?        Ss   20:3${at % 9}   0:00 error-${at}`,
)}`
const pods = `NAME          READY   STATUS             RESTARTS      AGE\n${lines(
  300,
  (at) =>
    `pod-${String(at).padEnd(7)}   1/1     ${(at % 5 ? 'Running' : 'CrashLoopBackOff').padEnd(16)}   ${at % 5 ? '0            ' : '3 (5m12s ago)'} ${at}d`,
)}`
const containers = `CONTAINER ID   IMAGE     COMMAND     CREATED       STATUS       PORTS      NAMES\n${lines(
  200,
  (at) =>
    `${(at * 99991 + 1e9).toString(16).padStart(12, 'a')}   web:${at % 9}     "sh -c x"   ${at % 9} days ago    Up ${at % 9} days    ${at % 3 ? '80/tcp' : '      '}     name_${at}`,
)}`
const packages = `Desired=Unknown/Install/Remove/Purge/Hold
| Status=Not/Inst/Conf-files/Unpacked
|/ Err?=(none)/Reinst-required (Status,Err: uppercase=bad)
||/ Name           Version      Architecture Description
+++-==============-============-============-=================================
${lines(300, (at) => `ii  lib${String(at).padEnd(11)} 1.${String(at).padEnd(10)} amd64        a library for ${at} things`)}`
const sockets = `Active Internet connections (only servers)
Proto Recv-Q Send-Q Local Address           Foreign Address         State
${lines(50, (at) => `tcp        0      0 0.0.0.0:${String(1000 + at).padEnd(15)} 0.0.0.0:*               LISTEN`)}Active UNIX domain sockets (only servers)
Proto RefCnt Flags       Type       State         I-Node   Path
${lines(50, (at) => `unix  2      [ ACC ]     STREAM     LISTENING     ${String(at * 37).padEnd(8)} /run/s${at}`)}`
const outdated = `Package      Current    Wanted    Latest  Location               Depended by\n${lines(
  90,
  (at) =>
    `pkg-${String(at).padEnd(8)}   1.0.${at % 9}     1.1.${at % 9}     2.0.${at % 9}  node_modules/pkg-${String(at).padEnd(7)} app`,
)}`

describe('a table', () => {
  it('keeps its header, its first and last rows and an even sample, at any limit', () => {
    for (const [input, last, rows] of [
      [processes, 'error-399\n', 400],
      [pods, '299d\n', 300],
      [containers, 'name_199\n', 200],
      [packages, 'for 299 things\n', 300],
      [outdated, 'pkg-89      app\n', 90],
    ] as const)
      for (const maxBytes of [1024, 2048, 4096, 16384]) {
        const result = truncate(input, { maxBytes, structure: kindsFor({ command: 'dpkg -l' }), source })
        expect(result.kind ?? 'table').toBe('table')
        if (!result.truncated) continue
        expect(result.units).toEqual({ rows })
        const header = /^(?:(?:[D|].*\n)+\+.*|.*)\n/.exec(input)?.[0] ?? ''
        expect(result.text.startsWith(header)).toBe(true)
        expect(result.text).toContain(last)
      }
  })

  it('of a known command is recognised also when little speaks for it', () => {
    const small = 'total   used\n   10     20\n   30     40\n'
    expect(sure(small, ['free'])).toBeGreaterThan(0.5)
    expect(sure(small)).toBe(0)
    for (const command of [
      ['docker', 'ps'],
      ['kubectl', '-n', 'x', 'get', 'pods'],
      ['npm', 'outdated'],
    ])
      expect(sure(small, command)).toBeGreaterThan(0.5)
    expect(sure(small, ['npm', 'test'])).toBe(0)
    expect(sure('Package: a\nStatus: install ok\nVersion: 3\n', ['dpkg', '-s', 'a'])).toBe(0)
  })

  it('is recognised by its columns alone', () => {
    const versions = `Package    Version\n---------- -------\n${lines(9, (at) => `package-${at}  1.0.${at}`)}`
    expect(sure(versions)).toBeGreaterThan(0.5)
    for (const text of [processes, pods, containers, outdated, packages, sockets])
      expect(kinds.recognise(bytesOf(text.slice(0, 8192)), false)?.name).toBe('table')
    expect(
      sure(
        'Filesystem      Size  Used Avail Use% Mounted on\n' +
          'tmpfs           9.7G     0  9.7G   0% /dev\n'.repeat(6),
      ),
    ).toBeGreaterThan(0.5)
  })

  it('is not seen in logs, prose and lists', () => {
    const logs = [
      lines(20, (at) => `INFO     App         Started part ${at}`),
      lines(20, (at) => `${['INFO ', 'WARN ', 'ERROR'][at % 3]}    Main.Loop   Tick ${at}`),
      lines(20, (at) => `10:00:${at + 10}  Worker ${at}   Done`),
      `Build summary   Of today   All\n${lines(20, (at) => `compiled file ${at} with no warnings at all`)}`,
      `Test Files  3 passed (3)\n     Tests  30 passed (30)\n  Start at  10:00:00\n${lines(9, (at) => `  Step ${at}  ok`)}`,
      `Name: x   Other: y   Third: z\n${lines(9, (at) => `Name: ${at}   Other: ${at}   Third: z`)}`,
      `One   Two   Three\n${lines(4, () => '1     2     3')}`,
    ]
    for (const text of logs) expect(sure(text)).toBe(0)
  })

  it('has each of its headers, and shares of the rows, when there are two', () => {
    const text = cutOf(table, sockets, 1500) ?? ''
    expect(text).toMatch(/^Active Internet.*\nProto Recv-Q.*\ntcp /)
    expect(text).toMatch(/\nActive UNIX.*\nProto RefCnt.*\nunix /)
    const two = cutOf(table, `${pods}\n${outdated}`, 1500) ?? ''
    expect(two).toMatch(/299d\n\nPackage {6}Current .*\npkg-0 /)
  })

  it('is none when the beginning is one line', () => {
    for (const command of ['', 'git log', 'git status', 'ls', 'ps'])
      expect(kindsFor({ command }).recognise(bytesOf('x'.repeat(8192)), false)).toBeUndefined()
  })

  it('clips a long row', () => {
    const text = cutOf(table, processes.replace('error-3\n', `${'x'.repeat(99999)}\n`), 4096) ?? ''
    expect(text).toMatch(/ xxx+ \[\.\.\.\+\d+\]\nroot/)
  })

  it('is none without a header, or when most lines are others', () => {
    expect(cutOf(table, 'one two\nthree\n'.repeat(99), 500)).toBeUndefined()
    expect(cutOf(table, pods + 'Compiling a crate that is late today\n'.repeat(900), 1000)).toBeUndefined()
    expect(cutOf(table, `A  B\n${'x'.repeat(9999)}  y\n`, 500)).toBeUndefined()
    expect(cutOf(table, '\n\n', 500)).toBeUndefined()
    expect(cutOf(table, '', 500)).toBeUndefined()
  })
})
