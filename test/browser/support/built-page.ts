import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { extname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'vite'
import type { TestProject } from 'vitest/node'

declare module 'vitest' {
  export interface ProvidedContext {
    /** The folder that the built page is served from, with a slash at its end. */
    pageUrl: string
  }
}

const types: Record<string, string> = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css' }

/** Builds the page once, and serves it as the plainest server of files does, not from the root. */
export default async function setup(project: TestProject): Promise<() => void> {
  const folder = mkdtempSync(join(tmpdir(), 'pith-page-'))
  const root = fileURLToPath(new URL('../../../bench/page/', import.meta.url))
  await build({
    root,
    configFile: join(root, 'vite.config.ts'),
    logLevel: 'error',
    build: { outDir: folder },
  })
  const server = await serve(folder, '/any/where/')
  const { port } = server.address() as AddressInfo
  project.provide('pageUrl', `http://127.0.0.1:${port}/any/where/`)
  return () => {
    server.close()
    rmSync(folder, { recursive: true })
  }
}

function serve(folder: string, prefix: string): Promise<Server> {
  const server = createServer(({ url = '' }, response) => {
    try {
      if (!url.startsWith(prefix)) throw new Error('Expected a path under the prefix.')
      const body = readFileSync(join(folder, url.slice(prefix.length)))
      response.setHeader('content-type', types[extname(url)] ?? 'application/octet-stream').end(body)
    } catch {
      response.writeHead(404).end()
    }
  })
  return new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(server)))
}
