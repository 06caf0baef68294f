import { join } from 'node:path'
import type { Client, Place } from '../client.ts'

const folder = ({ env, home }: Place): string => env.CODEX_HOME || join(home, '.codex')

export const codex: Client = {
  name: 'codex',
  title: 'Codex CLI',
  programs: ['codex'],
  folders: (place) => [folder(place)],
  serverFiles: (place) => [
    {
      path: join(place.scope === 'user' ? folder(place) : join(place.folder, '.codex'), 'config.toml'),
      places: { format: 'toml', table: 'mcp_servers' },
    },
  ],
  limits: [
    'pith does not wrap the commands of Codex CLI. Its hook can change a command only together with `permissionDecision: "allow"`, so commands that need your approval would run without it. pith can wrap its MCP servers. The server `pith mcp` runs commands that you approve as usual.',
  ],
  next: 'Start Codex CLI again.',
}
