// Compilers, bundlers, linters and runners from this checkout's devDependencies.
import { nameOf, pack, passTests, range, serve, titleOf } from './passing.mjs'

const json = (value) => `${JSON.stringify(value, null, 2)}\n`

const vitestFile = (subject, count, broken = {}) => {
  const tests = range(count).map((n) => {
    const { title = titleOf(subject, n), body = `expect(${n} + 1).toBe(${n + 1})` } = broken[n] ?? {}
    return `  it(${JSON.stringify(title)}, () => { console.log('case ${n}, 0 errors'); ${body} })`
  })
  return `import { describe, expect, it } from 'vitest'\ndescribe('${subject}', () => {\n${tests.join('\n')}\n})\n`
}

function vitestProject(project, broken) {
  project.link('vitest')
  project.write('package.json', json({ name: 'shop', type: 'module', private: true }))
  project.write(
    'vitest.config.js',
    "export default { cacheDir: '.cache', test: { fileParallelism: false } }\n",
  )
  for (const n of range(10))
    project.write(`test/${nameOf(n)}-${n}.test.js`, vitestFile(nameOf(n), 16, n === 4 ? broken : {}))
}

function tscProject(project, folder, broken) {
  const compilerOptions = { strict: true, noEmit: true, types: [], lib: ['es2022', 'dom'] }
  project.write(`${folder}/tsconfig.json`, json({ compilerOptions, include: ['src'] }))
  for (const n of range(60))
    project.write(`${folder}/src/${nameOf(n)}-${n}.ts`, `export const value${n}: number = ${n}\n`)
  if (broken) project.write(`${folder}/src/total.ts`, broken)
}

export const logs = [
  {
    name: 'vitest-verbose',
    tool: 'vitest',
    make(project) {
      serve(project, 600)
      vitestProject(project, {
        7: { title: 'splits a bill', body: 'expect({ share: 33.34 }).toEqual({ share: 33.33 })' },
      })
      project.run('vitest', ['run', '--reporter=verbose'], { fails: true })
      pack(project, 'coverage', 800)
      return { required: ['splits a bill', '33.34', '33.33'], decisive: ['AssertionError'] }
    },
  },
  {
    name: 'vitest-colour',
    tool: 'vitest',
    make(project) {
      vitestProject(project, {
        3: { title: 'opens the till', body: "JSON.parse('{ till: 1 }')" },
      })
      project.run('vitest', ['run'], { fails: true, env: { FORCE_COLOR: '1' } })
      passTests(project, 'smoke', 12)
      return { required: ['opens the till', 'SyntaxError: '] }
    },
  },
  {
    name: 'tsc-listfiles',
    tool: 'tsc',
    make(project) {
      tscProject(project, 'shared')
      tscProject(project, 'server', "export const total: number = ['12', '30'].join('')\n")
      tscProject(project, 'client')
      serve(project, 750)
      for (const folder of ['shared', 'server', 'client'])
        project.run('tsc', ['-p', folder, '--listFiles'], { fails: folder === 'server' })
      passTests(project, 'smoke', 8)
      return { required: ["Type 'string' is not assignable to type 'number'"], decisive: ['src/total.ts'] }
    },
  },
  {
    name: 'tsc-resolution',
    tool: 'tsc',
    make(project) {
      tscProject(project, 'server', "import { rate } from './rates/summer'\nexport const total = rate * 2\n")
      tscProject(project, 'client')
      serve(project, 750)
      project.run('tsc', ['-p', 'client', '--listFiles'])
      project.run('tsc', ['-p', 'server', '--traceResolution'], { fails: true })
      return { required: ["Cannot find module './rates/summer'"] }
    },
  },
  {
    name: 'esbuild',
    tool: 'esbuild',
    make(project) {
      const entries = range(24).map((n) => `src/${nameOf(n)}-${n}.js`)
      for (const path of entries)
        project.write(path, "export { x } from './x.js'\nconsole.log('errors: 0')\n")
      project.write('src/x.js', 'export const x = 1\n')
      project.write('src/shop.js', "import { Till } from './till/open.js'\nnew Till()\n")
      pack(project, 'assets', 600)
      for (const path of [...entries.slice(0, 14), 'src/shop.js', ...entries.slice(14)]) {
        project.run('esbuild', [path, '--bundle', '--outdir=out', '--log-level=info'], {
          fails: path === 'src/shop.js',
        })
      }
      serve(project, 450)
      return { required: ['Could not resolve "./till/open.js"'] }
    },
  },
  {
    name: 'biome',
    tool: 'biome',
    make(project) {
      project.write(
        'biome.json',
        json({ linter: { rules: { recommended: true } }, formatter: { enabled: false } }),
      )
      for (const n of range(40))
        project.write(`src/${nameOf(n)}-${n}.js`, `export function f${n}(a) {\n  return a == ${n}\n}\n`)
      project.write('src/total.js', 'export const total = 1\ntotal = 2\nexport const sum = (a) => a\n')
      passTests(project, 'unit', 6)
      project.run('biome', ['lint', '--max-diagnostics=none', 'src'], { fails: true })
      pack(project, 'assets', 600)
      return { required: ['lint/correctness/noConstAssign', 'src/total.js:2'] }
    },
  },
  {
    name: 'assemblyscript',
    tool: 'asc',
    make(project) {
      project.write('fine.ts', 'export function twice(a: i32): i32 { return a * 2 }\n')
      project.write('sum.ts', "export function sum(a: i32): i32 {\n  return a + rest('b')\n}\n")
      serve(project, 600)
      project.run('asc', ['fine.ts', '--outFile', 'fine.wasm', '--stats'])
      project.run('asc', ['sum.ts', '--outFile', 'sum.wasm', '--stats'], { fails: true })
      pack(project, 'assets', 800)
      return { required: ["Cannot find name 'rest'"], decisive: ['sum.ts(2'] }
    },
  },
  {
    name: 'knip',
    tool: 'knip',
    make(project) {
      const dependencies = { 'left-over': '^1.0.0' }
      project.write(
        'package.json',
        json({ name: 'shop', type: 'module', main: 'src/index.js', dependencies }),
      )
      project.write('src/index.js', "import { open } from './till.js'\nimport 'undeclared-rates'\nopen()\n")
      project.write('src/till.js', 'export const open = () => 1\n')
      passTests(project, 'unit', 12)
      project.run('knip', ['--no-progress'], { fails: true })
      pack(project, 'assets', 800)
      return { required: ['undeclared-rates'] }
    },
  },
  {
    name: 'publint',
    tool: 'publint',
    make(project) {
      project.write(
        'package.json',
        json({ name: 'shop', version: '1.0.0', type: 'module', exports: { '.': './dist/main.js' } }),
      )
      project.write('README.md', 'shop\n')
      serve(project, 900)
      project.run('publint', ['--pack', 'false', '--strict'], { fails: true })
      pack(project, 'assets', 800)
      return { required: ['./dist/main.js but the file does not exist'] }
    },
  },
]
