import type { Interruption } from '../clients/client.ts'
import { type Ended, run } from '../run.ts'
import { heard, say } from './talk.ts'

export function interruptPi({ world, launch, model, begun }: Interruption): Promise<Ended> {
  const words = launch.words.filter((word) => word !== '-p' && word !== 'go')
  return run(world, [...words, '--mode', 'rpc'], {
    env: launch.env,
    async whileRunning(child) {
      say(child, { type: 'prompt', message: 'go' })
      await begun()
      const stopped = heard(child, /"command":"abort","success":true/)
      say(child, { type: 'abort' })
      await stopped
      say(child, { type: 'prompt', message: 'again' })
      await model.reached(1)
      child.stdin?.end()
    },
  })
}
