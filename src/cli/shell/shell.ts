import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { statusOfSignal } from '../../host/signal-status.ts'
import { warn } from '../print/output.ts'

const passedOn = ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGUSR1'] as const
const EXIT_OWN_FAILURE = 125

/** `pith -c LINE`: runs the shell for agents in the place of this process. Its file starts faster when it is called itself. */
export function shell(words: readonly string[]): Promise<number> {
  const path = fileURLToPath(new URL('../shell/pith', import.meta.url))
  return new Promise((resolve) => {
    const fail = (message: string): void => {
      warn(message)
      resolve(EXIT_OWN_FAILURE)
    }
    if (process.platform === 'win32') return fail('pith has no shell for Windows. Run it in WSL instead.')
    const child = spawn(path, words, { stdio: 'inherit' })
    for (const signal of passedOn) process.on(signal, () => child.kill(signal))
    child.on('error', ({ message }) => fail(`The shell of pith could not be started: ${message}.`))
    child.on('exit', (code, signal) => {
      resolve(code ?? statusOfSignal(signal) ?? EXIT_OWN_FAILURE)
    })
  })
}
