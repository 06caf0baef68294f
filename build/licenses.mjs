// Writes the licences of the packages whose code is in the bundles. Their authors ask for that.
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** The folders of packages that bundles contain: `node_modules/diff`. */
export function packagesIn(metafiles) {
  const inputs = metafiles.flatMap(({ outputs }) =>
    Object.values(outputs).flatMap((output) =>
      Object.entries(output.inputs).flatMap(([path, { bytesInOutput }]) => (bytesInOutput > 0 ? [path] : [])),
    ),
  )
  const folders = inputs.flatMap((path) => /^.*\bnode_modules\/(?:@[^/]+\/)?[^/]+/.exec(path) ?? [])
  return [...new Set(folders)].sort()
}

export function writeLicenses(metafiles, file) {
  writeFileSync(file, packagesIn(metafiles).map(licenseOf).join('\n\n'))
}

function licenseOf(folder) {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  const [text] = readdirSync(folder).filter((entry) => /^licen[cs]e(\.\w+)?$/i.test(entry))
  if (text === undefined || !existsSync(join(folder, text)))
    throw new Error(`${name} has no file with its licence.`)
  return `${name} ${version} (${license})\n\n${readFileSync(join(folder, text), 'utf8').trim()}\n`
}
