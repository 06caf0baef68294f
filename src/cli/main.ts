#!/usr/bin/env node
// The command `pith`. Loads the rest on demand, so that it can say what is wrong where few files may be open.
import { writeSync } from 'node:fs'
import { isOutOfFiles } from './out-of-files.ts'

try {
  const { main } = await import('./commands.ts')
  await main(process.argv.slice(2))
} catch (error) {
  if (!isOutOfFiles(error)) throw error
  process.exitCode = process.argv[2] === 'run' ? 125 : 2
  // A stream for standard error would need one more file.
  writeSync(2, 'pith: Too many files are open. Raise the limit, for example with `ulimit -n 1024`.\n')
}
