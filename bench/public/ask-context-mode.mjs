// node ask-context-mode.mjs FOLDER: gives the log on standard input to the context-mode that is installed in the folder, and
// writes what a model would read: the answer to an intent, then to the five questions, as its instructions advise.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'

const INTENT = 'why the build failed: the failed test, the error and its place'
const QUESTIONS = [
  'error',
  'failed test',
  'exception traceback',
  'exit code command failed',
  'file line error location',
]

const [folder] = process.argv.slice(2)
const require = createRequire(join(folder, 'package.json'))
// A package of the folder, not of this project.
const sdk = '@modelcontextprotocol/sdk/client'
const { Client } = require(`${sdk}/index.js`)
const { StdioClientTransport } = require(`${sdk}/stdio.js`)

const home = mkdtempSync(join(tmpdir(), 'pith-context-mode-'))
const log = join(home, 'ci.log')
writeFileSync(log, await text(process.stdin))
const client = new Client({ name: 'bench', version: '1' })
const server = join(folder, 'node_modules/context-mode/server.bundle.mjs')
const env = { PATH: process.env.PATH, HOME: home, TMPDIR: home }
await client.connect(
  new StdioClientTransport({ command: process.execPath, args: [server], env, cwd: home, stderr: 'ignore' }),
)
const call = async (name, words) => {
  const { content } = await client.callTool({ name, arguments: words })
  return content.map((part) => part.text).join('\n')
}
const run = await call('ctx_execute', { language: 'shell', code: `cat '${log}'`, intent: INTENT })
const found = await call('ctx_search', { queries: QUESTIONS, limit: 10 })
process.stdout.write(`${run}\n${found}`)
await client.close()
rmSync(home, { recursive: true, force: true })
