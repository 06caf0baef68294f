import { join } from 'node:path'
import type { Client, SettingsHome, Version } from '../client.ts'
import { pluginSetting, shellSetting } from '../settings.ts'

function folder({ env, home }: SettingsHome): string {
  const named = env.PI_CODING_AGENT_DIR
  return named ? named.replace(/^~(?=\/|$)/, home) : join(home, '.pi', 'agent')
}

/** Since version 1 programs of pi's code mode run commands too, and a shell cannot tell these from those of the model. */
const hasOnlyModels = (version: Version): boolean => version !== undefined && version[0] < 1

export const pi: Client = {
  name: 'pi',
  title: 'pi',
  programs: ['pi'],
  folders: (place) => [folder(place)],
  settingsFiles: (place) => [
    join(place.scope === 'user' ? folder(place) : join(place.folder, '.pi'), 'settings.json'),
  ],
  needsVersion: true,
  addition(launch, version) {
    const shell = shellSetting(['shellPath'], launch.shell)
    const plugin = pluginSetting(['extensions'], join(launch.plugins, 'pi.js'))
    if (hasOnlyModels(version)) return { settings: [shell, plugin] }
    return {
      settings: [plugin],
      optional: [shell],
      remarks: version
        ? []
        : [
            '`pi` was not found on the PATH. Where it is, `pith install pi` also sets the shell of versions before 1.',
          ],
    }
  },
  serverFiles: () => [],
  limits: [
    "pith puts no proxy in front of pi's MCP servers: programs read their results too. The extension cuts what the model reads.",
  ],
  next: 'Start pi again.',
}
