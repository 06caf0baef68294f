import { join } from 'node:path'
import type { Client, SettingsHome } from '../client.ts'
import { hintSetting, hookCommand, hookSetting, prefixSetting } from '../settings.ts'

const folder = (place: SettingsHome): string => place.env.CLAUDE_CONFIG_DIR || join(place.home, '.claude')

/** The state file, which lists the user's servers and those of each project. */
const stateFile = ({ env, home }: SettingsHome): string =>
  env.CLAUDE_CONFIG_DIR ? join(env.CLAUDE_CONFIG_DIR, '.claude.json') : join(home, '.claude.json')

export const claudeCode: Client = {
  name: 'claude-code',
  title: 'Claude Code',
  programs: ['claude'],
  folders: (place) => [folder(place)],
  // Paths of this machine do not belong in a file that a project shares, so the local one is used.
  settingsFiles: (place) => [
    place.scope === 'user'
      ? join(folder(place), 'settings.json')
      : join(place.folder, '.claude', 'settings.local.json'),
  ],
  addition: (launch) => ({
    settings: [
      prefixSetting(['env', 'CLAUDE_CODE_SHELL_PREFIX'], launch),
      hookSetting(['hooks', 'PostToolUse'], 'Read|Grep|WebFetch|mcp__.*', {
        type: 'command',
        command: hookCommand(launch, 'claude-code'),
      }),
      hintSetting(['hooks', 'PostToolUse'], 'Bash', launch),
    ],
  }),
  serverFiles: (place) =>
    place.scope === 'user'
      ? [
          {
            path: stateFile(place),
            places: { format: 'json', paths: [['mcpServers'], ['projects', '*', 'mcpServers']] },
          },
        ]
      : [{ path: join(place.folder, '.mcp.json'), places: { format: 'json', paths: [['mcpServers']] } }],
  limits: [],
  next: 'Start Claude Code again.',
}
