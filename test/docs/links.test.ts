import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { describe, expect, it } from 'vitest'
import { root } from '../support/built.ts'
import { anchorsIn, documents, linksIn, programsIn, scriptsIn } from '../support/markdown.ts'

const { scripts }: { scripts: Record<string, string> } = JSON.parse(
  readFileSync(join(root, 'package.json'), 'utf8'),
)
const all = documents()

/** What is wrong with a link of a file; undefined where it leads somewhere. */
function faultOf(file: string, link: string): string | undefined {
  if (/^https?:/.test(link)) return undefined
  const [path, anchor] = link.split('#')
  const target = path === '' ? file : normalize(join(dirname(file), path))
  if (target.startsWith('..') || !existsSync(join(root, target))) return `${link}: there is no ${target}`
  if (anchor === undefined) return undefined
  const anchors = anchorsIn(readFileSync(join(root, target), 'utf8'))
  return anchors.includes(anchor) ? undefined : `${link}: ${target} has no heading for #${anchor}`
}

describe('a link', () => {
  it.each(all)('of $file leads somewhere', ({ file, text }) => {
    expect(linksIn(text).flatMap((link) => faultOf(file, link) ?? [])).toEqual([])
  })

  it('that leads nowhere is found', () => {
    const text = '[a](docs/gone.md) [b](#no-such) ![c](docs/retention.svg) `[d](code.md)` [e](../outside.md)'
    expect(linksIn(text).flatMap((link) => faultOf('README.md', link) ?? [])).toEqual([
      'docs/gone.md: there is no docs/gone.md',
      '#no-such: README.md has no heading for #no-such',
      '../outside.md: there is no ../outside.md',
    ])
  })
})

describe('a command', () => {
  it.each(all)('that $file names is there', ({ text }) => {
    expect(scriptsIn(text).filter((name) => !Object.hasOwn(scripts, name))).toEqual([])
    expect(programsIn(text).filter((file) => !existsSync(join(root, file)))).toEqual([])
  })
})

describe('npx', () => {
  // Nobody owns the name of pith on npm. Outside a project with pith, npx would run what somebody publishes there.
  it.each(all.filter(({ file }) => file !== 'CHANGELOG.md'))(
    'runs no pith in $file where it could ask the registry for it',
    ({ file, text }) => {
      const inCheckout =
        file === 'README.md' ? ['npx pith run -- seq 1 100000   # runs the command of this checkout'] : []
      const told = text.replaceAll(/never run `npx pith` or `npm install pith`/g, '')
      const calls = told.match(/\b(npx (?!--offline )[^\n`]*\bpith\b|npm (i|install)( -g)? pith\b).*/g) ?? []
      expect(calls).toEqual(inCheckout)
    },
  )
})

describe('a document', () => {
  it('is linked from the README', () => {
    const linked = linksIn(readFileSync(join(root, 'README.md'), 'utf8')).map((link) => link.split('#')[0])
    const docs = all.map(({ file }) => file).filter((file) => file.startsWith('docs/'))
    expect(docs.filter((file) => !linked.includes(file))).toEqual([])
  })
})
