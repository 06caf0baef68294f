// Runs within `npm version`: dates the section of the changelog that the new version releases.
import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))

/** The changelog with its topmost section as that of a release. Throws where nothing is to be released. */
export function released(changelog, version, date) {
  const [first] = changelog.match(/^## .*$/m) ?? []
  if (first !== '## Unreleased')
    throw new Error(`Expected CHANGELOG.md to begin with "## Unreleased", got ${JSON.stringify(first)}.`)
  return changelog.replace(first, () => `## ${version} (${date})`)
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const file = join(root, 'CHANGELOG.md')
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const date = new Date().toISOString().slice(0, 10)
  writeFileSync(file, released(readFileSync(file, 'utf8'), version, date))
  execFileSync('git', ['add', 'CHANGELOG.md'], { cwd: root })
}
