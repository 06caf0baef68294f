// Writes what `npm run test:agents` measured (test/agents/figures.json) into docs/agents.md and the page of each agent:
//
//   node bench/agents.mjs --docs
import { readFileSync } from 'node:fs'
import { places, writeBlock } from './figures.mjs'

const titles = {
  'claude-code': 'Claude Code',
  opencode: 'opencode',
  pi: 'pi',
  gemini: 'Gemini CLI',
  codex: 'Codex CLI',
}

/** The block of an agent's page, by the agent's name; that of docs/agents.md is `all`. */
const blocks = {
  all: places.agents,
  'claude-code': places.claudeCode,
  opencode: places.opencode,
  pi: places.pi,
  gemini: places.gemini,
  codex: places.codex,
}

/** The Markdown of each block. */
export function agentTables(figures) {
  const pages = Object.keys(titles).map((agent) => [agent, pageTable(figures[agent] ?? {})])
  return { all: summary(figures), ...Object.fromEntries(pages) }
}

function pageTable(rows) {
  const lines = Object.entries(rows).map(
    ([name, { plain, pith }]) => `| ${name} | ${cells(plain)} | ${cells(pith)} |`,
  )
  return [
    '| output | bytes by itself | error kept | bytes with pith | error kept |',
    '|---|--:|---|--:|---|',
    ...lines,
  ].join('\n')
}

function summary(figures) {
  const lines = Object.entries(titles).flatMap(([agent, title]) =>
    Object.entries(figures[agent] ?? {})
      .filter(([name]) => name !== '24 KB')
      .map(([name, { plain, pith }]) => `| ${title} | ${name} | ${cells(plain)} | ${cells(pith)} |`),
  )
  return [
    '| agent | output | bytes by itself | error kept | bytes with pith | error kept |',
    '|---|---|--:|---|--:|---|',
    ...lines,
  ].join('\n')
}

/** A size and whether the error is there. Empty for a row that was not measured, because pith does not cover it. */
const cells = (figure) =>
  figure === undefined
    ? ' | '
    : `${figure.bytes.toLocaleString('en-US')} | ${figure.hasError ? 'yes' : '**no**'}`

if (process.argv.includes('--docs')) {
  const file = new URL('../test/agents/figures.json', import.meta.url)
  const tables = agentTables(JSON.parse(readFileSync(file, 'utf8')))
  for (const [name, place] of Object.entries(blocks)) writeBlock(place, tables[name])
}
