import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './built.ts'

/** The documents of the repository, with their links, anchors and commands. */

export interface Document {
  /** A path from the root. */
  file: string
  text: string
}

/** Every Markdown file in the root and below `docs/`. */
export function documents(): Document[] {
  const inRoot = readdirSync(root).filter((name) => name.endsWith('.md'))
  const inDocs = readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' })
    .map((name) => name.replaceAll('\\', '/'))
    .filter((name) => name.endsWith('.md'))
  const files = [...inRoot, ...inDocs.map((name) => `docs/${name}`)].sort()
  return files.map((file) => ({ file, text: readFileSync(join(root, file), 'utf8') }))
}

export const documentOf = (file: string): string => readFileSync(join(root, file), 'utf8')

/** How many words a text has, as `wc -w` counts them. */
export const wordsIn = (text: string): number => text.match(/\S+/g)?.length ?? 0

/** The text without its code blocks. */
export const withoutCode = (text: string): string => text.replaceAll(/^```[\s\S]*?^```$/gm, '')

/** The targets of links and images outside code. */
export function linksIn(text: string): string[] {
  const prose = withoutCode(text).replaceAll(/`[^`\n]*`/g, '')
  return Array.from(prose.matchAll(/\]\(([^)\s]+)\)/g), ([, target]) => target)
}

/**
 * The anchors that a link can name after `#`: headings in lower case, with hyphens for blanks and without other signs.
 */
export function anchorsIn(text: string): string[] {
  const headings = withoutCode(text).matchAll(/^#{1,6} (.+)$/gm)
  return Array.from(headings, ([, heading]) =>
    heading
      .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  )
}

/** The text from each heading to the next. */
export function sectionsIn(text: string): { heading: string; body: string }[] {
  const parts = text.split(/^(?=#{1,6} )/m)
  return parts.map((part) => ({ heading: part.slice(0, part.indexOf('\n')), body: part }))
}

/** The commands of npm that a text names: `test` of `npm test`, `bench` of `npm run bench -- --quick`. */
export function scriptsIn(text: string): string[] {
  const run = text.matchAll(/\bnpm run ([\w:-]+)/g)
  const own = text.matchAll(/\bnpm (test)\b/g)
  return [...run, ...own].map(([, name]) => name)
}

/** The files that a text runs with Node: `bench/sizes.mjs` of `node bench/sizes.mjs --docs`. */
export const programsIn = (text: string): string[] =>
  Array.from(text.matchAll(/\bnode ((?:bench|build)\/[\w./-]+\.mjs)/g), ([, file]) => file)
