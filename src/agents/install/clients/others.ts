// Clients of MCP whose list of servers has a known form. pith wraps their servers and adds nothing else.
import { join } from 'node:path'
import type { Client, SettingsHome } from '../client.ts'

/** The folder of settings of desktop programs. */
const applications = ({ home, platform }: SettingsHome): string =>
  platform === 'darwin' ? join(home, 'Library', 'Application Support') : join(home, '.config')

interface Row {
  name: string
  title: string
  key: string
  user(place: SettingsHome): string
  /** The project's file. Undefined if there is none. */
  project?: string
}

const rows: readonly Row[] = [
  {
    name: 'vscode',
    title: 'VS Code',
    key: 'servers',
    user: (place) => join(applications(place), 'Code', 'User', 'mcp.json'),
    project: '.vscode/mcp.json',
  },
  {
    name: 'cursor',
    title: 'Cursor',
    key: 'mcpServers',
    user: ({ home }) => join(home, '.cursor', 'mcp.json'),
    project: '.cursor/mcp.json',
  },
  {
    name: 'windsurf',
    title: 'Windsurf',
    key: 'mcpServers',
    user: ({ home }) => join(home, '.codeium', 'windsurf', 'mcp_config.json'),
  },
  {
    name: 'claude-desktop',
    title: 'Claude Desktop',
    key: 'mcpServers',
    user: (place) => join(applications(place), 'Claude', 'claude_desktop_config.json'),
  },
]

export const others: readonly Client[] = rows.map(({ name, title, key, user, project }) => ({
  name,
  title,
  programs: [],
  folders: (place) => [join(user(place), '..')],
  serverFiles(place) {
    const path = place.scope === 'user' ? user(place) : project && join(place.folder, project)
    return path === undefined ? [] : [{ path, places: { format: 'json', paths: [[key]] } }]
  },
  limits: [`pith is not tested with ${title}, so it only wraps the MCP servers that ${title} lists.`],
  next: `Start ${title} again.`,
}))
