// Writes the licences of the packages that the bundles contain.
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const NAMES = /^(licen[cs]e|copying|notice)(\.(md|txt))?$/i

/**
 * Writes one file with the licence of each package, once if several have the same words, in `node_modules` that a bundle was made from.
 *
 * @param metafile what esbuild says about its inputs
 */
export function writeLicences(metafile, path) {
  const folders = new Set(
    Object.values(metafile.outputs)
      .flatMap(({ inputs }) => Object.entries(inputs))
      .flatMap(([name, { bytesInOutput }]) => {
        const [folder] = /^.*node_modules\/(@[^/]+\/)?[^/]+/.exec(name) ?? []
        return folder !== undefined && bytesInOutput > 0 ? [folder] : []
      }),
  )
  /** The packages of each licence: some have the same words. */
  const packages = new Map()
  for (const folder of [...folders].sort()) {
    const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
    const files = readdirSync(folder).filter((file) => NAMES.test(file))
    if (files.length === 0) throw new Error(`Expected a licence in ${folder}, found none.`)
    const words = files.map((file) => readFileSync(join(folder, file), 'utf8').trim()).join('\n\n')
    packages.set(words, `${packages.get(words) ?? ''}${name} ${version} (${license})\n`)
  }
  const texts = [...packages].map(([words, names]) => `${names}\n${words}\n`)
  if (texts.length > 0 || existsSync(path)) writeFileSync(path, texts.join(`\n${'-'.repeat(80)}\n\n`))
}
