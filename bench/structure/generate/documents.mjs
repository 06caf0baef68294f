// Documents, source code, and what nobody reads byte by byte.
import { createRandom } from '../../random.mjs'
import { isUnfused, namesWritten, shareOf } from '../cut.mjs'
import { headingTasks, lineTasks, textTasks } from '../tasks/lines.mjs'
import { asksFor, names } from './words.mjs'

const sentence = (random, words) => `${Array.from({ length: words }, () => names.pick(random)).join(' ')}.`
const paragraph = (random) =>
  Array.from({ length: 3 }, () => sentence(random, 9 + Math.floor(random() * 8))).join('\n')

const markdown = (random) => {
  const lines = ['# Amber guide', '', paragraph(random)]
  const headings = [lines[0]]
  for (let section = 0; section < 24; section++) {
    const heading = `## ${section === 7 ? 'Install' : `${names.pick(random)} ${section}`}`
    headings.push(heading)
    lines.push('', heading, '', paragraph(random))
    if (section === 7) lines.push('', '```sh', '# not a heading', 'npm install amber-guide', '```')
    for (let inner = 0; inner < section % 4; inner++)
      lines.push(
        '',
        `### ${names.pick(random)} ${section}.${inner}`,
        '',
        paragraph(random),
        '',
        `- ${sentence(random, 6)}`,
      )
  }
  return {
    kind: 'markdown',
    name: 'guide',
    command: 'cat GUIDE.md',
    text: `${lines.join('\n')}\n`,
    tasks: (text) => [
      ...lineTasks({ text }),
      ...headingTasks(headings),
      ...textTasks({ 'the text below the title': lines[2], 'the last section': headings.at(-1) }),
      {
        name: 'text below a second heading',
        ask: ({ content }) => content.includes(`${headings[1]}\n\n${lines[6].split('\n')[0]}`),
      },
    ],
  }
}

const html = (random) => {
  const headings = Array.from({ length: 60 }, (_, i) => `<h2>${names.pick(random)} ${i}</h2>`)
  const body = headings.flatMap((heading) => [
    heading,
    `<p>${sentence(random, 30)}</p>`,
    '<ul>',
    ...Array.from({ length: 5 }, () => `<li>${sentence(random, 8)}</li>`),
    '</ul>',
  ])
  const text = [
    '<!doctype html>',
    '<html>',
    '<head><title>Quartz news</title>',
    `<style>${'.a{color:red}'.repeat(150)}</style>`,
    '</head>',
    '<body>',
    '<h1>Quartz today</h1>',
    ...body,
    '</body>',
    '</html>',
    '',
  ].join('\n')
  const bare = headings.map((heading) => heading.replaceAll(/<[^>]+>/g, ''))
  return {
    kind: 'html',
    name: 'web page',
    command: 'curl -s https://example.org/news',
    text,
    tasks: () => [
      ...textTasks({ 'its title': 'Quartz today', headings: bare, 'the last heading': bare.at(-1) }),
      {
        name: 'text below a heading',
        ask: ({ content }) =>
          body.some(
            (line) =>
              line.startsWith('<p>') && content.includes(line.replaceAll(/<[^>]+>/g, '').slice(0, 60)),
          ),
      },
      { name: 'nothing is fused', ask: (cut) => isUnfused(cut, text) },
    ],
  }
}

/** Whether a cut shows the head of a declaration, or a mark names it. */
const isDeclared = (cut, head, name) =>
  cut.content.includes(head) || namesWritten(cut).some((mark) => new RegExp(`[:,] ${name}[,\\]]`).test(mark))

const source = (random) => {
  const blocks = ["import { ring } from './ring.ts'", "import { hook } from './hook.ts'", '']
  const declared = []
  const declaredNames = []
  for (let i = 0; i < 46; i++) {
    const name = `${names.pick(random)}${i}`
    const head = i % 9 === 4 ? `export class ${name} {` : `export function ${name}(input: string): number {`
    declared.push(head)
    declaredNames.push(name)
    blocks.push(
      `/** ${sentence(random, 7)} */`,
      head,
      ...Array.from(
        { length: 4 + Math.floor(random() * 14) },
        (_, at) => `  const ${names.pick(random)}${at} = ${names.pick(random)}(input, ${at})`,
      ),
      '  return 0',
      '}',
      '',
    )
  }
  return {
    kind: 'source',
    name: 'TypeScript',
    command: 'cat src/amber.ts',
    text: blocks.join('\n'),
    tasks: (text) => [
      ...lineTasks({ text }),
      ...textTasks({
        'its imports': blocks.slice(0, 2),
      }),
      {
        name: 'declarations',
        ask: (cut) => shareOf(declared, (head, at) => isDeclared(cut, head, declaredNames[at])),
      },
      { name: 'the last declaration', ask: (cut) => isDeclared(cut, declared.at(-1), declaredNames.at(-1)) },
      {
        name: 'one declaration with its body',
        ask: ({ content }) =>
          declared.some((head) =>
            content.includes(text.slice(text.indexOf(head), text.indexOf('\n}\n', text.indexOf(head)) + 2)),
          ),
      },
    ],
  }
}

const opaque = (random) => {
  const bytes = Buffer.from(Array.from({ length: 60_000 }, () => Math.floor(random() * 256)))
  const text = `${bytes
    .toString('base64')
    .match(/.{1,76}/g)
    .join('\n')}\n`
  return {
    kind: 'opaque',
    name: 'base64',
    command: 'base64 picture.png',
    text,
    tasks: () => [
      ...lineTasks({ text }),
      ...textTasks({ 'its beginning': text.slice(0, 60), 'its end': text.trimEnd().slice(-40) }),
    ],
  }
}

const minified = (random) => {
  const code = Array.from(
    { length: 3000 },
    (_, i) => `function ${names.pick(random)[0]}${i}(e){return e+${Math.floor(random() * 1e5)}}`,
  ).join(';')
  return {
    kind: 'opaque',
    name: 'minified script',
    command: 'cat dist/bundle.min.js',
    text: `/*! amber 4.2 */${code}\n`,
    tasks: (text) => [
      { name: 'nothing is fused', ask: (cut) => isUnfused(cut, text) },
      ...asksFor({ 'its beginning': '/*! amber 4.2 */function', 'its end': text.slice(-30).trimEnd() }),
      {
        name: 'how long it is',
        ask: ({ text: all }) => /\+\d{4,}|\d+(\.\d)? ?[KM]B?\b|1 line, clipped/.test(all),
      },
    ],
  }
}

export const documentOutputs = (seed) => {
  const random = createRandom(seed)
  return [markdown, html, source, opaque, minified].map((make) => ({ exitCode: 0, ...make(random) }))
}
