import type { Random } from '../random.ts'
import { fill, type Generator, lines, name, oneIn, skewed, word, words } from './parts.ts'

// XML, HTML, Markdown and YAML whose depth and width vary within a document.

const TAGS = [
  'a',
  'item',
  'ns:b',
  'key',
  'string',
  'dict',
  'testcase',
  'testsuite',
  'failure',
  'x-y',
  'größe',
]

const attributes = (random: Random): string =>
  Array.from(
    { length: skewed(random, 6) },
    (_, at) => ` ${word(random).replace(/\W/g, 'w')}${at}="${text(random)}"`,
  ).join('')

const text = (random: Random): string =>
  words(random).replaceAll(/[<>&"]/g, '') + random.pick(['', '', ' &amp; ', '&#x1F600;', '&lt;'])

/** Elements until so many bytes are written; then all that are open end. */
function elements(random: Random, bytes: number, tags: readonly string[], mostDepth: number): string {
  const open: string[] = []
  const line = random.pick(['', '\n', '\n  ', '\r\n'])
  const body = fill(random, bytes, () => {
    const turn = random.below(10)
    if (turn < 3 && open.length > 1) return `</${open.pop()}>${line}`
    if (turn < 5 && open.length < mostDepth) {
      open.push(random.pick(tags))
      return `<${open[open.length - 1]}${attributes(random)}>${line}`
    }
    if (turn === 5) return `<${random.pick(tags)}${attributes(random)}/>${line}`
    if (turn === 6 && oneIn(random, 4)) return `<!-- ${words(random)} -->${line}`
    if (turn === 7 && oneIn(random, 4)) return `<![CDATA[${words(random)} ]] > <]]>`
    const tag = random.pick(tags)
    return `<${tag}>${text(random)}</${tag}>${line}`
  })
  return (
    body +
    open
      .reverse()
      .map((tag) => `</${tag}>${line}`)
      .join('')
  )
}

const HEADS = [
  '',
  '<?xml version="1.0"?>\n',
  '\ufeff<?xml version="1.0" encoding="UTF-8"?>',
  '<!DOCTYPE plist [ <!ENTITY a "b"> ]>\n',
]

export const xml: Generator = (random, bytes) => {
  const depth = 1 + skewed(random, 64)
  return `${random.pick(HEADS)}<root${attributes(random)}>${elements(random, bytes, TAGS, depth)}</root>${random.pick(['', '\n', '\n<!-- end -->\n'])}`
}

export const junit: Generator = (random, bytes) =>
  `<?xml version="1.0"?>\n<testsuites>\n${fill(random, bytes, (at) => {
    const tests = Array.from({ length: skewed(random, 60) }, (_, nth) => {
      const inner = random.pick([
        '',
        '',
        '<skipped/>',
        `<failure message="${text(random)}">${text(random).repeat(skewed(random, 40))}</failure>`,
        '<error/>',
      ])
      return `<testcase name="t${at}-${nth}"${attributes(random)}>${inner}</testcase>\n`
    })
    return `<testsuite name="${word(random).replace(/\W/g, '')}${at}">\n${tests.join('')}</testsuite>\n`
  })}</testsuites>\n`

const HTML_TAGS = ['div', 'p', 'span', 'ul', 'li', 'table', 'td', 'b', 'nav', 'section', 'a', 'pre', 'title']

export const html: Generator = (random, bytes) => {
  const head = random.pick([
    '<!doctype html>\n<html>',
    '<HTML>',
    '\n<!-- x -->\n<!DOCTYPE html><html lang="en">',
  ])
  const depth = 1 + skewed(random, 200)
  const body = fill(random, bytes, (at) => {
    const turn = random.below(9)
    if (turn === 0) return `<h${1 + random.below(6)}>${words(random)} ${at}</h${1 + random.below(6)}>\n`
    if (turn === 1) return `<script>if (a < b) { "${words(random)}" }</script>`
    if (turn === 2)
      return `a < b &nbsp; ${words(random, 60)}<br><img src="data:${'A'.repeat(skewed(random, 9000))}">\n`
    return elements(random, skewed(random, 3000), HTML_TAGS, depth)
  })
  return `${head}<head><title>${words(random)}</title></head><body>${body}${random.pick(['</body></html>\n', '', '</div></html>'])}`
}

/** A block of Markdown, or what only looks like one. */
function block(random: Random, at: number): string {
  const line = () => words(random, 20)
  const some = (make: () => string, most = 20) =>
    Array.from({ length: skewed(random, most) }, make).join('\n')
  const mark = random.pick(['- ', '* ', `${at}. `, '> ', '    ', '\t'])
  switch (random.below(9)) {
    case 0:
      return `${'#'.repeat(1 + random.below(7))} ${line()}`
    case 1:
      return `${line()}\n${random.pick(['===', '---', '-'])}`
    case 2:
      return `${random.pick(['```', '~~~~', '```js'])}\n${some(line, 200)}\n${random.pick(['```', '~~~~', ''])}`
    case 3:
      return `| a | b |\n|---|:-:|\n${some(() => `| ${name(random)} | ${line()} |`)}`
    case 4:
      return some(() => `${mark.repeat(1 + skewed(random, 90))}${line()}`)
    case 5:
      return `<!-- ${line()} -->\n<div>${line()}</div>`
    case 6:
      return `[a]: https://example.org/${name(random)}\n***\n![x](y)`
    default:
      return some(line, 60)
  }
}

export const markdown: Generator = (random, bytes) =>
  random.pick(['', '---\ntitle: x\n---\n', '# First\n\n', '\ufeff# First\n']) +
  fill(random, bytes, (at) => `${block(random, at)}\n${random.pick(['\n', '\n', '', '\n\n \n'])}`)

const YAML_VALUES = [
  '|',
  '>-',
  '"open',
  '"x"',
  "'it''s'",
  '[a, {b: c}]',
  '{',
  '&a',
  '*a',
  '!t x',
  '# c',
  '- - x',
  '|2+ # c',
]

/** Keys, items, comments and blocks of text, with an indentation that goes up and down. */
export const yaml: Generator = (random, bytes) => {
  let depth = 0
  return lines(random, bytes, () => {
    depth = Math.max(0, Math.min(60, depth + random.pick([-2, -1, 0, 0, 0, 1, 1])))
    if (oneIn(random, 30))
      return random.pick(['---', '...', '--- !x', '%YAML 1.2', '', '\t', '# c', '? a', ': b'])
    const value = random.pick(['', '', word(random), words(random), random.pick(YAML_VALUES)])
    const node = random.pick([
      `${word(random)}: ${value}`,
      `${word(random)}: ${value}`,
      `- ${value}`,
      value,
      `- ${word(random)}: ${value}`,
    ])
    return `${random.pick(['  ', '  ', ' ']).repeat(depth)}${node}`
  })
}
