// Tools of npm: installers, test runners, bundlers, linters.
import { json, nounOf, range } from './words.mjs'

const app = (extra = {}) => ({
  'package.json': json({ name: 'shop', version: '1.0.0', private: true, ...extra }),
})

/** Test files of a runner, `tests` in each; the one that `broken` names fails. */
function suites({ count, tests, head, test, broken, ext = 'test.js' }) {
  const files = {}
  for (const n of range(count)) {
    const bodies = range(tests).map((m) => test(`${nounOf(m)} is ${n + m}`, n, m === 3 && n === broken))
    files[`test/${nounOf(n)}.${ext}`] = `${head}\n${bodies.join('\n')}\n`
  }
  return files
}

const jestTest = (title, n, fails) =>
  `test('${title}', async () => { await new Promise((done) => setTimeout(done, ${20 + n * 9})); expect(${fails ? '{ total: 41 }' : '{ total: 42 }'}).toEqual({ total: 42 }) })`
const jestFiles = (broken) => suites({ count: 12, tests: 8, head: '', test: jestTest, broken })
const vitestFiles = (broken) =>
  suites({ count: 12, tests: 8, head: "import { expect, test } from 'vitest'", test: jestTest, broken })
const mochaTest = (title, _, fails) => `  it('${title}', () => assert.equal(${fails ? 41 : 42}, 42))`
const mochaFiles = (broken) => {
  const head = "const assert = require('node:assert')\n"
  return suites({ count: 20, tests: 10, head, test: mochaTest, broken })
}
const avaTest = (title, n, fails) =>
  `test('${title}', async t => { await new Promise((done) => setTimeout(done, ${n * 7})); t.deepEqual({ total: ${fails ? 41 : 42} }, { total: 42 }) })`
const avaFiles = (broken) =>
  suites({ count: 10, tests: 8, head: "import test from 'ava'", test: avaTest, broken, ext: 'test.mjs' })
const nodeTest = (title, n, fails) =>
  `test('${title}', async () => { await new Promise((done) => setTimeout(done, ${n})); assert.equal(${fails ? 41 : 42}, 42) })`
const nodeFiles = (broken) =>
  suites({
    count: 10,
    tests: 12,
    head: "import test from 'node:test'\nimport assert from 'node:assert'",
    test: nodeTest,
    broken,
    ext: 'test.mjs',
  })

const tapTest = (title, n, fails) =>
  `t.test('${title}', async t => { await new Promise((done) => setTimeout(done, ${n * 5})); t.equal(${fails ? 41 : 42}, 42) })`
const tapFiles = (broken) =>
  suites({ count: 8, tests: 8, head: "import t from 'tap'", test: tapTest, broken, ext: 'test.mjs' })

/** Modules that `src/main` imports, with one fault where it is asked for. */
function modules({ count, ext, broken = -1, missing = -1, undef = -1, lazy = false }) {
  const names = range(count).map(nounOf)
  const files = {}
  for (const [n, name] of names.entries()) {
    const type = ext === 'ts' ? ': number' : ''
    const value = n === broken ? "'42'" : String(n)
    const lost = n === missing ? "import './no-such-tariff.js'\n" : ''
    const call = n === undef ? '  debugger\n  tariffTable.read()\n' : ''
    files[`src/${name}.${ext}`] =
      `${lost}export const ${name}${type} = ${value}\nexport function next_${name}(unused${type}) {\n${call}  return ${name} + 1\n}\n`
  }
  const main = names.map((name) =>
    lazy
      ? `import('./${name}.js').then(console.log)`
      : `import { ${name} } from './${name}.js'\nconsole.log(${name})`,
  )
  files[`src/main.${ext}`] = `${main.join('\n')}\n`
  return files
}

const listr = `import { Listr } from 'listr2'
const pause = (ms) => new Promise((done) => setTimeout(done, ms))
const regions = Array.from({ length: 20 }, (_, n) => ({
  title: 'region ' + n,
  task: async (_, task) => {
    for (let done = 0; done < 8; done++) {
      task.output = done * 12 + ' % of the prices'
      await pause(60 + n * 7)
    }
    if (n === 17) throw new Error('no tariff for region 17')
  },
}))
const tasks = new Listr(
  [
    { title: 'prices', task: (_, task) => task.newListr(regions, { concurrent: 4, rendererOptions: { collapseSubtasks: false } }) },
    { title: 'labels', task: () => pause(200) },
  ],
  {},
)
tasks.run().catch((error) => { console.error(error.message); process.exitCode = 1 })
`

const ora = `import ora from 'ora'
const pause = (ms) => new Promise((done) => setTimeout(done, ms))
for (const step of ['reading prices', 'writing labels', 'sending parcels']) {
  const spinner = ora(step).start()
  for (let n = 0; n < 20; n++) {
    spinner.text = step + ' ' + n * 5 + ' %'
    await pause(70)
  }
  spinner.succeed(step + ' done')
}
`

export const recipes = [
  {
    name: 'npm-install',
    tool: 'npm',
    version: 'npm --version',
    command: 'npm install --loglevel=http rollup@4 chalk@5 express@4 mocha@11',
    files: app(),
  },
  {
    name: 'npm-install-missing',
    tool: 'npm',
    version: 'npm --version',
    command: 'npm install',
    files: app({ dependencies: { 'left-pad': '^99.0.0', chalk: '^5.0.0' } }),
    decisive: ['No matching version found for left-pad@^99.0.0.'],
  },
  {
    name: 'jest-fail',
    tool: 'jest',
    version: 'jest --version',
    command: 'jest',
    columns: 120,
    rows: 40,
    files: { ...app(), ...jestFiles(7) },
    decisive: ['-   "total": 42,', '+   "total": 41,'],
  },
  {
    name: 'jest-pass-verbose',
    tool: 'jest',
    version: 'jest --version',
    command: 'jest --verbose',
    files: { ...app(), ...jestFiles(-1) },
  },
  {
    name: 'vitest-fail',
    tool: 'vitest',
    version: 'vitest --version',
    command: 'vitest run',
    files: { ...app({ type: 'module' }), ...vitestFiles(4) },
    decisive: ['AssertionError: expected { total: 41 } to deeply equal { total: 42 }'],
  },
  {
    name: 'vitest-pass-verbose',
    tool: 'vitest',
    version: 'vitest --version',
    command: 'vitest run --reporter=verbose',
    columns: 120,
    rows: 40,
    files: { ...app({ type: 'module' }), ...vitestFiles(-1) },
  },
  {
    name: 'mocha-fail',
    tool: 'mocha',
    version: 'mocha --version',
    command: 'mocha test',
    files: { ...app(), ...mochaFiles(13) },
    decisive: ['expected - actual', '41 == 42'],
  },
  {
    name: 'mocha-nyan',
    tool: 'mocha',
    version: 'mocha --version',
    command: 'mocha --reporter nyan test',
    files: { ...app(), ...mochaFiles(-1) },
  },
  {
    name: 'ava-fail',
    tool: 'ava',
    version: 'ava --version',
    command: 'ava',
    files: { ...app({ type: 'module' }), ...avaFiles(5) },
    decisive: ['Difference (- actual, + expected)', '-   total: 41', '+   total: 42'],
  },
  {
    name: 'node-test-fail',
    tool: 'node --test',
    version: 'node --version',
    command: 'node --test',
    files: { ...app(), ...nodeFiles(6) },
    decisive: ['AssertionError [ERR_ASSERTION]: 41 == 42'],
  },
  {
    name: 'ava-pass-many',
    tool: 'ava',
    version: 'ava --version',
    command: 'ava --verbose',
    columns: 120,
    rows: 40,
    files: {
      ...app({ type: 'module' }),
      ...suites({ count: 30, tests: 40, head: "import test from 'ava'", test: avaTest, ext: 'test.mjs' }),
    },
  },
  {
    name: 'tap-fail',
    tool: 'tap',
    version: 'tap --version',
    command: 'tap --disable-coverage test/*.test.mjs',
    files: { ...app({ type: 'module' }), ...tapFiles(3) },
    decisive: ['should be equal', '+41', '-42'],
  },
  {
    name: 'yarn-install',
    tool: 'yarn',
    version: 'yarn --version',
    command: 'yarn install --no-lockfile',
    files: app({ dependencies: { express: '4.21.2', chalk: '5.3.0', mocha: '11.0.1' } }),
  },
  {
    name: 'pnpm-install',
    tool: 'pnpm',
    version: 'pnpm --version',
    command: 'pnpm install',
    files: app({ dependencies: { express: '4.21.2', chalk: '5.3.0', mocha: '11.0.1', rollup: '4.30.0' } }),
  },
  {
    name: 'pnpm-install-ci-missing',
    tool: 'pnpm',
    version: 'pnpm --version',
    command: 'pnpm install',
    pipe: true,
    env: { CI: 'true', FORCE_COLOR: '1' },
    files: app({ dependencies: { express: '4.21.2', 'left-pad': '^99.0.0' } }),
    decisive: ['ERR_PNPM_NO_MATCHING_VERSION', 'No matching version found for left-pad@^99.0.0'],
  },
  {
    name: 'tsc-watch-fail',
    tool: 'tsc',
    version: 'tsc --version',
    command: 'tsc --watch --noEmit --strict src/*.ts || true; exit 2',
    keys: [
      [25000, '\x03'],
      [25500, '\x03'],
    ],
    files: { ...app(), ...modules({ count: 40, ext: 'ts', broken: 23 }) },
    decisive: ["error TS2322: Type 'string' is not assignable to type 'number'."],
  },
  {
    name: 'webpack-progress',
    tool: 'webpack',
    version: 'webpack --version',
    command: 'webpack --progress --mode production --entry ./src/main.js',
    columns: 120,
    rows: 40,
    files: { ...app(), ...modules({ count: 300, ext: 'js' }) },
  },
  {
    name: 'webpack-fail',
    tool: 'webpack',
    version: 'webpack --version',
    command: 'webpack --progress --mode development --entry ./src/main.js',
    files: { ...app(), ...modules({ count: 60, ext: 'js', missing: 31 }) },
    decisive: ["Can't resolve './no-such-tariff.js'"],
  },
  {
    name: 'vite-build',
    tool: 'vite',
    version: 'vite --version',
    command: 'vite build --minify false',
    files: {
      ...app({ type: 'module' }),
      'index.html': '<script type="module" src="/src/main.js"></script>\n',
      ...modules({ count: 200, ext: 'js', lazy: true }),
    },
  },
  {
    name: 'rollup-fail',
    tool: 'rollup',
    version: 'rollup --version',
    command: 'rollup src/main.js --file out.js',
    files: { ...app({ type: 'module' }), ...modules({ count: 40, ext: 'js', missing: 12 }) },
    decisive: ['Could not resolve "./no-such-tariff.js" from "src/tax_1.js"'],
  },
  {
    name: 'esbuild-fail',
    tool: 'esbuild',
    version: 'esbuild --version',
    command: 'esbuild --bundle src/main.js --outfile=out.js',
    files: { ...app(), ...modules({ count: 40, ext: 'js', missing: 12 }) },
    decisive: ['Could not resolve "./no-such-tariff.js"'],
  },
  {
    name: 'eslint-fail',
    tool: 'eslint',
    version: 'eslint --version',
    command: 'eslint --color src',
    files: {
      ...app(),
      'eslint.config.js': "module.exports = [{ rules: { 'no-unused-vars': 'warn', 'no-undef': 'error' } }]\n",
      ...modules({ count: 120, ext: 'js', undef: 70 }),
    },
    decisive: ["'tariffTable' is not defined"],
  },
  {
    name: 'biome-fail-pipe',
    tool: 'biome',
    version: 'biome --version',
    command: 'biome lint --colors=force --max-diagnostics=200 src',
    pipe: true,
    files: { ...app(), ...modules({ count: 30, ext: 'js', undef: 17 }) },
    decisive: ['lint/suspicious/noDebugger'],
  },
  {
    name: 'vitest-fail-ci',
    tool: 'vitest',
    version: 'vitest --version',
    command: 'vitest run --reporter=verbose',
    pipe: true,
    env: { CI: 'true', GITHUB_ACTIONS: 'true', FORCE_COLOR: '1' },
    files: { ...app({ type: 'module' }), ...vitestFiles(9) },
    decisive: ['AssertionError: expected { total: 41 } to deeply equal { total: 42 }'],
  },
  {
    name: 'listr-fail',
    tool: 'listr2',
    version: 'node -p "require(\'listr2/package.json\').version"',
    command: 'node tasks.mjs',
    files: { ...app(), 'tasks.mjs': listr },
    decisive: ['no tariff for region 17'],
  },
  {
    name: 'ora-spinner',
    tool: 'ora',
    version: 'node -p "require(\'ora/package.json\').version"',
    command: 'node spin.mjs',
    files: { ...app(), 'spin.mjs': ora },
  },
]
