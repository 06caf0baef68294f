import { execFileSync } from 'node:child_process'
import { copyFileSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { basename, join, relative } from 'node:path'
import { chromium } from 'playwright'
import { afterAll, describe, expect, inject, it } from 'vitest'
import { chromiumOptions } from '../../browser/support/chromium.ts'
import { root } from '../../support/built.ts'
import { bundleForWorkerd, bundlers } from './bundles.ts'
import { Place } from './run.ts'
import { deno, runtimes, runtimesFolder, workerd } from './runtimes.ts'

interface Smoke {
  backend: 'wasm' | 'js'
  answers: unknown[]
}

const project = inject('fullProject')
const smokeFile = join(project, 'smoke.mjs')
copyFileSync(join(root, 'test/runtimes/others/smoke.mjs'), smokeFile)

/** What a module that exports `smoke` answers on a runtime. */
async function answered(words: readonly string[], module: string): Promise<Smoke> {
  const place = new Place(words)
  const file = join(project, `${basename(place.folder)}.mjs`)
  const from = JSON.stringify(`./${relative(project, module)}`)
  writeFileSync(file, `import { smoke } from ${from}\nconsole.log(JSON.stringify(await smoke()))\n`)
  try {
    return parsed(await place.module(file))
  } finally {
    place.remove()
  }
}

function parsed({
  status,
  stdout,
  stderr,
}: {
  status: number | null
  stdout: string
  stderr: string
}): Smoke {
  // Node warns of some flags, and workerd says what it does.
  const said = stderr.replaceAll(/^.*Warning: .*\n|^\(Use `.*\n|^.* debug: .*\n/gm, '')
  expect({ status, said }).toEqual({ status: 0, said: '' })
  return JSON.parse(stdout)
}

const node = runtimes['Node 24']
const expected = await answered(node, smokeFile)

const ways: Readonly<Record<string, readonly [words: readonly string[], backend: Smoke['backend']]>> = {
  'Node 20': [runtimes['Node 20'], 'wasm'],
  'Node 22': [runtimes['Node 22'], 'wasm'],
  'Node 26': [runtimes['Node 26'], 'wasm'],
  'Node 22 with `--no-expose-wasm`': [[...runtimes['Node 22'], '--no-expose-wasm'], 'js'],
  'Node 24 with `--jitless`': [[...node, '--jitless'], 'js'],
  Bun: [runtimes.Bun, 'wasm'],
  'Deno without permissions': [deno, 'wasm'],
}

/** A page whose only script is the bundle of the smoke program, under a content security policy or none. */
async function answeredInChromium(bundle: string, policy: string): Promise<Smoke> {
  const script = `${readFileSync(bundle, 'utf8')}\nsmoke().then((answer) => { document.querySelector('output').textContent = JSON.stringify(answer) })`
  const server = createServer(({ url }, response) => {
    const isScript = url === '/smoke.js'
    response.setHeader('content-type', isScript ? 'text/javascript' : 'text/html')
    if (policy) response.setHeader('content-security-policy', policy)
    response.end(
      isScript ? script : '<!doctype html><output></output><script type="module" src="/smoke.js"></script>',
    )
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const browser = await chromium.launch({ ...chromiumOptions })
  try {
    const page = await browser.newPage()
    await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`)
    // A function to wait for would be a string to evaluate, which the policy may forbid.
    return JSON.parse(await page.locator('output', { hasText: /./ }).innerText())
  } finally {
    await browser.close()
    server.close()
  }
}

const saidBy = (program: string, ...words: string[]): string =>
  execFileSync(program, words, { encoding: 'utf8' }).match(/\d+[\d.-]*\d/)?.[0] ?? ''

function versionOf(name: string): string {
  const folder = ['webpack', 'rollup'].includes(name) ? runtimesFolder : root
  return JSON.parse(readFileSync(join(folder, 'node_modules', name, 'package.json'), 'utf8')).version
}

/** The runtimes and bundlers that were tried, by their scanner. */
const triedBy: Record<Smoke['backend'], string[]> = { wasm: [], js: [] }

function tried(name: string, version: string, { backend }: Smoke): void {
  triedBy[backend].push(`${name} (${version})`)
}

afterAll(async () => {
  if (process.env.WRITE_FIGURES !== '1') return
  const { places, writeBlock } = await import(/* @vite-ignore */ join(root, 'bench/figures.mjs'))
  const { wasm, js } = triedBy
  writeBlock(places.runtimes, `- WebAssembly: ${wasm.join(', ')}\n- JavaScript: ${js.join(', ')}`)
})

describe('the smoke program', () => {
  it('does what it should on Node 24', () => {
    expect(expected.backend).toBe('wasm')
    tried('Node 24', saidBy(node[0], '--version'), expected)
    expect(expected.answers.filter((each) => each === false)).toEqual([])
    expect(JSON.stringify(expected.answers).match(/cannot find value/g)?.length).toBeGreaterThan(4)
  })

  it.each(Object.keys(ways))('answers the same on %s', async (name) => {
    const [words, backend] = ways[name]
    const answer = await answered(words, smokeFile)
    expect(answer).toEqual({ ...expected, backend })
    tried(name, saidBy(words[0], '--version'), answer)
  })

  it.each(Object.keys(bundlers))(
    'answers the same bundled by %s',
    async (name) => {
      const bundle = await bundlers[name](smokeFile, project)
      expect(await answered(node, bundle)).toEqual(expected)
      tried(name, versionOf(name.toLowerCase()), expected)
    },
    200_000,
  )

  it.each([
    ['Chromium', '', 'wasm'],
    ["Chromium under `script-src 'self'`", "script-src 'self'", 'js'],
    ["Chromium under `script-src 'self' 'wasm-unsafe-eval'`", "script-src 'self' 'wasm-unsafe-eval'", 'wasm'],
  ])('answers the same in %s', async (name, policy, backend) => {
    const answer = await answeredInChromium(await bundlers.esbuild(smokeFile, project), policy)
    expect(answer).toEqual({ ...expected, backend })
    tried(name, saidBy(chromiumOptions.executablePath, '--version'), answer)
  })

  it('answers the same on workerd, with the module that is imported', async () => {
    const config = await bundleForWorkerd(smokeFile, project, 'node_modules/pith/dist/pith.wasm')
    const place = new Place([workerd, 'test'])
    try {
      const answer = parsed(await place.module(config))
      expect(answer).toEqual(expected)
      tried('workerd', saidBy(workerd, '--version'), answer)
    } finally {
      place.remove()
    }
  })
})
