import { readFileSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { describe, expect, inject, it } from 'vitest'
import { root } from '../../support/built.ts'
import { answersSource, cases } from '../cases.ts'
import { Place } from './run.ts'
import { deno, type Runtime, reference, runtimes } from './runtimes.ts'

const { exports } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))

/** What a module prints on a runtime, in the project that has nothing but pith. */
async function printed(runtime: readonly string[], source: string): Promise<unknown> {
  const place = new Place(runtime)
  const file = join(inject('bareProject'), `${basename(place.folder)}.mjs`)
  writeFileSync(file, source)
  try {
    const { status, stdout, stderr } = await place.module(file)
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
    return JSON.parse(stdout)
  } finally {
    place.remove()
  }
}

const modules = Object.keys(exports)
  .filter((entry) => !/\.(json|wasm)$/.test(entry))
  .map((entry) => `pith${entry.slice(1)}`)

const entriesSource = `
const names = ${JSON.stringify(modules)}
const entries = await Promise.all(names.map(async (name) => [name, Object.keys(await import(name)).sort()]))
console.log(JSON.stringify(Object.fromEntries(entries)))`

const missingSource = `
import { createS3Store } from 'pith/artifacts/s3'
import { counterFor } from 'pith/tokens/gpt'
import { counterFromFiles } from 'pith/tokens/hugging-face'
const tries = [() => counterFor('gpt-5'), () => counterFromFiles({ tokenizer: {} })]
const errors = await Promise.all(tries.map((act) => act().catch(({ code, message }) => ({ code, message }))))
console.log(JSON.stringify([errors, typeof createS3Store]))`

const scansSource = `
${answersSource('pith')}
console.log(answers(${JSON.stringify(JSON.stringify(cases))}))`

const sources = {
  'has all entries, with the same names': entriesSource,
  'says which package is missing': missingSource,
  'gives the same results for the same bytes': scansSource,
}

describe.each(Object.keys(sources) as (keyof typeof sources)[])('an installed pith %s', (name) => {
  const expected = printed(runtimes[reference], sources[name])

  it.each(Object.keys(runtimes) as Runtime[])('on %s', async (runtime) => {
    const answer = await expected
    expect(answer).toBeTruthy()
    expect(await printed(runtimes[runtime], sources[name])).toEqual(answer)
  })
})

const truncateSource = `
import { truncate } from 'pith'
console.log(JSON.stringify(truncate('line\\n'.repeat(5000), { maxLines: 20 }).totalLines))`

const runSource = `
import { runCommand } from 'pith/node'
const error = await runCommand('true', [], { store: false }).catch(({ code, message }) => ({ code, message }))
console.log(JSON.stringify(error))`

describe('an installed pith on Deno', () => {
  it('truncates where nothing is allowed', async () => {
    expect(await printed(deno, truncateSource)).toBe(5000)
  })

  it('says what to allow when it may not run a command', async () => {
    const answer = await printed([...deno, '--allow-env', '--allow-read'], runSource)
    expect(answer).toEqual({ code: 'PITH_NOT_STARTED', message: expect.stringContaining('--allow-run') })
  })
})
