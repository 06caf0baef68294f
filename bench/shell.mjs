// How much later a command ends in the shell for agents than in the bare shell, for output that fits. Runs both in turns.
import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'

const front = fileURLToPath(new URL('../dist/shell/pith', import.meta.url))
const RUNS = Number(process.argv[2] ?? 100)
const lines = ['true', 'echo hi', 'echo out; echo err >&2', 'seq 1 1000']

const timed = (shell, line) =>
  new Promise((resolve, reject) => {
    const start = performance.now()
    const env = { ...process.env, SHELL: '/bin/bash' }
    const child = spawn(shell, ['-c', line], { stdio: ['ignore', 'pipe', 'pipe'], env })
    child.stdout.resume()
    child.stderr.resume()
    child.on('error', reject)
    child.on('close', () => resolve(performance.now() - start))
  })

const median = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]

console.log('command                 bare ms  pith ms  more ms')
for (const line of lines) {
  const bare = []
  const own = []
  for (let run = 0; run < RUNS; run++) {
    bare.push(await timed('/bin/bash', line))
    own.push(await timed(front, line))
  }
  const [before, after] = [median(bare), median(own)]
  console.log(
    `${line.padEnd(24)}${[before, after, after - before].map((ms) => ms.toFixed(1).padStart(7)).join('  ')}`,
  )
}
