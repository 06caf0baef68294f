import { join } from 'node:path'
import type { Client, Place } from '../client.ts'
import { forgivenHookCommand, hookSetting } from '../settings.ts'

const folder = ({ env, home }: Place): string => join(env.GEMINI_CLI_HOME || home, '.gemini')

const file = (place: Place): string =>
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
    'pith does not wrap the commands of Gemini CLI. A BeforeTool hook that changes a command has to decide about it as well, so commands would run that must ask first.',
    'Results that pith cut are marked as errors by Gemini CLI, because only a denied result can be replaced. For MCP servers, `pith install mcp gemini` has no such mark.',
  ],
  next: 'Start Gemini CLI again.',
}
