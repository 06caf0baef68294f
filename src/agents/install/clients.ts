// The clients that pith knows, a row for each.
import { isAbsolute, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Client, ServerFile, SettingsHome, Version } from './client.ts'
import {
  forgivenHookCommand,
  hintSetting,
  hookCommand,
  hookSetting,
  pluginSetting,
  shellSetting,
} from './settings.ts'

/** A path in the user's settings, or in the project. */
const scoped = (place: SettingsHome, user: string, ...project: string[]): string =>
  place.scope === 'user' ? user : join(place.folder, ...project)

const json = (path: string, ...paths: string[][]): ServerFile => ({ path, places: { format: 'json', paths } })

const claudeFolder = ({ env, home }: SettingsHome): string => env.CLAUDE_CONFIG_DIR || join(home, '.claude')

const claudeCode: Client = {
  name: 'claude-code',
  title: 'Claude Code',
  programs: ['claude'],
  folder: claudeFolder,
  // Paths of this machine do not belong in a file that a project shares, so the local one is used.
  settingsFiles: (place) => [
    scoped(place, join(claudeFolder(place), 'settings.json'), '.claude', 'settings.local.json'),
  ],
  addition: (launch) => ({
    settings: [
      shellSetting(['env', 'CLAUDE_CODE_SHELL_PREFIX'], launch.prefix),
      hookSetting(['hooks', 'PostToolUse'], 'Read|Grep|WebFetch|mcp__.*', {
        type: 'command',
        command: hookCommand(launch, 'claude-code'),
      }),
      hintSetting(['hooks', 'PostToolUse'], 'Bash', launch),
    ],
  }),
  // The user's file is that of the state, which lists the user's servers and those of each project.
  serverFiles: (place) =>
    place.scope === 'project'
      ? [json(join(place.folder, '.mcp.json'), ['mcpServers'])]
      : [
          json(
            join(place.env.CLAUDE_CONFIG_DIR || place.home, '.claude.json'),
            ['mcpServers'],
            ['projects', '*', 'mcpServers'],
          ),
        ],
  limits: [],
  next: 'Start Claude Code again.',
}

function opencodeFolder({ env, home }: SettingsHome): string {
  const { XDG_CONFIG_HOME: config } = env
  return join(config && isAbsolute(config) ? config : join(home, '.config'), 'opencode')
}

/** opencode merges them in this order, so the last one counts. */
const opencodeFiles = (place: SettingsHome): string[] =>
  ['opencode.jsonc', 'opencode.json'].map((name) => join(scoped(place, opencodeFolder(place)), name))

/** Earlier versions refuse a configuration with an unknown key, so `shell` is only written since 1.18. */
const hasShell = ([major = 0, minor = 0]: NonNullable<Version>): boolean =>
  major > 1 || (major === 1 && minor >= 18)

const opencode: Client = {
  name: 'opencode',
  title: 'opencode',
  programs: ['opencode'],
  folder: opencodeFolder,
  settingsFiles: opencodeFiles,
  // opencode writes this into a file that lacks it. Then the file would no longer be what pith wrote.
  newFile: '{\n  "$schema": "https://opencode.ai/config.json"\n}\n',
  needsVersion: true,
  addition(launch, version) {
    const plugin = pluginSetting(['plugin'], pathToFileURL(join(launch.plugins, 'opencode.js')).href)
    const shell = shellSetting(['shell'], launch.bash)
    if (version && hasShell(version)) return { settings: [shell, plugin] }
    return {
      settings: [plugin],
      optional: [shell],
      remarks: [
        `${version ? `Version ${version.join('.')} has no setting for the shell, which needs 1.18.` : 'The program was not found on the PATH, and versions before 1.18 have no setting for the shell.'} To start it with pith's shell, put \`alias opencode='SHELL=${launch.bash} opencode'\` into the profile of your shell.`,
      ],
    }
  },
  serverFiles: (place) => opencodeFiles(place).map((path) => json(path, ['mcp'])),
  limits: [],
  next: 'Start opencode again.',
}

function piFolder({ env, home }: SettingsHome): string {
  const named = env.PI_CODING_AGENT_DIR
  return named ? named.replace(/^~(?=\/|$)/, home) : join(home, '.pi', 'agent')
}

const pi: Client = {
  name: 'pi',
  title: 'pi',
  programs: ['pi'],
  folder: piFolder,
  settingsFiles: (place) => [scoped(place, join(piFolder(place), 'settings.json'), '.pi', 'settings.json')],
  needsVersion: true,
  addition(launch, version) {
    const shell = shellSetting(['shellPath'], launch.shell)
    const plugin = pluginSetting(['extensions'], join(launch.plugins, 'pi.js'))
    // Since version 1 programs of pi's code mode run commands too, and a shell cannot tell these from those of the model.
    if (version && version[0] < 1) return { settings: [shell, plugin] }
    const remark =
      '`pi` was not found on the PATH. Where it is, `pith install pi` also sets the shell of versions before 1.'
    return { settings: [plugin], optional: [shell], remarks: version ? [] : [remark] }
  },
  serverFiles: () => [],
  limits: [
    "pith puts no proxy in front of pi's MCP servers: programs read their results too. The extension cuts what the model reads.",
  ],
  next: 'Start pi again.',
}

const geminiFolder = ({ env, home }: SettingsHome): string => join(env.GEMINI_CLI_HOME || home, '.gemini')

const geminiFile = (place: SettingsHome): string =>
  scoped(place, join(geminiFolder(place), 'settings.json'), '.gemini', 'settings.json')

const gemini: Client = {
  name: 'gemini',
  title: 'Gemini CLI',
  programs: ['gemini'],
  folder: geminiFolder,
  settingsFiles: (place) => [geminiFile(place)],
  addition: (launch) => ({
    settings: [
      hookSetting(['hooks', 'AfterTool'], '.*', {
        name: 'pith',
        type: 'command',
        command: forgivenHookCommand(launch, 'gemini'),
      }),
    ],
  }),
  serverFiles: (place) => [json(geminiFile(place), ['mcpServers'])],
  limits: [
    'pith does not wrap the commands of Gemini CLI. A BeforeTool hook that changes a command must also allow or deny it, so commands that need your approval would run without it.',
    'Gemini CLI marks results that pith cut as errors, because it replaces only a denied result. MCP results that `pith install mcp gemini` cuts have no such mark.',
  ],
  next: 'Start Gemini CLI again.',
}

const codexFolder = ({ env, home }: SettingsHome): string => env.CODEX_HOME || join(home, '.codex')

const codexFile = (place: SettingsHome, name: string): string =>
  scoped(place, join(codexFolder(place), name), '.codex', name)

const codex: Client = {
  name: 'codex',
  title: 'Codex CLI',
  programs: ['codex'],
  folder: codexFolder,
  settingsFiles: (place) => [codexFile(place, 'hooks.json')],
  addition: (launch) => ({
    settings: [
      hookSetting(['hooks', 'PostToolUse'], 'Bash|mcp__.*', {
        type: 'command',
        command: hookCommand(launch, 'codex'),
      }),
    ],
  }),
  serverFiles: (place) => [
    { path: codexFile(place, 'config.toml'), places: { format: 'toml', table: 'mcp_servers' } },
  ],
  limits: ['pith cuts no output of Codex CLI from 64 KiB on, because Codex CLI keeps only its ends.'],
  next: 'Start Codex CLI again, and trust the hook of pith (/hooks).',
}

/** A client whose list of servers has a known form. pith wraps its servers and adds nothing else. */
const mcpClient = (
  name: string,
  title: string,
  key: string,
  user: (place: SettingsHome) => string[],
  project?: string,
): Client => ({
  name,
  title,
  programs: [],
  folder: (place) => join(...user(place), '..'),
  serverFiles: (place) =>
    place.scope === 'project' && project === undefined
      ? []
      : [json(scoped(place, join(...user(place)), project ?? ''), [key])],
  limits: [`pith is not tested with ${title}, so it only wraps the MCP servers that ${title} lists.`],
  next: `Start ${title} again.`,
})

/** The folder of settings of desktop programs. */
const applications = ({ home, platform }: SettingsHome): string =>
  platform === 'darwin' ? join(home, 'Library', 'Application Support') : join(home, '.config')

const others: readonly Client[] = [
  mcpClient(
    'vscode',
    'VS Code',
    'servers',
    (place) => [applications(place), 'Code', 'User', 'mcp.json'],
    '.vscode/mcp.json',
  ),
  mcpClient(
    'cursor',
    'Cursor',
    'mcpServers',
    ({ home }) => [home, '.cursor', 'mcp.json'],
    '.cursor/mcp.json',
  ),
  mcpClient('windsurf', 'Windsurf', 'mcpServers', ({ home }) => [
    home,
    '.codeium',
    'windsurf',
    'mcp_config.json',
  ]),
  mcpClient('claude-desktop', 'Claude Desktop', 'mcpServers', (place) => [
    applications(place),
    'Claude',
    'claude_desktop_config.json',
  ]),
]

/** The clients that pith's tests drive. `pith install` changes their settings. */
export const drivenClients: readonly Client[] = [claudeCode, opencode, pi, gemini, codex]

/** All clients whose lists of MCP servers pith can change. */
export const allClients: readonly Client[] = [...drivenClients, ...others]
