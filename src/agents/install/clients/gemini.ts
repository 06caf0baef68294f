import { join } from 'node:path'
import type { Client, SettingsHome } from '../client.ts'
import { forgivenHookCommand, hookSetting } from '../settings.ts'

const folder = ({ env, home }: SettingsHome): string => join(env.GEMINI_CLI_HOME || home, '.gemini')

const file = (place: SettingsHome): string =>
  join(place.scope === 'user' ? folder(place) : join(place.folder, '.gemini'), 'settings.json')

export const gemini: Client = {
  name: 'gemini',
  title: 'Gemini CLI',
  programs: ['gemini'],
  folders: (place) => [folder(place)],
  settingsFiles: (place) => [file(place)],
  addition: (launch) => ({
    settings: [
      hookSetting(['hooks', 'AfterTool'], '.*', {
        name: 'pith',
        type: 'command',
        command: forgivenHookCommand(launch, 'gemini'),
      }),
    ],
  }),
  serverFiles: (place) => [{ path: file(place), places: { format: 'json', paths: [['mcpServers']] } }],
  limits: [
    'pith does not wrap the commands of Gemini CLI. A BeforeTool hook that changes a command must also allow or deny it, so commands that need your approval would run without it.',
    'Gemini CLI marks results that pith cut as errors, because it replaces only a denied result. MCP results that `pith install mcp gemini` cuts have no such mark.',
  ],
  next: 'Start Gemini CLI again.',
}
