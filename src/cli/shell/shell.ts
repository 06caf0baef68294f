import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { PithError } from '../../errors.ts'
import { statusOfSignal } from '../../host/signal-status.ts'

const passedOn = ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGUSR1'] as const
const EXIT_OWN_FAILURE = 125

/** `pith -c LINE`: runs the shell for agents in the place of this process. Its file starts faster when it is called itself. */
export function shell(words: readonly string[]): Promise<number> {
  const path = fileURLToPath(new URL('../shell/pith', import.meta.url))
  const child = spawn(path, words, { stdio: 'inherit' })
  for (const signal of passedOn) process.on(signal, () => child.kill(signal))
  return new Promise((resolve, reject) => {
    child.on('error', ({ message: reason, ...error }) => {
      reject(
        new PithError('PITH_NOT_STARTED', `The shell of pith could not be started: ${reason}.`, {
          cause: error,
        }),
      )
    })
    child.on('exit', (code, signal) => {
      resolve(code ?? statusOfSignal(signal) ?? EXIT_OWN_FAILURE)
    })
  })
}
