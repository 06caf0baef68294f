import { copyFileSync, mkdirSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { root } from '../../support/built.ts'
import { Place } from './run.ts'

const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))

// test/runtimes/others/command.test.ts holds its answers against those of Node.
describe('the command in one file', () => {
  let place: Place
  /** Serves a page that is long enough to be turned into Markdown by a thread. */
  const server = createServer((_, response) => {
    response.setHeader('content-type', 'text/html')
    response.end(`<h1>Title</h1>${'<p>Some <b>bold</b> text.</p>'.repeat(5000)}`)
  })
  beforeAll(async () => {
    place = new Place([inject('binary')])
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  })
  afterAll(() => {
    place.remove()
    server.close()
  })

  it('needs no Node, and nothing beside it', async () => {
    const alone = join(place.folder, 'alone')
    mkdirSync(alone)
    copyFileSync(inject('binary'), join(alone, 'pith'))
    expect(await place.sh(`PATH=${alone}; pith --version`)).toEqual({
      status: 0,
      stdout: `${version}\n`,
      stderr: '',
    })
  })

  it('keeps the exit code, and shows what it kept', async () => {
    expect((await place.sh('pith run -- false')).status).toBe(1)
    const { stdout } = await place.sh('seq 1 100000 | pith')
    const [, id] = /^\[More: pith show (\w{16}) --lines/m.exec(stdout) ?? []
    expect(await place.sh(`pith show ${id} --lines 50000-50001`)).toMatchObject({
      status: 0,
      stdout: '50000\n50001\n',
    })
  })

  it('scans with WebAssembly, and counts the tokens of a model', async () => {
    const { stdout } = await place.sh('seq 1 9000 | pith --max-tokens 100 --tokenizer gpt-5 --json')
    expect(JSON.parse(stdout)).toMatchObject({ backend: 'wasm' })
  })

  it('turns a page into Markdown in a thread', async () => {
    const { port } = server.address() as AddressInfo
    const { stdout } = await place.sh(`pith fetch --allow-private http://127.0.0.1:${port}/`)
    expect(stdout).toMatch(/^# Title\n\nSome \*\*bold\*\* text\./m)
  })

  it('reads no settings of Bun from the folder that it runs in', async () => {
    const script = `echo 'PITH_MAX_LINES=2' > .env; echo 'preload = ["./none.js"]' > bunfig.toml; seq 9 | pith`
    expect(await place.sh(script)).toMatchObject({ status: 0, stdout: '1\n2\n3\n4\n5\n6\n7\n8\n9\n' })
  })

  it('says that it has no shell for agents', async () => {
    const { status, stderr } = await place.sh('pith install claude-code --yes')
    expect(status).not.toBe(0)
    expect(stderr).toContain('A pith in one file has no shell and no plugins for agents')
    const shell = await place.sh("pith -c 'echo hi'")
    expect(shell).toMatchObject({
      status: 125,
      stderr: expect.stringContaining('The shell of pith could not'),
    })
  })
})
