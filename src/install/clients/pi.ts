import { join } from 'node:path'
import type { Client, Place } from '../client.ts'
import { pluginSetting, shellSetting } from '../settings.ts'

function folder({ env, home }: Place): string {
  const named = env.PI_CODING_AGENT_DIR
  return named ? named.replace(/^~(?=\/|$)/, home) : join(home, '.pi', 'agent')
}

export const pi: Client = {
  name: 'pi',
  title: 'pi',
  programs: ['pi'],
  folders: (place) => [folder(place)],
  settingsFiles: (place) => [
    join(place.scope === 'user' ? folder(place) : join(place.folder, '.pi'), 'settings.json'),
  ],
  addition: (launch) => ({
    settings: [
      shellSetting(['shellPath'], launch.shell),
      pluginSetting(['extensions'], join(launch.plugins, 'pi.js')),
    ],
  }),
  serverFiles: () => [],
  limits: ['pi has no MCP servers of its own before version 1, so there is nothing to wrap.'],
  next: 'Start pi again.',
}
