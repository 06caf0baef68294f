import { describe, expect, it } from 'vitest'
import type { SettingsHome } from '../../src/agents/install/client.ts'
import { allClients } from '../../src/agents/install/clients.ts'
import { launchIn } from '../../src/agents/install/launch.ts'
import { snippetFor } from '../../src/agents/install/snippets.ts'

const launch = launchIn('/opt/dist', '/usr/bin/node')
const place: SettingsHome = {
  env: {},
  home: '/home/me',
  folder: '/home/me/project',
  scope: 'user',
  platform: 'linux',
}

describe('what `pith install` writes', () => {
  it.each(allClients.map((client) => [client.name, client]))(
    'for %s names no program without its path',
    (_, client) => {
      for (const onlyServers of [false, true]) {
        const text = snippetFor(client, place, launch, onlyServers)
        expect(text).toContain('/opt/dist/')
        // The name of a hook is shown to people, and starts nothing.
        const words = text.replace('"name": "pith"', '').match(/[^\s",[\]{}]+/g) ?? []
        expect(words.filter((word) => /^(npx|npm|node|pith)$/.test(word))).toEqual([])
      }
    },
  )
})
