#!/usr/bin/env node
import { writeSync } from 'node:fs'
import { join } from 'node:path'
import { isatty } from 'node:tty'
import { pathToFileURL } from 'node:url'
// The command `pith`. A CommonJS file that loads the rest on demand: Node starts it faster than a module, and it can
// say what is wrong where few files may be open.
import { loadCached } from './code-cache.ts'
import { hookInput, type InputSoFar, isPassed } from './hooks/small-event.ts'
import { isOutOfFiles } from './print/output.ts'
import { codeNameOf, isQuick } from './quick.ts'

// Without a listener, Node opens a port for a debugger. `pith run` passes the signal on to its command.
process.on('SIGUSR1', () => {})

/** What may be left when a command is done: a file that is closed, and the standard streams, to which all is written. */
const ENDED = new Set(['CloseReq', 'PipeWrap', 'TTYWrap'])

/** Other runtimes do not tell what is left, and on other systems a warning in a pipe may still be on its way. */
const knowsRest = process.platform === 'linux' && !('bun' in process.versions || 'deno' in process.versions)

interface Commands {
  main(words: string[], input?: InputSoFar): Promise<void>
}

const isCommands = (loaded: unknown): loaded is Commands =>
  typeof loaded === 'object' && loaded !== null && 'main' in loaded

async function start(words: string[]): Promise<void> {
  try {
    const input = hookInput(words)
    if (input && isPassed(input)) return
    const loaded: unknown = isQuick(words, isatty(0))
      ? loadCached(join(__dirname, 'quick.js'), codeNameOf(words))
      : await import(pathToFileURL(join(__dirname, '../chunks/commands.js')).href)
    if (!isCommands(loaded)) throw new Error('A file of pith is damaged. Install pith again.')
    await loaded.main(words, input)
    if (knowsRest && process.getActiveResourcesInfo().every((name) => ENDED.has(name))) process.exit()
  } catch (error) {
    if (!isOutOfFiles(error)) throw error
    process.exitCode = words[0] === 'run' ? 125 : 2
    // A stream for standard error would need one more file.
    writeSync(2, 'pith: Too many files are open. Raise the limit, for example with `ulimit -n 1024`.\n')
  }
}

void start(process.argv.slice(2))
