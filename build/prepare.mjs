// Builds what is out of date, in order: kernels, the embedded module, bundles, types. It runs at every install, and
// again when npx links the package. So it skips what is up to date, never deletes dist/, and prints nothing on standard
// output.
import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const force = process.argv.includes('--force')
const require = createRequire(import.meta.url)

/** The shell for agents. Some accept only a shell that is called bash. As a prefix it takes a command line alone. */
const SHELL = 'src/shell/pith.sh'
const PIPES = 'src/shell/pipes.sh'
const BIN = 'src/shell/bin.sh'
const shells = ['dist/shell/pith', 'dist/shell/bash', 'dist/shell/prefix']
/** A folder of its own, because it is put behind the PATH. */
const command = 'dist/bin/pith'

if (!existsSync(join(root, 'assembly'))) process.exit(0)

step({
  name: 'debug kernels',
  from: [...sources('assembly'), 'asconfig.json'],
  to: ['build/out/debug.wasm'],
  run: () => node(binOf('assemblyscript', 'asc'), '--target', 'debug'),
})
step({
  name: 'release kernels',
  from: [...sources('assembly'), 'asconfig.json'],
  to: ['build/out/release.wasm'],
  run: () => node(binOf('assemblyscript', 'asc'), '--target', 'release'),
})
step({
  name: 'embedded module',
  from: ['build/out/release.wasm', 'build/embed.mjs'],
  to: ['src/core/scan/binary.ts'],
  run: () => node('build/embed.mjs'),
})
step({
  name: 'rules of the judge',
  from: [...sources('src/core/judge'), 'build/judge.mjs', ...filesIn('build/judge')],
  to: ['src/core/judge/table.ts'],
  run: () => node('build/judge.mjs'),
})
step({
  name: 'bundles',
  from: [...sources('src'), 'build/bundle.mjs', 'build/rules.mjs', 'package.json'],
  to: ['dist/index.js', 'dist/cli/main.js', 'dist/pith.wasm', 'dist/plugins/pi.js'],
  run: () => {
    if (node('build/bundle.mjs')) return true
    mkdirSync(join(root, 'dist'), { recursive: true })
    copyFileSync(join(root, 'build/out/release.wasm'), join(root, 'dist/pith.wasm'))
    return false
  },
})
step({
  name: 'shell',
  from: [SHELL, PIPES, BIN],
  to: [...shells, command, 'dist/shell/pipes.sh'],
  run: () => {
    for (const folder of ['dist/shell', 'dist/bin']) mkdirSync(join(root, folder), { recursive: true })
    // A shell reads its comments and blanks at each start.
    const codeOf = (path) =>
      readFileSync(join(root, path), 'utf8')
        .replaceAll(/^[ \t]*#(?!!).*\n/gm, '')
        .replaceAll(/^\s+/gm, '')
    const code = codeOf(SHELL)
    writeFileSync(join(root, 'dist/shell/pipes.sh'), codeOf(PIPES))
    for (const file of shells) writeFileSync(join(root, file), code)
    writeFileSync(join(root, command), codeOf(BIN))
    for (const file of [...shells, command]) chmodSync(join(root, file), 0o755)
    return false
  },
})
step({
  name: 'types',
  from: [
    ...sources('src'),
    'build/types.mjs',
    'build/entries.mjs',
    'package.json',
    'tsconfig.json',
    'tsconfig.build.json',
  ],
  to: ['dist/index.d.ts'],
  run: () => {
    rmSync(join(root, 'build/out/types'), { recursive: true, force: true })
    return node(binOf('typescript', 'tsc'), '-p', 'tsconfig.build.json') || node('build/types.mjs')
  },
})

/** Runs a step if any of its sources is newer than any of its results. */
function step({ name, from, to, run }) {
  const newest = Math.max(...from.map((file) => modifiedAt(file) ?? 0))
  const fresh = to.every((file) => (modifiedAt(file) ?? -1) >= newest)
  if (fresh && !force) return
  if (run()) {
    process.stderr.write(`pith: building the ${name} failed.\n`)
    process.exit(1)
  }
  const now = new Date()
  for (const file of to) touch(file, now)
}

function touch(file, time) {
  const path = join(root, file)
  if (existsSync(path)) utimesSync(path, time, time)
}

function modifiedAt(file) {
  const path = join(root, file)
  return existsSync(path) ? statSync(path).mtimeMs : undefined
}

function sources(folder) {
  return filesIn(folder).filter((name) => name.endsWith('.ts'))
}

function filesIn(folder) {
  return readdirSync(join(root, folder), { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name).slice(root.length))
}

/** The script of a package's command. */
function binOf(name, command) {
  const manifest = require.resolve(`${name}/package.json`)
  const { bin } = require(manifest)
  return join(dirname(manifest), typeof bin === 'string' ? bin : bin[command])
}

/** Runs a program and returns true if it failed. Its output goes to standard error. */
function node(...args) {
  const { status } = spawnSync(process.execPath, args, { cwd: root, stdio: ['ignore', 2, 2] })
  return status !== 0
}
