import { join } from 'node:path'
import type { Client, Place } from '../client.ts'
import { hookCommand, hookSetting } from '../settings.ts'

const folder = ({ env, home }: Place): string => env.CODEX_HOME || join(home, '.codex')

export const codex: Client = {
  name: 'codex',
  title: 'Codex CLI',
  programs: ['codex'],
  folders: (place) => [folder(place)],
  settingsFiles: (place) => [
    join(place.scope === 'user' ? folder(place) : join(place.folder, '.codex'), 'hooks.json'),
  ],
  addition: (launch) => ({
    settings: [
      hookSetting(['hooks', 'PostToolUse'], 'Bash|mcp__.*', {
        type: 'command',
        command: hookCommand(launch, 'codex'),
      }),
    ],
  }),
  serverFiles: (place) => [
    {
      path: join(place.scope === 'user' ? folder(place) : join(place.folder, '.codex'), 'config.toml'),
      places: { format: 'toml', table: 'mcp_servers' },
    },
  ],
  limits: [
    'pith does not wrap the commands of Codex CLI. Its hook runs after a command, and allows or denies nothing. It leaves outputs alone of which Codex CLI keeps only both ends, from 64 KiB on.',
  ],
  next: 'Start Codex CLI again, and trust the hook of pith: Codex CLI asks for it, or shows it with /hooks.',
}
