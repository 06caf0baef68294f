// node build/binary.mjs: makes build/out/binary/pith-linux-x64 and pith-linux-arm64: the command with Bun in one file,
// for machines without Node. Bun comes from npm in the version of .ci/runtimes. Only that of this machine is run.
import { spawnSync } from 'node:child_process'
import {
  appendFileSync,
  copyFileSync,
  mkdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { writeLicences } from './licences.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
const folder = join(root, 'build/out/binary')
const { dependencies } = JSON.parse(readFileSync(join(root, '.ci/runtimes/package.json'), 'utf8'))
const BUN = '@oven/bun-linux-x64-baseline'
const PACKAGES = { x64: BUN, arm64: '@oven/bun-linux-aarch64' }
/** Packages that the package of npm leaves to its user. Nobody can add them to one file. */
const OPTIONAL = ['aws4fetch', 'gpt-tokenizer', '@huggingface/tokenizers']

function run(program, ...words) {
  const { status, stdout, stderr, error } = spawnSync(program, words, { cwd: root, encoding: 'utf8' })
  if (status !== 0) throw new Error(`\`${program} ${words.join(' ')}\` failed:\n${error ?? stderr}`)
  return stdout
}

/** The program Bun for an architecture. npm installs no package for another one, so this unpacks it. */
function bunFor(arch) {
  const into = join(folder, `bun-${arch}`)
  mkdirSync(into, { recursive: true })
  const spec = `${PACKAGES[arch]}@${dependencies[BUN]}`
  const [{ filename }] = JSON.parse(run('npm', 'pack', spec, '--json', '--pack-destination', into))
  run('tar', '-xzf', join(into, filename), '-C', into)
  return join(into, 'package/bin/bun')
}

/** Makes the file for each architecture in build/out/binary. Returns their paths. */
export function binaries(archs = Object.keys(PACKAGES)) {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  writeFileSync(
    join(folder, 'main.js'),
    "import { main } from '../../../dist/chunks/commands.js'\nprocess.on('SIGUSR1', () => {})\nawait main(process.argv.slice(2))\n",
  )
  const programs = Object.fromEntries(
    [...new Set([process.arch, ...archs])].map((arch) => [arch, bunFor(arch)]),
  )
  const paths = archs.map((arch) => {
    const path = join(folder, `pith-linux-${arch}`)
    run(
      programs[process.arch],
      ...['build', '--compile', '--target=bun', '--minify', '--bytecode', '--format=esm', '--root', '.'],
      // The folder in which the command runs has no say.
      ...['--no-compile-autoload-dotenv', '--no-compile-autoload-bunfig'],
      ...['--compile-executable-path', programs[arch], '--outfile', path],
      // A thread is started by its path, which the code names from where it lies in the package.
      ...['--define', `import.meta.url="file:///$bunfs/root/dist/chunks/main.js"`],
      ...[join(folder, 'main.js'), 'dist/node/web/markdown-thread.js'],
    )
    return path
  })
  for (const arch of Object.keys(programs)) rmSync(join(folder, `bun-${arch}`), { recursive: true })
  const licences = join(folder, 'third-party-licences.txt')
  const inputs = Object.fromEntries(OPTIONAL.map((name) => [`node_modules/${name}/`, { bytesInOutput: 1 }]))
  writeLicences({ outputs: { binary: { inputs } } }, licences)
  appendFileSync(
    licences,
    `\n${'-'.repeat(80)}\n\n${readFileSync(join(root, 'dist/third-party-licences.txt'), 'utf8')}`,
  )
  appendFileSync(
    licences,
    `\n${'-'.repeat(80)}\n\nBun ${dependencies[BUN]}: https://bun.com/docs/project/license\n`,
  )
  copyFileSync(join(root, 'LICENSE'), join(folder, 'LICENSE'))
  return paths
}

/** Milliseconds until a program has printed its version: the least of ten times. */
function startOf(...words) {
  const times = Array.from({ length: 10 }, () => {
    const begun = performance.now()
    run(...words, '--version')
    return performance.now() - begun
  })
  return Math.round(Math.min(...times))
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  for (const path of binaries()) {
    const isOwn = path.endsWith(process.arch)
    const start = isOwn ? `starts in ${startOf(path)} ms` : 'not run on this machine'
    console.log(`${path}: ${Math.round(statSync(path).size / 1e6)} MB, ${start}.`)
  }
  console.log(`With Node: starts in ${startOf(process.execPath, join(root, 'dist/cli/main.js'))} ms.`)
}
