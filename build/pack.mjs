// node build/pack.mjs: stages what is published in build/out/package, and packs it as build/out/pith-VERSION.tgz. The
// staged manifest has no scripts, and nothing that only a checkout needs. `npm publish build/out/package` publishes it.
// PITH_PACKAGE=@you/pith gives the package another name, which its notices, messages and documents follow.
import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))

/**
 * How large the package may become. A change that needs more raises these numbers, and says why. The core is in it three
 * times, each with the tables of the rules: for the entries, for the quick commands and for the plugins. The documents
 * are 30 files of 125 kB, so that the links of the README and of llms.txt lead somewhere without a network.
 */
const LIMITS = { files: 182, packedBytes: 1_650_000, unpackedBytes: 4_650_000 }

/** The name under which the package is published: PITH_PACKAGE, else that of package.json. */
export function packageName(name = process.env.PITH_PACKAGE || manifest.name) {
  if (!/^(?:@[a-z\d-][a-z\d._-]*\/)?pith$/.test(name))
    throw new Error(
      `Expected PITH_PACKAGE to be pith or a name such as @you/pith, got ${JSON.stringify(name)}.`,
    )
  return name
}

/** The manifest as it is published. */
export function publicManifest({ scripts, devDependencies, files, ...published }, name = published.name) {
  return {
    ...published,
    name,
    // By these names opencode and pi find their plugins in a package.
    exports: { ...published.exports, './server': './dist/plugins/opencode.js' },
    pi: { extensions: ['./dist/plugins/pi.js'] },
  }
}

/** A text or code as it is published: the names by which npm and programs find the package become its own. */
export const publicWords = (text, name) =>
  text
    .replaceAll(
      /(\bnpx (?:--offline )?|\bnpm (?:un)?install (?:-g )?)pith\b(?!-)/g,
      (_, before) => before + name,
    )
    .replaceAll('`npm install -g .` in its checkout', () => `\`npm install -g ${name}\``)
    .replaceAll(
      /(\b(?:from|import|require\()\s?\(?)(['"])pith(?=[/'"])/g,
      (_, before, quote) => before + quote + name,
    )

/** The README tells how to install from a checkout. As it is published, it tells how to install the package. */
const publicInstall = (text, name) =>
  text.replace(
    /(## Install\n\npith needs Node [\d.]+ or later\.)[\s\S]*?(?= The library has no dependencies)/,
    (_, kept) =>
      `${kept}\n\n\`\`\`sh\nnpm install ${name}\nnpx ${name} run -- seq 1 100000\n\`\`\`\n\n\`npm install -g ${name}\` puts \`pith\` on the \`PATH\`.`,
  )

/**
 * A document as it is published. Where the manifest names a repository, its relative links and pictures become
 * absolute, because a registry shows the README alone.
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

/** Stages the package in the folder `package` of `out`, and packs it in `out`. Returns what npm says about the archive. */
export function pack(out = join(root, 'build/out'), name = packageName()) {
  const folder = join(out, 'package')
  const [{ files }] = JSON.parse(npm('pack', '--dry-run', '--json', '--ignore-scripts'))
  rmSync(folder, { recursive: true, force: true })
  for (const { path } of files) {
    const file = join(folder, path)
    mkdirSync(dirname(file), { recursive: true })
    cpSync(join(root, path), file)
    if (/\.(?:js|d\.ts|txt|md)$/.test(path))
      writeFileSync(file, publicWords(readFileSync(file, 'latin1'), name), 'latin1')
  }
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(publicManifest(manifest, name), null, 2)}\n`)
  const readme = publicInstall(readFileSync(join(root, 'README.md'), 'utf8'), name)
  writeFileSync(join(folder, 'README.md'), publicDocument(publicWords(readme, name), manifest.repository))
  const [packed] = JSON.parse(npm('pack', folder, '--json', '--pack-destination', out))
  return { ...packed, path: join(out, packed.filename) }
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
  console.log(
    `${packed.path}: ${packed.entryCount} files, ${packed.size} bytes, ${packed.unpackedSize} bytes unpacked.`,
  )
  if (manifest.repository === undefined)
    console.log('package.json has no `repository`. Fill it in before publishing: provenance needs it.')
  const over = overLimits(packed)
  if (over.length > 0) {
    console.error(`The package is too large. ${over.join('; ')}.`)
    process.exitCode = 1
  }
}
