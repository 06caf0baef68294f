// Writes the licences of the packages that the bundles contain.
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const NAMES = /^(licen[cs]e|copying|notice)(\.(md|txt))?$/i

/**
 * Writes one file with the licence of each package in `node_modules` that a bundle was made from.
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
  const texts = [...folders].sort().map((folder) => {
    const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
    const files = readdirSync(folder).filter((file) => NAMES.test(file))
    if (files.length === 0) throw new Error(`Expected a licence in ${folder}, found none.`)
    const words = files.map((file) => readFileSync(join(folder, file), 'utf8').trim())
    return `${name} ${version} (${license})\n\n${words.join('\n\n')}\n`
  })
  if (texts.length > 0 || existsSync(path)) writeFileSync(path, texts.join(`\n${'-'.repeat(80)}\n\n`))
}
