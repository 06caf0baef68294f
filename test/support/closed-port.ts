import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

export interface ClosedPort {
  readonly port: number
  /** Gives the port back. */
  release(): void
}

/** A port of 127.0.0.1 at which nobody listens, and nobody else will: a connection that is open has it as its own end. */
export async function closedPort(): Promise<ClosedPort> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const accepted = once(server, 'connection') as Promise<[Socket]>
  const own = connect((server.address() as AddressInfo).port, '127.0.0.1')
  await once(own, 'connect')
  const [theirs] = await accepted
  server.close()
  if (own.localPort === undefined) throw new Error('Expected a port.')
  return {
    port: own.localPort,
    release() {
      own.destroy()
      theirs.destroy()
    },
  }
}
