import { expect, it } from 'vitest'
import { PithError } from '../src/errors.ts'
import { build, distUrl } from './support/built.ts'

it('an error of one entry point is a PithError of every other', async () => {
  build()
  const { createFileStore } = await import(distUrl('artifacts/files.js'))
  const { PithError: Exported } = await import(distUrl('index.js'))
  const error: unknown = await createFileStore({ directory: '/nowhere' })
    .stat('none')
    .catch((reason: unknown) => reason)
  expect(error).toBeInstanceOf(Exported)
  expect(error).toBeInstanceOf(PithError)
  expect(new Error('other')).not.toBeInstanceOf(PithError)
}, 120_000)
