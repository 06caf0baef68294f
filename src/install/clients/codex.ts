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
    'pith does not wrap the commands of Codex CLI. Its hook can change a command only together with `permissionDecision: "allow"`, so commands would run that must ask first. Its MCP servers can be wrapped without that, and `pith mcp` adds commands that you approve as usual.',
  ],
  next: 'Start Codex CLI again.',
}
