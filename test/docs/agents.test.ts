import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'jsonc-parser'
import { describe, expect, it } from 'vitest'
import type { SettingsHome } from '../../src/agents/install/client.ts'
import { allClients, drivenClients } from '../../src/agents/install/clients.ts'
import { launchIn } from '../../src/agents/install/launch.ts'
import { type ServerPlaces, serversPart } from '../../src/agents/install/servers-part.ts'
import { settingsPart } from '../../src/agents/install/settings-part.ts'
import { root } from '../support/built.ts'
import { documentOf } from '../support/markdown.ts'

const { agentTable }: { agentTable(figures: object): string } = await import(
  /* @vite-ignore */ new URL('../../bench/agents.mjs', import.meta.url).href
)
const figures = JSON.parse(readFileSync(join(root, 'test/agents/figures.json'), 'utf8'))
const launch = launchIn('/path/to/pith/dist', '/path/to/node')

/** The code blocks of a page, in one language. */
const blocksIn = (text: string, language: string): string[] =>
  Array.from(text.matchAll(/^```(\w+)\n([\s\S]*?)^```$/gm)).flatMap(([, name, code]) =>
    name === language ? [code] : [],
  )

it('docs/agents.md has the figures of test/agents/figures.json', () => {
  const [, after = ''] = documentOf('docs/agents.md').split('<!-- figures of npm run test:agents -->\n')
  const [block] = after.split('<!-- end of figures -->')
  expect(block.trim()).toBe(agentTable(figures))
})

describe('the page of an agent', () => {
  it.each(drivenClients.filter((client) => client.addition))(
    '$name shows the setting that is written',
    (client) => {
      const settings = client.addition?.(launch, [1, 18])?.settings ?? []
      const [shown] = blocksIn(documentOf(`docs/agents/${client.name}.md`), 'json')
      expect(JSON.parse(shown)).toEqual(parse(settingsPart(settings).apply(client.newFile ?? '')))
    },
  )

  it.each<[string, string, ServerPlaces]>([
    ['mcp', 'json', { format: 'json', paths: [['mcpServers']] }],
    ['codex', 'toml', { format: 'toml', table: 'mcp_servers' }],
  ])('%s shows what is written in front of a server', (name, language, places) => {
    const [before, after] = blocksIn(documentOf(`docs/agents/${name}.md`), language)
    const applied = serversPart(places, launch.command).apply(before)
    if (language === 'toml') expect(applied).toBe(after)
    else expect(JSON.parse(applied)).toEqual(JSON.parse(after))
  })

  it.each(drivenClients)('$name says how pith is removed, and what it cannot do', ({ name }) => {
    const page = documentOf(`docs/agents/${name}.md`)
    expect(page).toContain(`pith uninstall ${name}\n`)
    expect(page).toMatch(/^## What it cannot do$/m)
  })

  it.each(allClients.filter(({ name }) => name !== 'pi'))('mcp names the files of $name', (client) => {
    const place: SettingsHome = { home: '~', folder: '.', env: {}, platform: 'linux', scope: 'user' }
    const row = documentOf('docs/agents/mcp.md')
      .split('\n')
      .find((line) => line.startsWith(`| ${client.title} |`))
    const files = client.serverFiles(place).map(({ path }) => path)
    const ofProject = client.serverFiles({ ...place, scope: 'project' }).map(({ path }) => path)
    expect(files.some((path) => row?.includes(`\`${path}\``))).toBe(true)
    expect(ofProject.length === 0 || ofProject.some((path) => row?.includes(`\`${path}\``))).toBe(true)
  })
})
