// Makes a labelled set of failure logs with real tools on small broken projects, for people without the corpus.
// `node bench/retention/make-logs.mjs` makes the set again and lists it. The benchmark makes it when it is missing or
// stale.
import { createHash } from 'node:crypto'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { labelOf } from './labels.mjs'
import { logs as cLogs } from './make-logs/c.mjs'
import { logs as dataLogs } from './make-logs/data.mjs'
import { logs as gitLogs } from './make-logs/git.mjs'
import { logs as nodeLogs } from './make-logs/node.mjs'
import { logs as npmLogs } from './make-logs/npm.mjs'
import { logs as perlLogs } from './make-logs/perl.mjs'
import { createProject } from './make-logs/project.mjs'
import { logs as pythonLogs } from './make-logs/python.mjs'
import { logs as shellLogs } from './make-logs/shell.mjs'
import { logs as typescriptLogs } from './make-logs/typescript.mjs'

const recipes = [
  ...nodeLogs,
  ...npmLogs,
  ...typescriptLogs,
  ...pythonLogs,
  ...perlLogs,
  ...shellLogs,
  ...gitLogs,
  ...cLogs,
  ...dataLogs,
]

const checkout = fileURLToPath(new URL('../..', import.meta.url))
const folder = join(checkout, 'build/out/made-logs')
/** Names of the temporary folder and of the checkout in a log, so that its bytes depend on neither. */
const PROJECT_PATH = '/home/ci/shop'
const CHECKOUT_PATH = '/home/ci/tools/'

/**
 * Returns the folder of the set, which has `labels.json` and `logs/` like the corpus. Makes the set when it is missing,
 * when the recipes or Node have changed, or with `fresh`. This takes about a minute.
 *
 * @param {{ fresh?: boolean, tell?: (line: string) => void }} options
 * @returns {string}
 */
export function madeLogs({ fresh = false, tell = () => {} } = {}) {
  const key = keyOfRecipes()
  const index = join(folder, 'labels.json')
  const made = existsSync(index) ? JSON.parse(readFileSync(index, 'utf8')) : undefined
  if (made?.key === key && !fresh) {
    for (const line of made.skipped) tell(line)
    return folder
  }
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(join(folder, 'logs'), { recursive: true })
  const work = realpathSync(mkdtempSync(join(tmpdir(), 'pith-made-logs-')))
  const labels = []
  const skipped = []
  try {
    for (const recipe of recipes) {
      const { label, skip } = makeOne(recipe, work)
      if (label) labels.push(label)
      else skipped.push(skip)
      tell(skip ?? `${recipe.name}: ${label.bytes} bytes, ${label.lines} lines${label.hard ? ', hard' : ''}`)
    }
  } finally {
    rmSync(work, { recursive: true, force: true })
  }
  writeFileSync(index, `${JSON.stringify({ key, skipped, labels }, null, 2)}\n`)
  return folder
}

function makeOne(recipe, work) {
  const file = `logs/${recipe.name}.log`
  const place = join(work, recipe.name)
  try {
    const { required, decisive = [] } = recipe.make(createProject(place, join(folder, file)))
    const text = neutral(readFileSync(join(folder, file)).toString(), place)
    writeFileSync(join(folder, file), text)
    return { label: { id: recipe.name, file, tool: recipe.tool, ...labelOf(text, required, decisive) } }
  } catch (error) {
    rmSync(join(folder, file), { force: true })
    const missing = error.code === 'ENOENT' ? `no ${error.path} here` : error.message
    return { skip: `skipped ${recipe.name}: ${missing}` }
  }
}

const neutral = (text, place) => text.replaceAll(place, PROJECT_PATH).replaceAll(checkout, CHECKOUT_PATH)

function keyOfRecipes() {
  const sources = fileURLToPath(new URL('make-logs', import.meta.url))
  const hash = createHash('sha256').update(process.version)
  const files = readdirSync(sources)
    .sort()
    .map((name) => join(sources, name))
  const here = ['make-logs.mjs', 'labels.mjs'].map((name) => fileURLToPath(new URL(name, import.meta.url)))
  for (const file of [...here, ...files]) hash.update(readFileSync(file))
  return hash.digest('hex')
}

if (process.argv[1] === fileURLToPath(import.meta.url)) madeLogs({ fresh: true, tell: console.log })
