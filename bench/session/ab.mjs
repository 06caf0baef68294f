// npm run bench:ab -- --model NAME [--client claude-code|opencode|pi|codex] [--repeats 10] [--seed 1] [--base URL]
//
// Has a real model do the tasks of bench/session/PROTOCOL.md alone, with pith and with tokenjuice. The key is taken from
// ANTHROPIC_API_KEY for Claude Code, else from OPENAI_API_KEY. `--base` names a server that speaks the same protocol.
import { spawnSync } from 'node:child_process'
import { parseArgs } from 'node:util'
import { ARMS, TASKS } from './tasks.mjs'

const anthropic = {
  base: 'https://api.anthropic.com',
  variable: 'ANTHROPIC_API_KEY',
  headers: (key) => ({ 'x-api-key': key }),
}
const openai = {
  base: 'https://api.openai.com',
  variable: 'OPENAI_API_KEY',
  headers: (key) => ({ authorization: `Bearer ${key}` }),
}
const providers = { 'claude-code': anthropic, opencode: openai, pi: openai, codex: openai }

/** What a trial of Claude Code reads in all its requests, as a plan for the cost. */
const INPUT_TOKENS = 100_000

const { model, client, repeats, seed, base } = parseArgs({
  options: {
    model: { type: 'string' },
    client: { type: 'string', default: 'claude-code' },
    repeats: { type: 'string', default: '10' },
    seed: { type: 'string', default: '1' },
    base: { type: 'string' },
  },
}).values

const provider = providers[client]
if (!model) refuse('Name a model: --model NAME.')
if (!provider) refuse(`Expected --client to be one of ${Object.keys(providers).join(', ')}.`)
for (const [name, value] of Object.entries({ repeats, seed }))
  if (!/^[1-9]\d*$/.test(value)) refuse(`Expected --${name} to be a whole number from 1.`)
const key = process.env[provider.variable]
if (!key) refuse(`Expected a key in ${provider.variable}: the trials ask a real model, which costs money.`)

const trials = TASKS.length * ARMS.length * Number(repeats)
console.log(
  `${trials} trials of ${model} in ${client}: some ${(trials * INPUT_TOKENS) / 1e6} million tokens of input, most of them from its cache.`,
)
const PITH_AB = JSON.stringify({
  agent: client,
  repeats: Number(repeats),
  seed: Number(seed),
  upstream: { url: base ?? provider.base, headers: provider.headers(key), model },
})
const words = ['vitest', 'run', '--config', 'vitest.session.config.ts']
const { status } = spawnSync('npx', words, { stdio: 'inherit', env: { ...process.env, PITH_AB } })
process.exitCode = status ?? 1

function refuse(why) {
  console.error(why)
  process.exit(2)
}
