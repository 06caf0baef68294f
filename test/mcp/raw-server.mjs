// A server for tests that answers each request with the bytes of a file, and then with a notification of its own.
import { readFileSync } from 'node:fs'
import { createInterface } from 'node:readline'

createInterface({ input: process.stdin }).on('line', (line) => {
  const { file, fence } = JSON.parse(line).params.test
  process.stdout.write(readFileSync(file))
  process.stdout.write(`{"jsonrpc":"2.0","method":"notifications/fence","params":{"n":${fence}}}\n`)
})
