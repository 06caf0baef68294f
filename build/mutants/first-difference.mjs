// Fails at the first recorded output that has become another one: most mutants change one of the first.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

const [bundle, folder] = process.argv.slice(2)
const { recorded } = await import(pathToFileURL(bundle).href)
const expected = readFileSync(join(folder, 'test/engine/recorded.txt'), 'utf8').trimEnd().split('\n')
for await (const line of recorded()) if (line !== expected.shift()) process.exit(1)
process.exit(expected.length === 0 ? 0 : 1)
