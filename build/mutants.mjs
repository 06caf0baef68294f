// npm run test:mutants [-- --count 300 --seed 1 --room core/fit]: breaks the code of the core and the kinds, one place at a
// time, and tells which of these mutants no suite notices that `npm test` has for that room. The sample depends on the seed
// alone. Each worker has a copy of what is committed, in a temporary folder.
import { execFileSync, spawn } from 'node:child_process'
import {
  copyFileSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { build } from 'esbuild'
import { parseAst } from 'rolldown/parseAst'

/** The suites that `npm test` has for a room, besides that of recorded outputs. A mutant is tried on them in this order. */
const SUITES = {
  'core/fit': [
    'test/fit',
    'test/plan',
    'test/engine',
    'test/tools/page',
    'test/net',
    'test/contract.test.ts',
    'test/properties.test.ts',
  ],
  'core/judge': ['test/signal', 'test/core/judge', 'test/logs.test.ts', 'test/passing.test.ts'],
  'core/clean': ['test/fold', 'test/scan/controls.test.ts', 'test/properties.test.ts'],
  'core/hold': [
    'test/collect',
    'test/engine',
    'test/fold/snapshots.test.ts',
    'test/net',
    'test/passing.test.ts',
    'test/chunking.test.ts',
    'test/contract.test.ts',
    'test/tools/bash.test.ts',
    'test/tools/other-output.test.ts',
  ],
  kinds: ['test/structure', 'test/cli/query.test.ts'],
}
/** What is generated, and what is data with tests of its own. */
const LEFT_OUT = /\/(table|literals|linear\/.*|rules\/.*|grapheme-table)\.ts$/
const OPERATORS = {
  '<': '<=',
  '<=': '<',
  '>': '>=',
  '>=': '>',
  '===': '!==',
  '!==': '===',
  '&&': '||',
  '||': '&&',
  '+': '-',
  '-': '+',
  '??': '&&',
}

/** A mutant that hangs is noticed too. */
const LONGEST_MS = 240_000

const { values } = parseArgs({
  options: {
    count: { type: 'string', default: '300' },
    seed: { type: 'string', default: '1' },
    room: { type: 'string' },
    json: { type: 'string' },
  },
})
const rooms = values.room ? [values.room] : Object.keys(SUITES)
const sample = drawn(rooms.flatMap(mutantsIn), Number(values.count), Number(values.seed))
const folders = Array.from({ length: availableParallelism() }, copyOf)
const results = []
if (await changesRecorded(folders[0])) throw new Error('The recorded outputs differ without a mutant.')
await Promise.all(folders.map(work))
for (const folder of folders) rmSync(folder, { recursive: true, force: true })
report()

/** Tries mutants until none is left. */
async function work(folder) {
  for (let mutant = sample.pop(); mutant; mutant = sample.pop()) {
    const path = join(folder, mutant.file)
    const source = readFileSync(path, 'utf8')
    writeFileSync(path, source.slice(0, mutant.start) + mutant.text + source.slice(mutant.end))
    const isKilled = (await changesRecorded(folder)) || (await suitesFail(folder, SUITES[mutant.room]))
    writeFileSync(path, source)
    results.push({ ...mutant, isKilled })
    if (!isKilled) console.log(`survived: ${mutant.file}:${mutant.line}: ${mutant.was} became ${mutant.text}`)
  }
}

function report() {
  for (const room of rooms) {
    const own = results.filter((result) => result.room === room)
    const killed = own.filter(({ isKilled }) => isKilled).length
    if (own.length > 0) console.log(`${room}: ${killed} of ${own.length} killed`)
  }
  const killed = results.filter(({ isKilled }) => isKilled).length
  const share = results.length > 0 ? `, ${Math.round((100 * killed) / results.length)} %` : ''
  console.log(`all: ${killed} of ${results.length} killed${share}`)
  if (values.json) writeFileSync(values.json, JSON.stringify(results, null, 1))
}

/** True if one of the outputs of `test/engine/recorded.test.ts` becomes another. The first that does is enough. */
async function changesRecorded(folder) {
  const support = join(folder, 'test/support')
  const outfile = join(support, 'recorded.mjs')
  const isBuilt = await build({
    entryPoints: [join(support, 'recorded.ts')],
    alias: { vitest: here('mutants/vitest.mjs') },
    outfile,
    // Scripts of the benchmarks find their data by where they stand.
    external: ['../../bench/*'],
    bundle: true,
    platform: 'node',
    format: 'esm',
    logLevel: 'silent',
  }).then(
    () => true,
    () => false,
  )
  // `a ?? b && c` is no code.
  return !isBuilt || fails(folder, process.execPath, [here('mutants/first-difference.mjs'), outfile, folder])
}

function suitesFail(folder, suites) {
  // Suites that put something in a module's place are a project of their own.
  const projects = ['--project', 'wasm', '--project', 'apart']
  const cache = ['--experimental.fsModuleCache', '--experimental.fsModuleCachePath', join(folder, 'cache')]
  const ends = ['--bail', '1', '--maxWorkers', '1']
  return fails(folder, 'npx', ['vitest', 'run', ...projects, ...cache, ...ends, ...suites])
}

function fails(folder, program, words) {
  return new Promise((resolve) => {
    const env = { ...process.env, PITH_NET: 'throw' }
    const child = spawn(program, words, { cwd: folder, env, stdio: 'ignore', detached: true })
    const timer = setTimeout(() => process.kill(-child.pid, 'SIGKILL'), LONGEST_MS)
    child.on('exit', (code) => {
      clearTimeout(timer)
      resolve(code !== 0)
    })
  })
}

function here(name) {
  return fileURLToPath(new URL(name, import.meta.url))
}

/** A checkout of what is committed, with the packages and the generated files of this one. */
function copyOf() {
  const folder = mkdtempSync(join(tmpdir(), 'pith-mutants-'))
  execFileSync('sh', ['-c', `git archive HEAD | tar -x -C ${folder}`])
  symlinkSync(join(process.cwd(), 'node_modules'), join(folder, 'node_modules'))
  for (const file of ['src/core/scan/binary.ts', 'src/core/judge/table.ts'])
    if (existsSync(file)) copyFileSync(file, join(folder, file))
  return folder
}

/** All mutants of the files of a room. */
function mutantsIn(room) {
  const files = readdirSync(join('src', room), { recursive: true }).map((name) => join('src', room, name))
  return files
    .filter((file) => file.endsWith('.ts') && !LEFT_OUT.test(file))
    .flatMap((file) => {
      const source = readFileSync(file, 'utf8')
      const found = []
      visit(parseAst(source, { lang: 'ts' }), (node) => found.push(...mutantsOf(node, source)))
      return found.map((mutant) => ({
        ...mutant,
        room,
        file,
        line: source.slice(0, mutant.start).split('\n').length,
        was: source.slice(mutant.start, mutant.end),
      }))
    })
}

/** The ways to break one place: another operator, the other branch, another number, another truth. */
function mutantsOf(node, source) {
  switch (node.type) {
    case 'BinaryExpression':
    case 'LogicalExpression': {
      const to = OPERATORS[node.operator]
      // Texts are joined, not added.
      const isText = node.operator === '+' && /['"`]/.test(source.slice(node.start, node.end))
      if (to === undefined || isText) return []
      const start = source.indexOf(node.operator, node.left.end)
      return [{ start, end: start + node.operator.length, text: to }]
    }
    case 'ConditionalExpression':
    case 'IfStatement': {
      const { start, end } = node.test
      return [{ start, end, text: `!(${source.slice(start, end)})` }]
    }
    case 'Literal':
      if (typeof node.value === 'boolean')
        return [{ start: node.start, end: node.end, text: String(!node.value) }]
      if (typeof node.value === 'number')
        return [{ start: node.start, end: node.end, text: String(node.value + 1) }]
      return []
    default:
      return []
  }
}

function visit(node, see) {
  if (node === null || typeof node !== 'object') return
  // What types say is erased.
  if (typeof node.type === 'string' && /^TS(?!AsExpression|NonNull)/.test(node.type)) return
  if (typeof node.type === 'string') see(node)
  for (const [name, child] of Object.entries(node)) {
    if (name === 'typeAnnotation' || name === 'typeParameters' || name === 'returnType') continue
    if (Array.isArray(child)) for (const each of child) visit(each, see)
    else visit(child, see)
  }
}

/** So many of them, in the order in which they are tried. */
function drawn(all, count, seed) {
  let state = seed >>> 0 || 1
  const random = () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return state / 2 ** 32
  }
  for (let at = all.length - 1; at > 0; at--) {
    const other = Math.floor(random() * (at + 1))
    ;[all[at], all[other]] = [all[other], all[at]]
  }
  console.log(`${Math.min(count, all.length)} of ${all.length} mutants`)
  return all.slice(0, count)
}
