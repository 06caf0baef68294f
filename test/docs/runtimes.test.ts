import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { runtimes, runtimesFolder } from '../runtimes/others/runtimes.ts'
import { documentOf } from '../support/markdown.ts'

const chapter = documentOf('docs/api.md').split('## On Bun and Deno')[1].split('\n## ')[0]

describe('the runtimes in docs/api.md', () => {
  it('have the versions that are tested', () => {
    const { dependencies } = JSON.parse(readFileSync(join(runtimesFolder, 'package.json'), 'utf8'))
    const versions = Object.entries<string>(dependencies)
      .filter(([name]) => /^(node-|@oven\/bun|@deno\/)/.test(name))
      .map(([, version]) => version.replace(/^npm:.*@/, ''))
    const named = chapter.match(/\b\d+\.\d+\.\d+\b/g) ?? []
    expect([...named].sort()).toEqual(versions.sort())
  })

  it('are given the permissions that are tested', () => {
    const given = runtimes.Deno.filter((word) => word.startsWith('--allow'))
    expect(chapter).toContain(`\`${given.join(' ')}\``)
  })
})
