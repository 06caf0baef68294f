// Writes llms.txt, the map of pith for a model that reads rather than browses (https://llmstxt.org), from package.json
// and the documents. `node build/llms.mjs` writes it anew; a test compares.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'

const textOf = (path) => readFileSync(path, 'utf8')

/** The first paragraph of a document that is no code, in one line, up to its first sentence. */
function firstSentence(text) {
  const paragraph = text
    .replaceAll(/^```[\s\S]*?^```$/gm, '')
    .split(/\n\s*\n/)
    .find((part) => /^[\w`"]/.test(part))
  const plain = (paragraph ?? '').replaceAll('\n', ' ').replaceAll(/\[([^\]]+)\]\([^)]+\)/g, '$1')
  return /^.*?[.:](?=\s|$)/.exec(plain)?.[0].replace(/:$/, '.') ?? plain
}

function link(path) {
  const text = textOf(path)
  const [, title] = /^# (.+)$/m.exec(text) ?? [undefined, path]
  return `- [${title}](${path}): ${firstSentence(text)}`
}

/** Items of the list of commands: `- \`pith run\`: runs a command …`. */
const commands = () =>
  Array.from(textOf('docs/command.md').matchAll(/^- (`.*?`): (.*)$/gm), ([, command, says]) => [
    command,
    says.replaceAll(/\s*\(?\[[^\]]+\]\([^)]+\)\)?/g, ''),
  ])
    .filter(([command]) => /^`(?:CMD \| )?pith\b/.test(command))
    .map(([command, says]) => `- ${command}: ${says}`)

/** The text of llms.txt. */
export function llmsText() {
  const { description, exports } = JSON.parse(textOf('package.json'))
  const entries = Object.entries(exports).flatMap(([name, target]) =>
    typeof target === 'object' && target.types !== undefined
      ? [`- \`${name.replace('.', 'pith')}\`: types in ${target.types.replace('./', '')}`]
      : [],
  )
  const documents = readdirSync('docs')
    .filter((name) => name.endsWith('.md'))
    .sort()
    .map((name) => `docs/${name}`)
  return `# pith

> ${description}

Each function, option and type has a doc comment in the types of its entry. \`pith --help\` lists all commands and options. The documents are in the package too.

## Entries

${entries.join('\n')}

## Commands

${commands().join('\n')}

## Documents

${['README.md', ...documents].map(link).join('\n')}

## Optional

${['ARCHITECTURE.md', 'CONTRIBUTING.md', 'SECURITY.md'].map(link).join('\n')}
`
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) writeFileSync('llms.txt', llmsText())
