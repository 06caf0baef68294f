// Writes the lists of functions in docs/api.md from the published types: each function with its parameters and the first
// sentence of its doc comment. Needs a fresh build. `node build/functions.mjs` writes them; a test compares.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'

const DOCUMENT = 'docs/api.md'
const BLOCK = /<!-- functions of (\S+) -->\n[\s\S]*?<!-- end of functions -->/g
const DECLARATION = /\/\*\*((?:(?!\*\/)[\s\S])*)\*\/\ndeclare (?:function|const|class) (\w+)/g

const { exports } = JSON.parse(readFileSync('package.json', 'utf8'))

/** The types of an entry, as a program names it. */
const typesOf = (entry) => exports[entry.replace(/^pith/, '.')].types

/** The functions and values that an entry exports, with the names that its file has for them. */
function namesIn(types) {
  const lists = readFileSync(types, 'utf8').matchAll(/^export \{ (.*) \};?$/gm)
  return Array.from(lists, ([, names]) => names.split(', '))
    .flat()
    .filter((name) => !name.startsWith('type '))
    .map((name) => name.split(' as ').toReversed())
}

/** All documented declarations of a file, by their names. */
function declarationsIn(types) {
  const text = readFileSync(types, 'utf8')
  const found = Array.from(text.matchAll(DECLARATION), ({ 0: whole, 1: comment, 2: name, index }) => [
    name,
    { says: firstSentence(comment), parameters: parametersOf(text.slice(index + whole.length)) },
  ])
  return new Map(found)
}

function firstSentence(comment) {
  const [paragraph] = comment
    .replaceAll(/\n \*/g, '\n')
    .trim()
    .split(/\n\s*\n|\n\s*@/)
  const text = paragraph.replaceAll(/\s+/g, ' ').replaceAll(/\{@link (\w+)\}/g, '`$1`')
  return (/^.*?[.:](?=\s|$)/.exec(text)?.[0] ?? text).replace(/:$/, '.')
}

/** `(input, options?)` of `<T>(input: Input, options?: Options): Result`. Empty for a value and for a class. */
function parametersOf(declared) {
  if (!/^(?:: )?(?:<[^(]*>)?\(/.test(declared)) return ''
  let depth = 0
  let names = ''
  for (const sign of declared.slice(declared.indexOf('(') + 1).replaceAll('=>', '')) {
    if (depth === 0 && sign === ')') break
    if (')]}>'.includes(sign)) depth--
    if (depth === 0 && !')]}>'.includes(sign)) names += sign
    if ('([{<'.includes(sign)) depth++
  }
  const parts = names.split(',').map((part) => part.split(':')[0].trim().replace(/^\{/, 'options'))
  return `(${parts.join(', ')})`
}

/** The chunks that entries share. */
const shared = () =>
  readdirSync('dist/types')
    .filter((name) => name.endsWith('.d.ts'))
    .map((name) => declarationsIn(`dist/types/${name}`))

/** The rows of an entry. The error, which several entries export, is in the text of the document. */
function rowsOf(entry) {
  const types = typesOf(entry)
  const known = [declarationsIn(types), ...shared()]
  return namesIn(types).flatMap(([name, local = name]) => {
    const found = known.find((declarations) => declarations.has(local))?.get(local)
    if (name === 'PithError' || found === undefined) return []
    return [[`\`${name}${found.parameters}\``, found.says]]
  })
}

const listOf = (entry) => rowsOf(entry).map(([call, says]) => `- ${call}: ${says}`)

/** The document with its lists as they should be. */
export const withFunctions = (text) =>
  text.replaceAll(
    BLOCK,
    (_, entry) => `<!-- functions of ${entry} -->\n${listOf(entry).join('\n')}\n<!-- end of functions -->`,
  )

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href)
  writeFileSync(DOCUMENT, withFunctions(readFileSync(DOCUMENT, 'utf8')))
