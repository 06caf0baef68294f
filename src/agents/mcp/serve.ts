import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import { PithError } from '../../errors.ts'
import {
  createMcpHandler,
  hostHeaderValidationResponse,
  isLegacyRequest,
  localhostAllowedHostnames,
  serveStdio,
} from './sdk.ts'
import { type ServerOptions, serverFactory } from './server.ts'
import { Sessions } from './sessions.ts'

type Options = Omit<ServerOptions, 'shutdown'>

/** Serves the client at the other end of standard input and output, until it leaves. */
export async function serveOverStdio(options: Options): Promise<void> {
  const shutdown = new AbortController()
  const factory = serverFactory({ ...options, shutdown: shutdown.signal })
  const handle = serveStdio(factory, { onerror: (error) => options.context.warn(error.message) })
  await Promise.race([closed(process.stdin), closed(process.stdout), asked()])
  shutdown.abort()
  await handle.close()
}

const closed = (stream: NodeJS.ReadableStream | NodeJS.WritableStream): Promise<void> =>
  new Promise((resolve) => {
    for (const event of ['end', 'close', 'error']) stream.once(event, () => resolve())
  })

/** Waits until somebody asks this process to end. */
const asked = (): Promise<void> =>
  new Promise((resolve) => {
    for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.once(signal, () => resolve())
  })

/**
 * Serves clients of this machine over HTTP, at `/mcp`, until this process is asked to end. Answers no request of a web
 * page of another origin, and none that names another host.
 *
 * @throws {PithError} `PITH_INVALID_OPTION` for a port that is taken.
 */
export async function serveOverHttp(
  port: number,
  options: Options,
  onListening: (url: string) => void,
): Promise<void> {
  const shutdown = new AbortController()
  const factory = serverFactory({ ...options, shutdown: shutdown.signal })
  const onerror = (error: Error) => options.context.warn(error.message)
  const handler = createMcpHandler(factory, { legacy: 'reject', onerror })
  const sessions = new Sessions(factory)
  const handle = async (request: Request) =>
    (await isLegacyRequest(request)) ? sessions.answer(request) : handler.fetch(request)
  const server = createServer((request, response) => {
    answer(handle, request, response).catch((error: unknown) => {
      options.context.warn(String(error))
      response.destroy()
    })
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', (cause: NodeJS.ErrnoException) => {
      const sentence = `Port ${port} cannot be used: ${cause.code}. Choose another port, or 0 for any free port.`
      reject(new PithError('PITH_INVALID_OPTION', sentence, { cause }))
    })
    server.listen(port, '127.0.0.1', resolve)
  })
  onListening(`http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`)
  await asked()
  shutdown.abort()
  await Promise.all([handler.close(), sessions.close()])
  server.close()
  server.closeAllConnections()
}

async function answer(
  handle: (request: Request) => Promise<Response>,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
): Promise<void> {
  const left = new AbortController()
  outgoing.once('close', () => left.abort())
  const request = requestOf(incoming, left.signal)
  const response = refusal(request) ?? (await handle(request))
  outgoing.writeHead(response.status, Object.fromEntries(response.headers))
  if (!response.body) {
    outgoing.end()
    return
  }
  for await (const chunk of response.body) {
    if (outgoing.destroyed) break
    outgoing.write(chunk)
  }
  outgoing.end()
}

function refusal(request: Request): Response | undefined {
  const url = new URL(request.url)
  const origin = request.headers.get('origin')
  // Only a browser sends an origin. A page of another origin must not run commands, even if it is of this machine.
  if (origin !== null && origin !== url.origin) {
    return new Response(`The origin ${origin} may not call this server.\n`, { status: 403 })
  }
  const wrongHost = hostHeaderValidationResponse(request, localhostAllowedHostnames())
  if (wrongHost) return wrongHost
  return url.pathname === '/mcp' ? undefined : new Response('The server is at /mcp.\n', { status: 404 })
}

function requestOf(incoming: IncomingMessage, signal: AbortSignal): Request {
  const { method = 'GET', url = '/', headers, rawHeaders } = incoming
  const given = new Headers()
  for (let i = 0; i < rawHeaders.length; i += 2) given.append(rawHeaders[i], rawHeaders[i + 1])
  const hasBody = method !== 'GET' && method !== 'HEAD'
  const body = hasBody ? { body: Readable.toWeb(incoming) as ReadableStream, duplex: 'half' } : {}
  return new Request(new URL(url, `http://${headers.host ?? 'localhost'}`), {
    method,
    headers: given,
    signal,
    ...body,
  } as RequestInit)
}
