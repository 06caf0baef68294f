// node bench/structure/record.mjs FOLDER: runs real commands on a generated repository and on this project, and writes
// what they print. The benchmark does the same in memory.
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { makeRepository } from './repository.mjs'
import { diffTasks } from './tasks/diff.mjs'
import { logTasks, statusTasks } from './tasks/git.mjs'
import { grepTasks } from './tasks/grep.mjs'
import { jsonTasks } from './tasks/json.mjs'
import { folderTasks, lineTasks, listingTasks, tableTasks, treeTasks } from './tasks/lines.mjs'

const project = fileURLToPath(new URL('../../', import.meta.url))

/** A cut of less than this says little. */
const LEAST_BYTES = 3000

const log = (text) => logTasks({ text })
const diff = (text) => diffTasks({ text })
const keysOf = (text) => Object.keys(JSON.parse(text))

const inRepository = [
  { kind: 'git-log', command: 'git log', tasks: log },
  { kind: 'git-log', command: 'git log --oneline', tasks: log },
  { kind: 'git-log', command: 'git log --stat', tasks: log },
  { kind: 'diff', command: 'git diff HEAD~1 HEAD', tasks: diff },
  { kind: 'diff', command: 'git diff', tasks: diff },
  { kind: 'git-status', command: 'git status -uall', tasks: status },
]

const inProject = [
  { kind: 'json', command: 'npm ls --all --json', tasks: dependencies },
  {
    kind: 'json',
    command: 'cat package-lock.json',
    tasks: (text) => jsonTasks({ text, keys: keysOf(text) }),
  },
  { kind: 'tree', command: 'npm ls --all', tasks: (text) => treeTasks({ text, step: 2 }) },
  { kind: 'listing', command: 'find src test -type f', tasks: (text) => listingTasks({ text }) },
  { kind: 'listing', command: 'find node_modules/@types -type f', tasks: (text) => listingTasks({ text }) },
  { kind: 'listing', command: 'ls -R src', tasks: (text) => folderTasks({ text }) },
  {
    kind: 'ls -l',
    command: 'ls -l node_modules/',
    tasks: (text) => lineTasks({ text, words: 'entries|rows|paths' }),
  },
  { kind: 'grep', command: 'grep -rn export src', tasks: (text) => grepTasks({ text }) },
  { kind: 'grep', command: 'grep -rn import src test', tasks: (text) => grepTasks({ text }) },
  { kind: 'table', command: 'ps aux', tasks: (text) => tableTasks({ text }) },
  { kind: 'table', command: 'dpkg -l', tasks: (text) => tableTasks({ text, headerLines: 5 }) },
]

function dependencies(text) {
  const value = JSON.parse(text)
  return jsonTasks({ text, keys: [...Object.keys(value), ...Object.keys(value.dependencies)] })
}

function status(text) {
  const groups = {}
  let heading
  for (const line of text.split('\n')) {
    if (/^[A-Z].*:$/.test(line)) {
      heading = line
      groups[heading] = []
    } else if (heading && line.startsWith('\t')) groups[heading].push(line)
  }
  return statusTasks({ text, branch: 'On branch main', groups })
}

/**
 * What the commands print, with the tasks on it. Commands that are missing here, that fail, or that print little are left
 * out.
 *
 * @param {(line: string) => void} tell says what is left out
 */
export function recordedOutputs(tell) {
  const folder = mkdtempSync(join(tmpdir(), 'pith-kinds-'))
  try {
    makeRepository(folder)
    const all = [...inRepository.map((each) => [each, folder]), ...inProject.map((each) => [each, project])]
    return all.flatMap(([each, cwd]) => recorded(each, cwd, tell))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function recorded({ kind, command, tasks }, cwd, tell) {
  const [program, ...args] = command.split(' ')
  const { stdout, status: exitCode } = spawnSync(program, args, {
    cwd,
    env: { ...process.env, LC_ALL: 'C.UTF-8', COLUMNS: '200' },
    maxBuffer: 2 ** 28,
  })
  // npm ls ends with 1 for packages that are missing, and prints all the others.
  if (!stdout || stdout.length < LEAST_BYTES || (exitCode !== 0 && program !== 'npm')) {
    tell(`${command}: left out, ${stdout?.length ?? 0} bytes, status ${exitCode}`)
    return []
  }
  return [{ kind, name: command, command, exitCode: 0, text: stdout.toString(), tasks }]
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [, , folder = 'outputs'] = process.argv
  mkdirSync(folder, { recursive: true })
  for (const { name, text } of recordedOutputs(console.log)) {
    writeFileSync(join(folder, `${name.replaceAll(/[^\w.-]+/g, '-')}.txt`), text)
    console.log(`${name}: ${Buffer.byteLength(text)} bytes`)
  }
}
