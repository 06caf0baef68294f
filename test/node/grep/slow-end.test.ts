import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { grepFiles } from '../../../src/host/index.ts'

const folder = mkdtempSync(join(tmpdir(), 'pith-slow-end-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

it('a ripgrep that takes a while to end behind its output is waited for', async () => {
  const ripgrep = join(folder, 'rg')
  writeFileSync(ripgrep, '#!/bin/sh\nexec 1>&-\nsleep 0.3\nexit 1\n', { mode: 0o755 })
  const { details } = await grepFiles('needle', { cwd: folder, ripgrep, store: false })
  expect(details).toMatchObject({ engine: 'ripgrep', total: 0 })
  expect(details.unread).toBeUndefined()
})
