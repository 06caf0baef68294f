import { shown, wrongOption } from '../../errors.ts'
import type { Context } from './context.ts'
import { HttpUpstream } from './http-upstream.ts'
import { linesOf } from './lines.ts'
import { type ClientStreams, Outlet } from './outlet.ts'
import { MessageProxy } from './proxy.ts'

/** Milliseconds that requests may take after the client has ended its input. */
const LEAVE_MS = 60_000

/**
 * Passes messages between a client of this process and a server that is reached by streamable HTTP, until the client
 * leaves.
 *
 * @param headers such as `Authorization: Bearer …`
 * @throws {PithError} `PITH_INVALID_OPTION`
 */
export async function wrapHttp(
  address: string,
  headers: readonly string[],
  { input, output }: ClientStreams,
  context: Context,
): Promise<number> {
  const proxy = new MessageProxy(context)
  const client = new Outlet(output)
  const server = new HttpUpstream(checkedUrl(address), headersOf(headers), async (text) => {
    await client.write(await proxy.fromServer(Buffer.from(text)))
  })
  client.onClosed = () => input.destroy()
  const stop = () => input.destroy()
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.once(signal, stop)
  try {
    for await (const { bytes } of linesOf(input)) {
      if (bytes.toString().trim() === '') continue
      const { forward, answers } = proxy.fromClient(bytes)
      for (const answer of answers) void answer.then((words) => client.write(words))
      if (forward) server.send(forward)
    }
  } catch {
    // The input was ended by a signal, or the client has left.
    await server.close()
    return 0
  }
  const begunMs = Date.now()
  while (server.open > 0 && !client.isClosed && Date.now() - begunMs < LEAVE_MS) await wait()
  await server.close()
  return 0
}

const wait = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 50))

function checkedUrl(address: string): URL {
  const url = URL.canParse(address) ? new URL(address) : undefined
  if (url && /^https?:$/.test(url.protocol)) return url
  throw wrongOption(`Expected --url to be an address such as https://host/mcp, got ${shown(address)}.`)
}

/** Headers as names and values. Their values may be secrets, so no message repeats one. */
function headersOf(given: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    given.map((header) => {
      const [, name, value] = /^([\w!#$%&'*+.^`|~-]+):[ \t]*([\t\x20-\x7e\x80-\xff]*)$/.exec(header) ?? []
      if (name === undefined) {
        throw wrongOption("Expected --header in the form 'Name: value'.")
      }
      return [name.toLowerCase(), value.trim()]
    }),
  )
}
