import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildSync } from 'esbuild'
import { afterAll, beforeAll } from 'vitest'

const PRELUDE = `
import { createHash } from 'node:crypto'
const [, directory, ...words] = process.argv
/** Bytes that only depend on a number, of a length that does too. */
const bodyOf = (n) => {
  const bytes = Buffer.alloc(1000 + (n * 7919) % 700_000)
  for (let at = 0; at + 8 < bytes.length; at += 8) bytes.write(at % 64 ? 'line-..\\n' : String(n).padStart(8, '0'), at, 'latin1')
  return bytes
}
const sha256 = (bytes) => createHash('sha256').update(bytes).digest('hex')
const keep = async (store, bytes) => {
  const writer = await store.open({ tool: 'test' })
  for (let at = 0; at < bytes.length; at += 50_000) await writer.write(bytes.subarray(at, at + 50_000))
  return writer.close()
}
const whole = async (store, id) => {
  const parts = []
  for await (const part of store.read(id, { startByte: 0, endByte: Infinity })) parts.push(part)
  return Buffer.concat(parts)
}
`

/** Programs in processes of their own that use the store. `bodyOf`, `keep`, `whole` and `sha256` are there for them. */
export function usePrograms(): { start(program: string, ...words: string[]): ChildProcess } {
  let folder = ''
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'pith-test-'))
    const entry = join(import.meta.dirname, '../../../src/store/backends/files.ts')
    const outfile = join(folder, 'files.mjs')
    buildSync({ entryPoints: [entry], bundle: true, platform: 'node', format: 'esm', outfile })
  })
  afterAll(() => rmSync(folder, { recursive: true, force: true }))
  return {
    start(program, ...words) {
      const source = `import { createFileStore } from ${JSON.stringify(join(folder, 'files.mjs'))}${PRELUDE}${program}`
      return spawn(process.execPath, ['--input-type=module', '--eval', source, ...words], {
        stdio: ['ignore', 'pipe', 'inherit'],
      })
    },
  }
}

/** All that a process prints, and how it ended. */
export async function outcomeOf(child: ChildProcess): Promise<{ output: string; status: number | null }> {
  let output = ''
  child.stdout?.setEncoding('utf8').on('data', (text: string) => {
    output += text
  })
  const [status] = (await once(child, 'close')) as [number | null]
  return { output, status }
}
