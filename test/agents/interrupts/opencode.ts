import { type AddressInfo, createServer } from 'node:net'
import type { Interruption } from '../clients/client.ts'
import { type Ended, run } from '../run.ts'
import { heard } from './talk.ts'

export async function interruptOpencode({ world, launch, model, begun }: Interruption): Promise<Ended> {
  const words = [launch.words[0], 'serve', '--hostname', '127.0.0.1', '--port', String(await freePort())]
  return run(world, words, {
    env: launch.env,
    async whileRunning(child) {
      const [, url] = await heard(child, /listening on (\S+)/)
      const { id } = JSON.parse(await post(`${url}/session`, {}))
      const ask = (text: string) => post(`${url}/session/${id}/message`, { parts: [{ type: 'text', text }] })
      const first = ask('go')
      await begun()
      await post(`${url}/session/${id}/abort`, {})
      await first
      await Promise.all([ask('again'), model.reached(1)])
      child.kill()
    },
  })
}

async function post(url: string, body: object): Promise<string> {
  const headers = { 'content-type': 'application/json' }
  const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) })
  return response.text()
}

/** It takes a fixed port by itself, and for the port 0 too. */
async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}
