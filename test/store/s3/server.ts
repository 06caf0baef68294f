import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

/**
 * A real object store for tests: Ceph with one monitor, one object daemon that keeps everything in memory, and the RADOS
 * Gateway. A day of its lifecycle rules is five seconds.
 */
export interface ObjectServer {
  endpoint: string
  /** Ends all of it, or the gateway alone. */
  stop(which?: 'gateway'): Promise<void>
}

export const KEYS = { accessKeyId: 'TESTKEY', secretAccessKey: 'TESTSECRET' }
const PACKAGES = 'ceph-mon ceph-osd ceph-common radosgw'
const PROGRAMS = ['ceph-mon', 'ceph-osd', 'ceph', 'ceph-authtool', 'monmaptool', 'radosgw', 'radosgw-admin']
const START_MS = 60_000

/** What keeps it from being started here; undefined where nothing does. */
export function whyNoServer(): string | undefined {
  const missing = PROGRAMS.filter((program) => spawnSync(program, ['--version']).error)
  if (missing.length === 0) return undefined
  return `${missing.join(', ')} not found: install ${PACKAGES} (Debian's packages).`
}

export async function startServer(): Promise<ObjectServer> {
  const folder = mkdtempSync(join(tmpdir(), 'pith-ceph-'))
  const [gatewayPort, monitorPort] = [await freePort(), await freePort()]
  const daemons: ChildProcess[] = []
  const stop = async (which?: 'gateway') => {
    await Promise.all(daemons.splice(which ? -1 : 0).map(end))
    if (!which) rmSync(folder, { recursive: true, force: true })
  }
  try {
    const cluster = writeCluster(folder, gatewayPort, monitorPort)
    daemons.push(start('ceph-mon', ['-i', 'a'], cluster))
    await until(
      () => spawnSync('ceph', ['-c', cluster.conf, '--connect-timeout', '5', 'mon', 'stat']).status === 0,
    )
    const osd = randomUUID()
    run('ceph', ['-c', cluster.conf, 'auth', 'import', '-i', cluster.keyring])
    run('ceph', ['-c', cluster.conf, 'osd', 'new', osd])
    run('ceph-osd', ['-i', '0', '--mkfs', '--osd-uuid', osd, '-c', cluster.conf])
    daemons.push(start('ceph-osd', ['-i', '0'], cluster))
    daemons.push(start('radosgw', ['-n', 'client.rgw'], cluster))
    const endpoint = `http://127.0.0.1:${gatewayPort}`
    await until(() =>
      fetch(endpoint).then(
        () => true,
        () => false,
      ),
    )
    const { accessKeyId, secretAccessKey } = KEYS
    const keys = ['--access-key', accessKeyId, '--secret-key', secretAccessKey]
    run('radosgw-admin', [
      '-c',
      cluster.conf,
      'user',
      'create',
      '--uid',
      'test',
      '--display-name',
      'test',
      ...keys,
    ])
    return { endpoint, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

interface Cluster {
  conf: string
  keyring: string
}

function writeCluster(folder: string, gatewayPort: number, monitorPort: number): Cluster {
  for (const name of ['mon', 'osd', 'log', 'run']) mkdirSync(join(folder, name))
  const [conf, keyring, map] = ['ceph.conf', 'keyring', 'map'].map((name) => join(folder, name))
  const id = randomUUID()
  writeFileSync(conf, configuration(folder, id, gatewayPort, monitorPort))
  for (const [at, name, ...caps] of [
    ['--create-keyring', 'mon.', 'mon', 'allow *'],
    ['', 'client.admin', 'mon', 'allow *', 'osd', 'allow *'],
    ['', 'client.rgw', 'mon', 'allow rw', 'osd', 'allow rwx'],
    ['', 'osd.0', 'mon', 'allow profile osd', 'osd', 'allow *'],
  ]) {
    const allowed = caps.flatMap((cap, index) => (index % 2 === 0 ? ['--cap', cap] : [cap]))
    run('ceph-authtool', [...(at ? [at] : []), keyring, '--gen-key', '-n', name, ...allowed])
  }
  run('monmaptool', ['--create', '--addv', 'a', `[v2:127.0.0.1:${monitorPort}]`, '--fsid', id, map])
  run('ceph-mon', ['--mkfs', '-i', 'a', '--monmap', map, '--keyring', keyring, '-c', conf])
  return { conf, keyring }
}

const configuration = (folder: string, id: string, gatewayPort: number, monitorPort: number): string => `
[global]
fsid = ${id}
mon host = v2:127.0.0.1:${monitorPort}
keyring = ${folder}/keyring
run dir = ${folder}/run
admin socket = ${folder}/run/$name.asok
log file = ${folder}/log/$name.log
public addr = 127.0.0.1
cluster addr = 127.0.0.1
ms bind ipv6 = false
mon warn on insecure global id reclaim allowed = false
mon allow pool size one = true
mon max pg per osd = 1000
osd pool default size = 1
osd pool default min size = 1
osd pool default pg num = 1
osd pool default pgp num = 1
osd pool default pg autoscale mode = off
osd crush chooseleaf type = 0
osd objectstore = memstore
memstore device bytes = 2147483648
[mon.a]
mon data = ${folder}/mon
[osd.0]
osd data = ${folder}/osd
[client.rgw]
rgw frontends = beast endpoint=127.0.0.1:${gatewayPort}
rgw lc debug interval = 5
rgw lifecycle work time = 00:00-24:00
`

const run = (program: string, words: string[]): void => {
  execFileSync(program, words, { stdio: 'ignore', timeout: START_MS })
}

const start = (program: string, words: string[], { conf }: Cluster): ChildProcess =>
  spawn(program, [...words, '-c', conf, '-f'], { stdio: 'ignore' })

async function end(daemon: ChildProcess): Promise<void> {
  if (daemon.exitCode !== null || daemon.signalCode !== null) return
  daemon.kill('SIGKILL')
  await once(daemon, 'exit')
}

async function until(isSo: () => boolean | Promise<boolean>): Promise<void> {
  for (const endMs = Date.now() + START_MS; !(await isSo()); await sleep(200))
    if (Date.now() > endMs) throw new Error('Expected the object store to start in a minute.')
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  if (address === null || typeof address === 'string') throw new Error('Expected a port.')
  return address.port
}
