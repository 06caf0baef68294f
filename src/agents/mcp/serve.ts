import { serveStdio } from './sdk.ts'
import { type ServerOptions, serverFactory } from './server.ts'

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
