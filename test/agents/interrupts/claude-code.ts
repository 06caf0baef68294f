import type { Interruption } from '../clients/client.ts'
import { type Ended, run } from '../run.ts'
import { heard, say } from './talk.ts'

/** What its SDK asks of it when a program calls `interrupt()`. */
const request = { type: 'control_request', request_id: 'stop', request: { subtype: 'interrupt' } }
const streaming = ['--input-format', 'stream-json', '--output-format', 'stream-json', '--verbose']

export function interruptClaudeCode({ world, launch, model, begun }: Interruption): Promise<Ended> {
  const words = launch.words.filter((word) => word !== 'go')
  return run(world, [...words, ...streaming], {
    env: launch.env,
    async whileRunning(child) {
      const ask = (content: string) => say(child, { type: 'user', message: { role: 'user', content } })
      ask('go')
      await begun()
      const stopped = heard(child, /"type":"result"/)
      say(child, request)
      await stopped
      ask('again')
      await model.reached(1)
      child.stdin?.end()
    },
  })
}
