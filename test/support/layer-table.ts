import { type Layers, type LayerTable, sourcesIn } from './layers.ts'

/** What each folder of `src` may import besides itself. ARCHITECTURE.md shows the same table. */
export const table: LayerTable = {
  assembly: [],
  errors: [],
  check: [],
  options: ['type structure'],
  truncation: [],
  settings: ['hash/signing-key', 'tokens/counter', 'type structure'],
  hash: [],
  scan: [],
  text: ['type scan'],
  signal: ['type scan'],
  'core/judge': ['signal'],
  'core/scan': ['scan', 'signal'],
  tokens: ['hash', 'scan'],
  fold: ['text', 'signal', 'type scan'],
  command: [],
  structure: ['text', 'render'],
  collect: ['core/judge', 'core/scan', 'scan', 'text', 'signal', 'tokens', 'fold', 'type structure'],
  plan: ['text', 'type collect'],
  render: ['hash', 'text', 'plan/forms', 'type plan', 'type fold'],
  fit: ['scan', 'text', 'tokens', 'fold', 'collect', 'plan', 'render', 'type structure'],
  plain: ['text', 'plan', 'render', 'fit', 'type collect'],
  redact: ['text', 'signal'],
  store: ['hash'],
  events: [],
  engine: ['text', 'fold', 'collect', 'render', 'fit', 'redact', 'store/guarded-writer', 'type store'],
  tools: [
    'scan',
    'text',
    'tokens',
    'collect',
    'render',
    'fit',
    'redact',
    'engine',
    'store/guarded-writer',
    'type store',
  ],
  result: ['tokens', 'render', 'fit', 'redact', 'engine', 'type store'],
  adapters: ['result'],
  budget: ['tokens'],
  profiles: [
    'text',
    'render',
    'fit',
    'budget',
    'store/backends/memory',
    'store/guarded-writer',
    'type store',
  ],
  node: [
    'collect/line-errors',
    'scan',
    'signal',
    'render',
    'fit',
    'redact',
    'store',
    'structure',
    'events',
    'engine',
    'tools',
    'profiles',
    'node:',
  ],
  install: ['store/backends/files/directory', 'store/backends/files/make-folder', 'node:'],
  mcp: ['command', 'render', 'type redact', 'store', 'result', 'tools', 'node', 'node:'],
  cli: [
    'command',
    'mcp',
    'structure',
    'scan',
    'text/binary-search',
    'tokens',
    'fold/alike',
    'render',
    'fit',
    'redact',
    'store',
    'events',
    'engine',
    'tools',
    'result',
    'budget',
    'profiles',
    'node',
    'install',
    'node:',
  ],
  plugins: ['cli', 'type tools'],
  workerd: ['index', 'scan'],
  index: [
    'type structure',
    'scan',
    'tokens',
    'render',
    'store/backends/memory',
    'engine',
    'tools',
    'result',
    'type redact',
    'type store',
  ],
}

export const layers: Layers = {
  table,
  free: ['check', 'errors', 'options', 'settings', 'truncation'],
  nodeFiles: [
    'src/adapters/claude-agent.ts',
    'src/store/backends/files.ts',
    ...sourcesIn('src/store/backends/files').keys(),
  ],
  packages: {
    // The module is no source: the build puts it there.
    'src/workerd.ts': 'src/pith.wasm.ts',
    'src/tokens/gpt.ts': 'gpt-tokenizer',
    'src/tokens/hugging-face.ts': '@huggingface/tokenizers',
    'src/store/backends/s3/signing.ts': 'aws4fetch',
    'src/install/diff.ts': 'diff',
    'src/node/difference.ts': 'diff',
    'src/install/json-text.ts': 'jsonc-parser',
    'src/install/toml-text.ts': 'toml-eslint-parser',
    'src/mcp/sdk.ts': '@modelcontextprotocol/server',
    'src/node/walk/globs.ts': 'picomatch',
    'src/cli/terminal-screen.ts': 'ansi-escapes',
    'src/cli/terminal-text.ts': 'string-width',
    'src/node/web/markdown-thread.ts': 'turndown',
    'src/node/web/tables.ts': '@joplin/turndown-plugin-gfm',
  },
  layerOf(file) {
    const [top, layer, part] = file.replace(/\.ts$/, '').split('/')
    if (layer === 'core') return `core/${part}`
    return top === 'src' ? layer : top
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
