// Small programs that `pith doctor` runs with Node: hosts of plugins, and a server of MCP.

const READ = `import { readFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
const [, file, sample] = process.argv
const text = readFileSync(sample, 'utf8')
const module = await import(file.startsWith('file:') ? file : pathToFileURL(file))
`

/** Programs that load a plugin as its client does, and print what the model would get. */
export const pluginHosts: Record<string, string> = {
  opencode: `${READ}
const makers = Object.values(module).map((one) => (typeof one === 'function' ? one : one?.server))
const listeners = await Promise.all(makers.filter(Boolean).map((make) => make({ directory: process.cwd() })))
const output = { title: 'doctor', output: text, metadata: {} }
for (const its of listeners) {
  await its['tool.execute.after']?.({ tool: 'bash', sessionID: 'doctor', callID: 'doctor', args: {} }, output)
}
process.stdout.write(output.output)`,
  pi: `${READ}
const listeners = []
await module.default(new Proxy({}, { get: (_, name) => (name === 'on' ? (event, listener) => event === 'tool_result' && listeners.push(listener) : () => {}) }))
let content = [{ type: 'text', text }]
for (const listener of listeners) {
  const answer = await listener({ type: 'tool_result', toolName: 'bash', toolCallId: 'doctor', input: {}, content, details: undefined, isError: true }, { cwd: process.cwd() })
  content = answer?.content ?? content
}
process.stdout.write(content.map((part) => part.text ?? '').join(''))`,
}

/** A server whose one tool fails with the text of a file. */
export const failingServer = `const text = require('node:fs').readFileSync(process.argv[1], 'utf8')
const results = {
  initialize: ({ protocolVersion }) => ({ protocolVersion, capabilities: { tools: {} }, serverInfo: { name: 'doctor', version: '1' } }),
  'tools/list': () => ({ tools: [{ name: 'check', inputSchema: { type: 'object' } }] }),
  'tools/call': () => ({ content: [{ type: 'text', text }], isError: true }),
}
require('node:readline').createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method, params } = JSON.parse(line)
  if (id !== undefined && results[method]) console.log(JSON.stringify({ jsonrpc: '2.0', id, result: results[method](params) }))
})`
