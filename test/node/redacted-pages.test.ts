import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, inject, it } from 'vitest'
import { readFile } from '../../src/host/file.ts'
import { truncateFile } from '../../src/host/truncate-file.ts'
import { createSecretRedactor } from '../../src/redact/secrets.ts'
import { STRIDE_BYTES } from '../../src/store/line-index.ts'
import { read } from '../../src/tools/read.ts'
import { useFolder } from '../support/large-file.ts'

const backend = inject('backend')
const folder = useFolder()

/** A key that begins in a stride of the file which a page in the next one would pass over. */
const dashes = '-----'
const key = [`${dashes}BEGIN PRIVATE KEY${dashes}`, ...Array.from({ length: 99 }, (_, at) => `MII${at}`)]
const before = STRIDE_BYTES / 2 - 50
const log = `${'f\n'.repeat(before)}${key.join('\n')}\n${dashes}END PRIVATE KEY${dashes}\n${'end\n'.repeat(300_000)}`

describe('a page of a file that is redacted', () => {
  it('hides what began before it, in what could be passed over', async () => {
    const path = join(folder.path, 'log')
    writeFileSync(path, log)
    for (const offset of [before, before + 1, before + 50, before + 100]) {
      const asked = { backend, offset, limit: 3 }
      const { text } = await readFile(path, { ...asked, redact: createSecretRedactor() })
      expect(text).not.toMatch(/MII|BEGIN|END/)
      expect(text).toBe(read(log, { ...asked, redact: createSecretRedactor() }).text)
    }
  })

  it('is of a file in UTF-16, and of one that says it is empty, too', async () => {
    const path = join(folder.path, 'utf16')
    writeFileSync(path, '\ufeffa\nsecret\n', 'utf16le')
    const hush = (text: string) => text.replaceAll('secret', '[gone]')
    expect((await readFile(path, { backend, redact: hush })).text).toContain('a\n[gone]\n')
    if (process.platform !== 'linux') return
    const { text } = await readFile('/proc/self/status', { backend, redact: () => 'x' })
    expect(text).toMatch(/^(x\n)+$/)
  })

  it('ends with what the function throws, as a file that is cut does', async () => {
    const path = join(folder.path, 'small')
    writeFileSync(path, 'a\n')
    const redact = () => {
      throw new Error('no')
    }
    const failed = expect.objectContaining({ name: 'Error', message: 'no' })
    await expect(readFile(path, { backend, redact })).rejects.toEqual(failed)
    await expect(truncateFile(path, { backend, redact })).rejects.toEqual(failed)
  })
})
