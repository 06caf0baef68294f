import type { TestProject } from 'vitest/node'
import { startServer, whyNoServer } from '../server.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** Where the object store of the tests is; empty where there is none. */
    objectStore: string
  }
}

/** One server for all suites: it takes 14 s to start. `PITH_TEST_S3` names one that runs already. */
export default async function setup({ provide }: TestProject): Promise<(() => Promise<void>) | undefined> {
  const running = process.env.PITH_TEST_S3
  const why = running ? undefined : whyNoServer()
  if (why && process.env.PITH_S3_REQUIRED === '1') throw new Error(`Expected an object store: ${why}`)
  if (why) console.warn(`The suites of a real object store are skipped. ${why}`)
  if (running || why) {
    provide('objectStore', running ?? '')
    return undefined
  }
  const server = await startServer()
  provide('objectStore', server.endpoint)
  return () => server.stop()
}
