// @deep

import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { build as bundle } from 'esbuild'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Truncation } from '../../src/truncation.ts'
import { distFile, distUrl } from '../support/built.ts'
import { type Ran, useCommand } from '../support/command.ts'
import { checkContract } from '../support/contract.ts'
import { answersSource, cases } from './cases.ts'

interface Answers {
  backend: string
  results: [Truncation, Truncation][]
}

const plain = `
import { readFileSync } from 'node:fs'
import { answers } from './answers.mjs'
process.stdout.write(answers(readFileSync('cases.json', 'utf8')))
`

/** A world without Node's globals, in which compiling WebAssembly is forbidden, as a CSP forbids it. */
const forbidding = `
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { createContext, SourceTextModule } from 'node:vm'
const globals = { atob, TextDecoder, TextEncoder }
const context = createContext(globals, { codeGeneration: { strings: true, wasm: false } })
const moduleOf = (file) => new SourceTextModule(readFileSync(file, 'utf8'), { context, identifier: file })
const library = moduleOf(process.env.LIBRARY)
await library.link((name, { identifier }) => moduleOf(join(dirname(identifier), name)))
const driver = moduleOf('answers.mjs')
await driver.link(() => library)
await driver.evaluate()
process.stdout.write(driver.namespace.answers(readFileSync('cases.json', 'utf8')))
`

describe('the built library', () => {
  const box = useCommand()
  let expected: Answers

  const answersOf = ({ status, stdout, stderr }: Ran): Answers => {
    // Node itself warns of some of the flags.
    const said = stderr.replaceAll(/^.*Warning: .*\n|^\(Use `node .*\n/gm, '')
    expect({ status, said }).toEqual({ status: 0, said: '' })
    return JSON.parse(stdout.toString())
  }

  const withoutBackend = ({ results }: Answers) =>
    results.map((pair) => pair.map((result) => JSON.stringify({ ...result, backend: undefined })))

  beforeAll(async () => {
    writeFileSync(join(box.folder, 'answers.mjs'), answersSource(distUrl('index.js')))
    writeFileSync(join(box.folder, 'plain.mjs'), plain)
    writeFileSync(join(box.folder, 'forbidding.mjs'), forbidding)
    writeFileSync(join(box.folder, 'cases.json'), JSON.stringify(cases))
    expected = answersOf(await box.node(['plain.mjs']))
  })

  it('scans with WebAssembly in plain Node', () => {
    expect(expected.backend).toBe('wasm')
    for (const result of expected.results.flat()) expect(result.backend).toBe('wasm')
  })

  it('keeps the contract, the same in chunks as whole', () => {
    cases.forEach(({ base64, options }, at) => {
      const [whole, chunked] = expected.results[at]
      expect(chunked).toEqual(whole)
      checkContract(Buffer.from(base64, 'base64'), options, whole)
    })
  })

  it.each([
    ['--no-expose-wasm', ['--no-expose-wasm']],
    ['--jitless', ['--jitless']],
  ])('gives the same bytes without WebAssembly, under %s', async (_, flags) => {
    const answers = answersOf(await box.node([...flags, 'plain.mjs']))
    expect(answers.backend).toBe('js')
    expect(withoutBackend(answers)).toEqual(withoutBackend(expected))
  })

  it.runIf(process.platform === 'linux')('gives the same bytes where address space is short', async () => {
    const answers = answersOf(await box.sh('ulimit -v 4000000; "$NODE" plain.mjs'))
    expect(answers.backend).toBe('js')
    expect(withoutBackend(answers)).toEqual(withoutBackend(expected))
  })

  it('gives the same bytes where compiling is forbidden and nothing of Node exists', async () => {
    const env = { LIBRARY: distFile('index.js') }
    const answers = answersOf(await box.node(['--experimental-vm-modules', 'forbidding.mjs'], { env }))
    expect(answers.backend).toBe('js')
    expect(withoutBackend(answers)).toEqual(withoutBackend(expected))
  })

  it.each([['--no-expose-wasm'], ['--jitless']])('runs as a command under %s', async (flag) => {
    const words = [distFile('cli/main.js'), '--json', '--max-lines', '10']
    const input = 'a line\n'.repeat(5000)
    const [usual, refused] = await Promise.all([
      box.node(words, { input }),
      box.node([flag, ...words], { input }),
    ])
    const [a, b] = [usual, refused].map((ran) => JSON.parse(ran.stdout.toString()))
    expect([a.backend, b.backend]).toEqual(['wasm', 'js'])
    expect({ ...b, backend: 'wasm' }).toEqual(a)
  })

  it('imports nothing but one chunk of its own', async () => {
    const entryPoints = [distFile('index.js')]
    const { metafile } = await bundle({ entryPoints, bundle: true, write: false, metafile: true })
    const imported = Object.values(metafile.inputs).flatMap(({ imports }) => imports)
    expect(imported).toEqual([
      expect.objectContaining({ original: expect.stringMatching(/^\.\/chunks\/chunk-\w+\.js$/) }),
    ])
  })
})
