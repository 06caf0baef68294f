// @deep

import { existsSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { root } from '../support/built.ts'
import { seq, useCommand } from '../support/command.ts'

/** Stands in for the registry, which has a `pith` that somebody else could publish at any time. */
const asked: string[] = []
const registry = createServer((request, response) => {
  asked.push(`${request.method} ${request.url}`)
  response.writeHead(404, { 'content-type': 'application/json' }).end('{"error":"Not found"}')
})

describe('npx', () => {
  const box = useCommand({ alone: true })
  let url = ''
  beforeAll(async () => {
    await new Promise<void>((resolve) => registry.listen(0, '127.0.0.1', resolve))
    url = `http://127.0.0.1:${(registry.address() as AddressInfo).port}`
    mkdirSync(join(box.folder, 'outside'))
    const bin = join(box.folder, 'project/node_modules/.bin')
    mkdirSync(join(box.folder, 'project/sub/folder'), { recursive: true })
    mkdirSync(bin, { recursive: true })
    writeFileSync(join(box.folder, 'project/package.json'), '{"name":"project","version":"1.0.0"}')
    symlinkSync(root, join(box.folder, 'project/node_modules/pith'))
    symlinkSync('../pith/dist/cli/main.js', join(bin, 'pith'))
  })
  beforeEach(() => void asked.splice(0))
  afterAll(() => new Promise((resolve) => registry.close(resolve)))

  /** Runs a script in a folder, as nobody's `npm run`. */
  const run = (folder: string, script: string) =>
    box.sh(
      `for name in $(env | sed -n 's/^\\(npm_[a-zA-Z0-9_]*\\)=.*/\\1/p'); do unset "$name"; done
      export npm_config_registry=${url} npm_config_cache="$FOLDER/npm" npm_config_update_notifier=false
      ${script}`,
      { cwd: folder.startsWith('/') ? folder : join(box.folder, folder), input: seq(1, 500) },
    )

  /** What a cut by `npx` names as the way back. */
  async function callOf(folder: string, cut: string): Promise<string> {
    const { stdout, stderr } = await run(folder, `${cut} --max-lines 20`)
    const call = /\[More: (.*?) --lines/.exec(stdout.toString())?.[1]
    if (call === undefined) throw new Error(`Expected a call in ${stdout}${stderr}`)
    return call
  }

  it.each(['project', 'project/sub/folder', root])(
    'runs the call of its notice in %s without the registry',
    async (folder) => {
      const call = await callOf(folder, 'npx pith')
      expect(call).toMatch(/^npx --offline pith show [0-9a-f]{16}$/)
      expect((await run(folder, `${call} --lines 499-500`)).stdout.toString()).toBe('499\n500\n')
      expect(asked).toEqual([])
    },
  )

  it('sends no request for that call where there is no pith', async () => {
    const { status, stdout } = await run('outside', 'npx --offline pith show 3f9a1c2b40de7781')
    expect(status).toBe(1)
    expect(stdout.toString()).toBe('')
    expect(asked).toEqual([])
  })

  it.each(['npx pith', 'npx --no pith'])('would ask the registry for the name: %s', async (words) => {
    await run('outside', `${words} show 3f9a1c2b40de7781`)
    expect(asked).toContain('GET /pith')
  })

  it('that took pith from a path is not named, because it would not find pith by its name', async () => {
    expect(await callOf('outside', `npx ${root}`)).toMatch(/^pith show [0-9a-f]{16}$/)
    expect(asked).toEqual([])
    expect(existsSync(join(box.folder, 'npm/_npx'))).toBe(true)
  })
})
