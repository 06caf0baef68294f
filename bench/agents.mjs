// Writes what `npm run test:agents` measured (test/agents/figures.json) into docs/agents.md:
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

/** What is shown of a command that fails and prints much, as Markdown. */
export function agentTable(figures) {
  const lines = Object.entries(titles).flatMap(([agent, title]) => {
    const figure = figures[agent]?.['229 KB, exit 1']
    return figure === undefined ? [] : [`| ${title} | ${cells(figure.plain)} | ${cells(figure.pith)} |`]
  })
  return [
    '| agent | bytes by itself | error kept | bytes with pith | error kept |',
    '|---|--:|---|--:|---|',
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
  writeBlock(places.agents, agentTable(JSON.parse(readFileSync(file, 'utf8'))))
}
