import { join } from 'node:path'
import type { Client, SettingsHome } from '../client.ts'
import { hookCommand, hookSetting } from '../settings.ts'

const folder = ({ env, home }: SettingsHome): string => env.CODEX_HOME || join(home, '.codex')

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
  limits: ['pith cuts no output of Codex CLI from 64 KiB on, because Codex CLI keeps only its ends.'],
  next: 'Start Codex CLI again, and trust the hook of pith (/hooks).',
}
