import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { root } from '../support/built.ts'
import { documentOf } from '../support/markdown.ts'

interface Packing {
  publicManifest(manifest: object): object
  publicDocument(text: string, repository?: string | { url: string }): string
  overLimits(packed: { entryCount: number; size: number; unpackedSize: number }): string[]
}
interface Releasing {
  released(changelog: string, version: string, date: string): string
}
const load = (name: string) => import(/* @vite-ignore */ new URL(`../../build/${name}`, import.meta.url).href)
const { publicManifest, publicDocument, overLimits }: Packing = await load('pack.mjs')
const { released }: Releasing = await load('release.mjs')

const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
/** What the README and llms.txt link to, or name as a document. */
const linked = [
  ...documentOf('README.md').matchAll(/\]\((?!\w+:|#)([^)#\s]+)/g),
  ...readFileSync(join(root, 'llms.txt'), 'utf8').matchAll(/\b((?:docs\/)?[\w-]+\.md)\b/g),
].map(([, path]) => path)
/** npm packs these whatever the manifest says. */
const always = ['README.md', 'LICENSE']

describe('what is published', () => {
  it('has no scripts and names no package that only a checkout needs', () => {
    const published = publicManifest(manifest)
    expect(published).not.toHaveProperty('scripts')
    expect(published).not.toHaveProperty('devDependencies')
    expect(published).toMatchObject({
      exports: manifest.exports,
      bin: manifest.bin,
      sideEffects: manifest.sideEffects,
    })
  })

  it('has the documents and pictures that its README and llms.txt lead to', () => {
    const isPacked = (path: string) =>
      existsSync(join(root, path)) &&
      [...manifest.files, ...always].some((file) => path === file || path.startsWith(`${file}/`))
    expect(linked.length).toBeGreaterThan(30)
    expect(linked.filter((path) => !isPacked(path))).toEqual([])
  })

  it('names types before all else in each entry', () => {
    for (const targets of Object.values<Record<string, string>>(manifest.exports)) {
      if (typeof targets !== 'string' && 'types' in targets) expect(Object.keys(targets)[0]).toBe('types')
    }
  })

  it('may have so many files and bytes, and no more', () => {
    expect(overLimits({ entryCount: 182, size: 1, unpackedSize: 1 })).toEqual([])
    expect(overLimits({ entryCount: 183, size: 1e9, unpackedSize: 1 })).toEqual([
      'files: 183, expected at most 182',
      expect.stringMatching(/^packedBytes: 1000000000, expected at most \d+$/),
    ])
  })
})

describe('the published README', () => {
  const text = '![Plot](docs/a.svg) [b](docs/b.md#c) [d](#d) [e](https://e.org/e) [f](LICENSE)'
  const absolute =
    '![Plot](https://github.com/o/r/raw/HEAD/docs/a.svg) [b](https://github.com/o/r/blob/HEAD/docs/b.md#c) [d](#d) [e](https://e.org/e) [f](https://github.com/o/r/blob/HEAD/LICENSE)'

  it.each([
    'github:o/r',
    'git+https://github.com/o/r.git',
    'git@github.com:o/r.git',
    'git+ssh://git@github.com/o/r.git',
  ])('has absolute links and pictures where the repository is %s', (url) => {
    expect(publicDocument(text, url)).toBe(absolute)
    expect(publicDocument(text, { url })).toBe(absolute)
  })

  it('stays as it is where the manifest names no repository', () => {
    expect(publicDocument(text)).toBe(text)
  })

  it('has no relative picture or link left', () => {
    const published = publicDocument(documentOf('README.md'), 'github:o/r')
    expect(published).not.toMatch(/\]\((?!https:|#)/)
  })
})

describe('the changelog', () => {
  it('has a section for each release, with its date, and one for what comes', () => {
    const headings = documentOf('CHANGELOG.md').match(/^## .*$/gm) ?? []
    expect(headings.length).toBeGreaterThan(0)
    for (const [at, heading] of headings.entries()) {
      expect(heading).toMatch(
        at === 0 ? /^## (Unreleased|\d+\.\d+\.\d+(?: \(\d{4}-\d\d-\d\d\))?)$/ : /^## \d/,
      )
    }
  })

  it('gets the version and the date of a release', () => {
    const text = '# Changelog\n\n## Unreleased\n\n- a $1\n\n## 0.1.0 (2026-01-02)\n'
    expect(released(text, '0.2.0', '2026-03-04')).toBe(
      '# Changelog\n\n## 0.2.0 (2026-03-04)\n\n- a $1\n\n## 0.1.0 (2026-01-02)\n',
    )
    expect(() => released('# Changelog\n\n## 0.1.0 (2026-01-02)\n', '0.2.0', '2026-03-04')).toThrow(
      'Expected CHANGELOG.md to begin with "## Unreleased"',
    )
  })
})
