import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { root } from '../support/built.ts'
import { claudeCode } from './clients/claude-code.ts'
import { installed, whyMissing } from './clients/client.ts'
import { codexCli } from './clients/codex-cli.ts'
import { geminiCli } from './clients/gemini-cli.ts'
import { opencode } from './clients/opencode.ts'
import { pi, pi1 } from './clients/pi.ts'
import { run } from './run.ts'
import { World } from './world.ts'

const { plugins }: { plugins(out: string): string } = await import(
  /* @vite-ignore */ new URL('../../build/manifests.mjs', import.meta.url).href
)
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))

interface Told {
  /** The words after the program. */
  words: string[]
  /** What the client says. */
  says: RegExp
}

/** What a client is asked to do with its plugin, by its own commands, in this order. */
const asked: [name: string, program: readonly string[], told: (folder: string) => Told[]][] = [
  [
    'Claude Code',
    [claudeCode.program],
    (folder) => [
      ...['claude', 'claude/.claude-plugin/plugin.json'].map((path) => ({
        words: ['plugin', 'validate', '--strict', '--profile', 'directory', join(folder, 'plugins', path)],
        says: /These checks found nothing to report[\s\S]*Validation passed/,
      })),
      { words: ['plugin', 'marketplace', 'add', join(folder, 'plugins/claude')], says: /Successfully added/ },
      { words: ['plugin', 'install', 'pith@pith'], says: /Successfully installed plugin: pith@pith/ },
      { words: ['mcp', 'list'], says: /plugin:pith:pith: .*Connected/ },
    ],
  ],
  [
    'Gemini CLI',
    [process.execPath, geminiCli.program],
    (folder) => [
      { words: ['extensions', 'validate', join(folder, 'plugins/gemini')], says: /successfully validated/ },
      {
        words: ['extensions', 'install', join(folder, 'plugins/gemini'), '--consent'],
        says: /Extension "pith" installed successfully and enabled/,
      },
      { words: ['mcp', 'list'], says: /pith \(from pith\).*Connected/ },
    ],
  ],
  [
    'Codex CLI',
    [codexCli.program],
    (folder) => [
      {
        words: ['plugin', 'marketplace', 'add', join(folder, 'plugins/codex')],
        says: /Added marketplace `pith`/,
      },
      { words: ['plugin', 'add', 'pith@pith'], says: /Added plugin `pith`/ },
      { words: ['plugin', 'list'], says: new RegExp(`pith@pith +installed, enabled +${version}`) },
    ],
  ],
  [
    'opencode',
    [opencode.program],
    (folder) => [
      {
        words: ['plugin', `file://${join(folder, 'package')}`],
        says: /Detected server target[\s\S]*Installed file:/,
      },
    ],
  ],
  ...(
    [
      ['pi', [process.execPath, pi.program]],
      ['pi 1', [installed('node-24/bin/node'), pi1.program]],
    ] as const
  ).map(([name, program]): (typeof asked)[number] => [
    name,
    program,
    (folder) => [
      { words: ['install', join(folder, 'package')], says: /Installed / },
      { words: ['list'], says: /User packages:\n[\s\S]*package\n/ },
    ],
  ]),
]

describe('what npm run plugins writes', () => {
  let world: World
  beforeAll(() => {
    world = new World(inject('largeServer'))
    world.env.GEMINI_CLI_TRUST_WORKSPACE = 'true'
    world.write('home/.codex/config.toml', '')
    plugins(world.folder)
  }, 120_000)
  afterAll(() => world.end())

  it.each(asked)('is taken by %s', async (_, program, told) => {
    const missing = whyMissing(program.at(-1) ?? '', inject('installProblem'))
    if (missing) throw new Error(missing)
    for (const { words, says } of told(world.folder)) {
      const { status, stdout, stderr } = await run(world, [...program, ...words])
      expect({ words, status, said: stdout + stderr }).toEqual({
        words,
        status: 0,
        said: expect.stringMatching(says),
      })
    }
  })

  it('has a plugin that pi and opencode find in the package', () => {
    const folder = join(world.folder, 'package')
    const { pi: resources, exports } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
    for (const path of [...resources.extensions, exports['./server']])
      expect(existsSync(join(folder, path))).toBe(true)
  })
})
