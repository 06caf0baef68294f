// Makes a git repository with the same commits each time.
import { execFileSync } from 'node:child_process'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { createRandom } from '../random.mjs'
import { names } from './generate/words.mjs'

const SEED = 71
const COMMITS = 90
const FILES = 60

const ENVIRONMENT = {
  GIT_AUTHOR_NAME: 'Ada Ring',
  GIT_AUTHOR_EMAIL: 'ada@example.org',
  GIT_COMMITTER_NAME: 'Ada Ring',
  GIT_COMMITTER_EMAIL: 'ada@example.org',
  GIT_CONFIG_GLOBAL: '/dev/null',
  GIT_CONFIG_SYSTEM: '/dev/null',
  LC_ALL: 'C',
}

/** Fills a folder with a repository whose last commit changes 60 files, and with a work tree that differs from it. */
export function makeRepository(folder) {
  const random = createRandom(SEED)
  const git = (args, time = 0) => {
    const date = `${1_740_000_000 + time * 3600} +0000`
    const env = { ...process.env, ...ENVIRONMENT, GIT_AUTHOR_DATE: date, GIT_COMMITTER_DATE: date }
    execFileSync('git', args, { cwd: folder, env, stdio: 'ignore' })
  }
  const write = (path, text) => {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
  const commit = (time, subject) => {
    git(['add', '-A'])
    git(['commit', '-q', '-m', subject], time)
  }
  const files = Array.from(
    { length: FILES },
    (_, i) => `src/${names.pick(random)}/${names.pick(random)}-${i}.ts`,
  )
  const line = (i) => `const ${names.pick(random)}${i} = ${names.pick(random)}(${Math.floor(random() * 1e6)})`
  const texts = new Map(files.map((path) => [path, Array.from({ length: 80 }, (_, i) => line(i))]))
  const change = (path) => {
    const lines = texts.get(path)
    for (let i = 0; i < 4; i++) lines[Math.floor(random() * lines.length)] = line(i)
    write(path, `${lines.join('\n')}\n`)
  }
  git(['init', '-q', '-b', 'main'])
  for (const path of files) write(path, `${texts.get(path).join('\n')}\n`)
  commit(0, 'All files')
  for (let i = 1; i < COMMITS; i++) {
    for (let at = 0; at < 1 + (i % 4); at++) change(files[Math.floor(random() * FILES)])
    commit(i, `${names.pick(random)} keeps its ${names.pick(random)} in order (${i})`)
  }
  for (const path of files) change(path)
  commit(COMMITS, 'Every file changes')
  for (const path of files.slice(0, 40)) change(path)
  git(['add', ...files.slice(0, 15)])
  for (const path of files.slice(40, 45)) rmSync(join(folder, path))
  for (let i = 0; i < 120; i++) write(`notes/${names.pick(random)}-${i}.txt`, 'note\n')
}
