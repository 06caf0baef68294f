// Writes the figures in README.md and docs/. The command that a block's comment names writes the block.
import { readFileSync, writeFileSync } from 'node:fs'
import { markdownTable } from './report.mjs'

const root = new URL('../', import.meta.url)
const END = '<!-- end of figures -->'

const place = (file, command) => ({
  path: new URL(file, root),
  file,
  command,
  begin: `<!-- figures of ${command} -->`,
})

/** Every block of figures: its file, and the command that writes it. */
export const places = {
  cold: place('README.md', 'npm run bench:cold -- --docs'),
  seenShort: place('README.md', 'npm run bench -- --docs: first seen'),
  seen: place('docs/speed.md', 'npm run bench -- --docs: first seen'),
  sizes: place('docs/speed.md', 'node bench/sizes.mjs --docs'),
  retention: place('docs/retention.md', 'npm run bench:retention -- --made --docs'),
  found: place('docs/retention.md', 'npm run bench:retention -- --dir ../shared/corpus/found --docs'),
  public: place('docs/benchmarks.md', 'npm run bench:public -- --docs'),
  purpose: place('docs/retention.md', 'npm run bench:purpose -- --docs'),
  kinds: place('docs/kinds.md', 'npm run bench:kinds -- --docs'),
  redaction: place('docs/secrets.md', 'node bench/redaction.mjs --docs'),
  tokens: place('docs/tokens.md', 'npm run bench:tokens -- --docs'),
  session: place('docs/guides.md', 'npm run bench:session'),
  agents: place('docs/agents.md', 'npm run test:agents'),
  runtimes: place('docs/runtimes.md', 'WRITE_FIGURES=1 npm run test:runtimes'),
}

/** Writes Markdown into a block of its own file, or of another file in tests. */
export function writeBlock({ begin, path }, markdown, into = path) {
  const text = readFileSync(into, 'utf8')
  const from = text.indexOf(begin)
  const to = text.indexOf(END, from)
  if (from < 0 || to < 0) throw new Error(`Expected ${begin} and ${END} in ${into}.`)
  writeFileSync(into, `${text.slice(0, from + begin.length)}\n${markdown}\n${text.slice(to)}`)
}

/** Sizes in kB of 1000 bytes. */
export function sizeTable(sizes) {
  const kB = (bytes) => (bytes / 1000).toFixed(0)
  const rows = sizes.map(({ name, bytes, gzipped }) => [name, kB(bytes), kB(gzipped)])
  return markdownTable([['', 'kB', 'kB gzipped'], ...rows])
}
