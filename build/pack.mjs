// node build/pack.mjs: stages what is published in build/out/package, and packs it as build/out/pith.tgz. The staged
// manifest has no scripts, and nothing that only a checkout needs. `npm publish build/out/package` publishes it.
import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const folder = join(root, 'build/out/package')
const archive = join(root, 'build/out/pith.tgz')

/**
 * How large the package may become. A change that needs more raises these numbers, and says why. The core is in it three
 * times, each with the tables of the rules: for the entries, for the quick commands and for the plugins.
 */
const LIMITS = { files: 152, packedBytes: 1_600_000, unpackedBytes: 4_500_000 }

/** The manifest as it is published. */
export function publicManifest({ scripts, devDependencies, files, ...manifest }) {
  return manifest
}

/**
 * A document as it is published. Where the manifest names a repository, its relative links and pictures become
 * absolute, because only some of them are packed.
 */
export function publicDocument(text, repository) {
  const url = typeof repository === 'string' ? repository : repository?.url
  if (url === undefined) return text
  const home = url
    .replace(/^git\+/, '')
    .replace(/^(git@|ssh:\/\/git@)([^:/]+)[:/]/, 'https://$2/')
    .replace(/^github:/, 'https://github.com/')
    .replace(/\.git$/, '')
  return text.replaceAll(/(!?)(\[[^\]]*\])\((?!\w+:|#|\/)([^)\s]+)\)/g, (_, picture, words, path) => {
    return `${picture}${words}(${home}/${picture ? 'raw' : 'blob'}/HEAD/${path})`
  })
}

function npm(...words) {
  const { status, stdout, stderr } = spawnSync('npm', words, { cwd: root, encoding: 'utf8' })
  if (status !== 0) throw new Error(`\`npm ${words.join(' ')}\` failed:\n${stderr}`)
  return stdout
}

/** Stages and packs the package. Returns what npm says about the archive. */
export function pack() {
  const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const [{ files }] = JSON.parse(npm('pack', '--dry-run', '--json', '--ignore-scripts'))
  rmSync(folder, { recursive: true, force: true })
  for (const { path } of files) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    cpSync(join(root, path), join(folder, path))
  }
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(publicManifest(manifest), null, 2)}\n`)
  const readme = readFileSync(join(root, 'README.md'), 'utf8')
  writeFileSync(join(folder, 'README.md'), publicDocument(readme, manifest.repository))
  const [packed] = JSON.parse(npm('pack', folder, '--json', '--pack-destination', dirname(archive)))
  renameSync(join(dirname(archive), packed.filename), archive)
  return packed
}

/** What is larger than it may be. */
export function overLimits({ entryCount, size, unpackedSize }) {
  const measured = { files: entryCount, packedBytes: size, unpackedBytes: unpackedSize }
  return Object.entries(LIMITS).flatMap(([name, limit]) =>
    measured[name] > limit ? [`${name}: ${measured[name]}, expected at most ${limit}`] : [],
  )
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const packed = pack()
  const { repository } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  console.log(
    `${archive}: ${packed.entryCount} files, ${packed.size} bytes, ${packed.unpackedSize} bytes unpacked.`,
  )
  if (repository === undefined)
    console.log('package.json has no `repository`. Fill it in before publishing: provenance needs it.')
  const over = overLimits(packed)
  if (over.length > 0) {
    console.error(`The package is too large. ${over.join('; ')}.`)
    process.exitCode = 1
  }
}
