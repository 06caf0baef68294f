// @deep

import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, readdirSync, readFileSync, truncateSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { basename, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { root } from '../support/built.ts'
import { useCommand } from '../support/command.ts'
import { packed } from '../support/packed.ts'

const NAME = '@you/pith'
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))

/** Runs a script with an npm that has nothing in its cache, and can ask nobody but `registry`. */
const useNpm = (registry = () => 'http://127.0.0.1:1') => {
  const box = useCommand({ alone: true })
  return {
    folder: (name: string) => {
      const path = join(box.folder, name)
      mkdirSync(path, { recursive: true })
      return path
    },
    run: (name: string, script: string) =>
      box.sh(
        `unset -f pith; for name in $(env | sed -n 's/^\\(npm_[a-zA-Z0-9_]*\\)=.*/\\1/p'); do unset "$name"; done
        export HOME="$FOLDER/home" npm_config_cache="$FOLDER/npm" npm_config_update_notifier=false
        export npm_config_registry=${registry()} npm_config_fund=false npm_config_audit=false npm_config_fetch_retries=0
        ${script}`,
        { cwd: join(box.folder, name) },
      ),
  }
}

describe('the archive that npm run package makes', () => {
  const npm = useNpm()
  const archive = `pith-${version}.tgz`
  beforeAll(() => {
    const path = packed(npm.folder('out'))
    expect(basename(path)).toBe(archive)
    for (const name of ['installed', 'run', 'short']) cpSync(path, join(npm.folder(name), archive))
  })

  it('installs in an empty folder without a network, and runs there', async () => {
    const { status, stderr } = await npm.run('installed', `npm install ./${archive} --offline`)
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
    const { stdout } = await npm.run('installed', 'npx pith run -- seq 1 100000')
    const [, call] = /^\[More: (npx --offline pith show \w+) --lines/m.exec(stdout.toString()) ?? []
    const shown = await npm.run('installed', `${call} --lines 50000-50001`)
    expect(shown.stdout.toString()).toBe('50000\n50001\n')
    const script =
      "import { getBackend, truncate } from 'pith'; console.log(getBackend(), truncate('a').text)"
    const imported = await npm.run('installed', `node --input-type=module -e "${script}"`)
    expect(imported.stdout.toString()).toBe('wasm a\n')
  })

  it('runs by npx from its path', async () => {
    const { status, stdout } = await npm.run('run', `npx --yes --offline ./${archive} run -- seq 1 100000`)
    expect(status).toBe(0)
    expect(stdout.toString()).toMatch(/^99999\n100000\n\[More: pith show \w{16} --lines/m)
    expect((await npm.run('run', `npx --yes --offline ./${archive} run -- sh -c 'exit 3'`)).status).toBe(3)
  })

  it('that was cut short is refused by npm, and nothing is installed', async () => {
    const folder = npm.folder('short')
    truncateSync(join(folder, archive), 700_000)
    const { status, stderr } = await npm.run('short', `npm install ./${archive} --offline`)
    expect(status).not.toBe(0)
    expect(stderr).toMatch(/npm error code (?:Z_BUF_ERROR|TAR_\w+)|unexpected end of file/)
    expect(readdirSync(folder).filter((name) => name !== archive)).toEqual([])
  })
})

describe('a package with the name of whoever publishes it', () => {
  let path = ''
  const asked: string[] = []
  /** Has this package alone. */
  const registry = createServer(({ url = '' }, response) => {
    asked.push(url)
    if (url.endsWith('.tgz')) return void response.end(readFileSync(path))
    if (decodeURIComponent(url) !== `/${NAME}`) return void response.writeHead(404).end('{}')
    const manifest = JSON.parse(readFileSync(join(path, '../package/package.json'), 'utf8'))
    const dist = { tarball: `${address()}/pith.tgz` }
    response.setHeader('content-type', 'application/json')
    response.end(
      JSON.stringify({
        name: NAME,
        'dist-tags': { latest: version },
        versions: { [version]: { ...manifest, dist } },
      }),
    )
  })
  const address = () => `http://127.0.0.1:${(registry.address() as AddressInfo).port}`
  const npm = useNpm(address)
  beforeAll(async () => {
    await new Promise<void>((resolve) => registry.listen(0, '127.0.0.1', resolve))
    path = packed(npm.folder('out'), NAME)
    for (const name of ['run', 'installed']) npm.folder(name)
    await npm.run('installed', `npm install ${path} --offline`)
  })
  afterAll(() => new Promise((resolve) => registry.close(resolve)))

  it('names a call that works, in a notice of npx that took it from the registry', async () => {
    const { stdout } = await npm.run('run', `npx --yes ${NAME} run -- seq 1 100000`)
    const [, call] = /^\[More: (npx --offline @you\/pith show \w+) --lines/m.exec(stdout.toString()) ?? []
    asked.splice(0)
    const shown = await npm.run('run', `${call} --lines 50000-50001`)
    expect(shown.stdout.toString()).toBe('50000\n50001\n')
    expect(asked).toEqual([])
  })

  it('names a call that works where it is installed, and cuts a text with that call no second time', async () => {
    const { stdout } = await npm.run('installed', `npx ${NAME} run -- seq 1 100000`)
    const [, call] = /^\[More: (npx --offline @you\/pith show \w+) --lines/m.exec(stdout.toString()) ?? []
    const shown = await npm.run('installed', `${call} --lines 7-8`)
    expect(shown.stdout.toString()).toBe('7\n8\n')
    writeFileSync(join(npm.folder('installed'), 'text'), stdout)
    const again = await npm.run('installed', `npx ${NAME} --for run < text`)
    expect(again.stdout.toString()).toBe(stdout.toString())
  })

  it('is imported by that name, and its documents and messages say it', async () => {
    const folder = join(npm.folder('installed'), 'node_modules', NAME)
    const script = `import { truncate } from '${NAME}/plain'; console.log(truncate('a').text)`
    const imported = await npm.run('installed', `node --input-type=module -e "${script}"`)
    expect(imported.stdout.toString()).toBe('a\n')
    const readme = readFileSync(join(folder, 'README.md'), 'utf8')
    expect(readme).toContain(`npm install ${NAME}\nnpx ${NAME} run`)
    expect(readme).toContain(`from '${NAME}'`)
    const { stdout } = spawnSync(
      'grep',
      ['-rnE', `npx (--offline )?pith|from '?pith|install pith([^@]|$)`, folder],
      {
        encoding: 'utf8',
      },
    )
    expect(stdout).toBe('')
    const refused = await npm.run('run', `npx --offline ${NAME} install claude-code`)
    expect(refused.stderr).toContain(`\`npm install -g ${NAME}\``)
  })
})
