import { type Layers, type LayerTable, sourcesIn } from './layers.ts'

/** What each room of `src` may import besides itself. ARCHITECTURE.md shows the same table. */
export const table: LayerTable = {
  assembly: [],
  errors: [],
  check: [],
  options: ['type kinds'],
  truncation: [],
  settings: ['core/bytes/signing-key', 'core/tokens/counter', 'type kinds'],
  'core/judge': [],
  'core/scan': ['core/judge'],
  'core/bytes': ['type core/scan'],
  'core/tokens': ['core/bytes', 'core/scan'],
  'core/clean': ['core/bytes', 'core/judge', 'type core/scan'],
  'core/words': ['core/bytes', 'type core/clean', 'type core/hold'],
  kinds: ['core/bytes', 'core/words'],
  'core/hold': ['core/bytes', 'core/clean', 'core/judge', 'core/scan', 'core/tokens', 'type kinds'],
  'core/fit': [
    'core/bytes',
    'core/clean',
    'core/hold',
    'core/scan',
    'core/tokens',
    'core/words',
    'type kinds',
  ],
  plain: ['core/bytes', 'core/fit', 'core/words', 'type core/hold'],
  redact: ['core/bytes', 'core/judge'],
  store: ['core/bytes'],
  core: [
    'core/bytes',
    'core/clean',
    'core/fit',
    'core/hold',
    'core/words',
    'redact',
    'store/guarded-writer',
    'type store',
  ],
  tools: [
    'core',
    'core/bytes',
    'core/fit',
    'core/hold',
    'core/scan',
    'core/tokens',
    'core/words',
    'redact',
    'store/guarded-writer',
    'type store',
  ],
  'extra/budget': ['core/tokens'],
  'extra/events': [],
  'extra/profiles': [
    'core/bytes',
    'core/fit',
    'core/words',
    'extra/budget',
    'store/backends/memory',
    'store/guarded-writer',
    'type store',
  ],
  host: [
    'core',
    'core/bytes',
    'core/fit',
    'core/hold/head-tail',
    'core/hold/line-errors',
    'core/judge',
    'core/scan',
    'core/words',
    'extra/events',
    'extra/profiles',
    'kinds',
    'redact',
    'store',
    'tools',
    'node:',
  ],
  'agents/adapters': ['extra/budget', 'tools'],
  'agents/install': ['store/backends/files/directory', 'store/backends/files/make-folder', 'node:'],
  'agents/mcp': ['core/words', 'host', 'store', 'tools', 'type extra/budget', 'type redact', 'node:'],
  cli: [
    'agents/install',
    'agents/mcp',
    'core',
    'core/bytes/binary-search',
    'core/clean/alike',
    'core/fit',
    'core/scan',
    'core/tokens',
    'core/words',
    'extra/budget',
    'extra/events',
    'extra/profiles',
    'host',
    'kinds',
    'redact',
    'store',
    'tools',
    'node:',
  ],
  'agents/plugins': ['cli', 'type tools'],
  workerd: ['core/scan', 'index'],
  index: [
    'core',
    'core/scan',
    'core/tokens',
    'core/words',
    'store/backends/memory',
    'tools',
    'type kinds',
    'type redact',
    'type store',
  ],
}

export const layers: Layers = {
  table,
  free: ['check', 'errors', 'options', 'settings', 'truncation'],
  nodeFiles: [
    'src/agents/adapters/claude-agent.ts',
    'src/store/backends/files.ts',
    ...sourcesIn('src/store/backends/files').keys(),
  ],
  packages: {
    // The module is no source: the build puts it there.
    'src/workerd.ts': 'src/pith.wasm.ts',
    'src/core/tokens/gpt.ts': 'gpt-tokenizer',
    'src/core/tokens/hugging-face.ts': '@huggingface/tokenizers',
    'src/store/backends/s3/signing.ts': 'aws4fetch',
    'src/agents/install/change.ts': 'diff',
    'src/host/difference.ts': 'diff',
    'src/agents/install/json-text.ts': 'jsonc-parser',
    'src/agents/install/toml-text.ts': 'toml-eslint-parser',
    'src/agents/mcp/sdk.ts': '@modelcontextprotocol/server',
    'src/host/walk/globs.ts': 'picomatch',
    'src/cli/pager/screen.ts': 'ansi-escapes',
    'src/cli/pager/text.ts': 'string-width',
    'src/host/web/markdown-thread.ts': 'turndown',
    'src/host/web/tables.ts': '@joplin/turndown-plugin-gfm',
  },
  /** The longest room of the table that a file is in. */
  layerOf(file) {
    const path = file.replace(/\.ts$/, '').split('/')
    if (path[0] !== 'src') return path[0]
    const inner = path.slice(1, 3).join('/')
    return path.length > 3 && inner in table ? inner : path[1]
  },
}

/** The table as a list in Markdown. */
export function importList(): string {
  const rows = Object.entries(table).filter(([layer]) => !layers.free.includes(layer))
  return rows.map(([layer, may]) => `- ${inCode(layer)}: ${wordsOf(may)}\n`).join('')
}

const inCode = (name: string): string => `\`${name}\``

function wordsOf(may: readonly string[]): string {
  if (may.length === 0) return 'nothing'
  const types = may.filter((name) => name.startsWith('type ')).map((name) => inCode(name.slice(5)))
  const values = may.filter((name) => !name.startsWith('type ')).map(inCode)
  return [...values, ...(types.length > 0 ? [`types of ${types.join(', ')}`] : [])].join(', ')
}
