import { isAbsolute, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Client, SettingsHome, Version } from '../client.ts'
import { pluginSetting, shellSetting } from '../settings.ts'

function folder({ env, home }: SettingsHome): string {
  const { XDG_CONFIG_HOME: config } = env
  return join(config && isAbsolute(config) ? config : join(home, '.config'), 'opencode')
}

/** opencode merges them in this order, so the last one counts. */
function files(place: SettingsHome): string[] {
  const base = place.scope === 'user' ? folder(place) : place.folder
  return [join(base, 'opencode.jsonc'), join(base, 'opencode.json')]
}

/** Earlier versions refuse a configuration with an unknown key, so `shell` is only written for these. */
const SHELL_SINCE = [1, 18]

function hasShell(version: Version): boolean {
  if (version === undefined) return false
  const [major = 0, minor = 0] = version
  return major > SHELL_SINCE[0] || (major === SHELL_SINCE[0] && minor >= SHELL_SINCE[1])
}

export const opencode: Client = {
  name: 'opencode',
  title: 'opencode',
  programs: ['opencode'],
  folders: (place) => [folder(place)],
  settingsFiles: files,
  // opencode writes this into a file that lacks it. Then the file would no longer be what pith wrote.
  newFile: '{\n  "$schema": "https://opencode.ai/config.json"\n}\n',
  needsVersion: true,
  addition(launch, version) {
    const plugin = pluginSetting(['plugin'], pathToFileURL(join(launch.plugins, 'opencode.js')).href)
    const shell = shellSetting(['shell'], launch.bash)
    if (hasShell(version)) return { settings: [shell, plugin] }
    return {
      settings: [plugin],
      optional: [shell],
      remarks: [
        `${version ? `Version ${version.join('.')} has no setting for the shell, which needs 1.18.` : 'The program was not found on the PATH, and versions before 1.18 have no setting for the shell.'} To start it with pith's shell, put \`alias opencode='SHELL=${launch.bash} opencode'\` into the profile of your shell.`,
      ],
    }
  },
  serverFiles: (place) =>
    files(place).map((path) => ({ path, places: { format: 'json', paths: [['mcp']] } })),
  limits: [],
  next: 'Start opencode again.',
}
