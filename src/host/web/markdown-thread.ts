// Turns HTML into Markdown in a thread of its own, because a page can be made so that this takes hours or all memory.
import { parentPort, workerData } from 'node:worker_threads'
import Turndown from 'turndown'
import { gfm } from './tables.ts'

/** UTF-16 code units of a page in Markdown. A longer one stays HTML. */
const MOST_UNITS = 16 * 1024 * 1024

const { html, base } = workerData as { html: string; base: string }

const service = new Turndown({ headingStyle: 'atx', codeBlockStyle: 'fenced', bulletListMarker: '-' })
service.use(gfm)
service.remove(['script', 'style', 'noscript', 'template', 'iframe', 'object', 'title', 'link', 'meta'])
// Drawings have no text that a reader needs.
service.addRule('drawings', {
  filter: (node) => node.nodeName.toLowerCase() === 'svg',
  replacement: () => '',
})
service.addRule('links', {
  filter: (node) => node.nodeName === 'A' && node.getAttribute('href') !== null,
  replacement: (content, node) => {
    const text = content.trim()
    const target = absolute((node as unknown as Attributes).getAttribute('href'))
    return text === '' || target === '' ? text : `[${text}](${target})`
  },
})
service.addRule('images', {
  filter: 'img',
  replacement: (_, node) => {
    const image = node as unknown as Attributes
    const text = (image.getAttribute('alt') ?? '').replaceAll(/\s+/g, ' ')
    const target = absolute(image.getAttribute('src'))
    return target === '' ? text : `![${text}](${target})`
  },
})

interface Attributes {
  getAttribute(name: string): string | null
}

/** The address of a link. Empty for a part of the page, for a script, and for data. */
function absolute(target: string | null): string {
  if (target === null || target.startsWith('#') || !URL.canParse(target, base)) return ''
  const url = new URL(target, base)
  return ['http:', 'https:', 'mailto:'].includes(url.protocol) ? url.href : ''
}

const text = service.turndown(html)
// Quotes in quotes repeat their marks in each line.
parentPort?.postMessage(text.length > MOST_UNITS ? undefined : text)
