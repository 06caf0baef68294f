import { spawnSync } from 'node:child_process'
import { chmodSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Client } from '../../test/agents/clients/client.ts'
import type { Call } from '../../test/agents/model/dialect.ts'
import type { World } from '../../test/agents/world.ts'
import { makeFolders } from '../purpose/data.mjs'
import { questionsOfDraws } from '../purpose/questions.mjs'
import { grouped } from '../statistics.mjs'
import { CALLS, PROGRAMS } from './calls.mjs'

export interface Question {
  pieces?: string[]
  lines?: string[]
  /** How many facts it stands for: less than one where facts are drawn several times. */
  weight: number
}

/** A call that a client can make, and what is asked about its result. */
export interface Asked {
  group: string
  name: string
  call: Call
  questions: Question[]
}

const ASSETS = 900
const DRAWS = 32

/** Fills a project with the folders and the programs of the session. */
export function fillProject(world: World): void {
  makeFolders(world.project)
  world.write('project/work/app.yaml', '')
  for (let i = 0; i < ASSETS; i++)
    world.write(`project/work/assets/${(i * 7919) % 100_003}-${i}.svg`, 'x'.repeat(i))
  const programs = writePrograms(world)
  world.env.PATH = `${programs}:${world.env.PATH}`
  // Who runs commands in a login shell loses what is on the path, and would run other programs of the same names.
  world.write('home/.profile', `export PATH="${programs}:$PATH"\n`)
}

/** Fills a project, and tells the calls of the session that a client can make in it. */
export function callsFor({ tools }: Client, world: World): Asked[] {
  fillProject(world)
  const all = CALLS.map((each): (Omit<Asked, 'call'> & { call?: Call }) | undefined => {
    const { group, facts } = each
    if (each.rows !== undefined)
      return {
        group,
        name: `${each.rows} rows of a server`,
        call: tools.server?.('big', { rows: each.rows }),
        questions: factsOf(facts),
      }
    const folder = join(world.project, each.in ?? '')
    if (each.file !== undefined) {
      const file = join(folder, each.file)
      const text = readFileSync(file, 'utf8')
      return {
        group,
        name: `the file ${each.file}`,
        call: tools.read?.(file),
        questions: drawn({
          kind: each.kind ?? '',
          command: each.file,
          tool: '',
          bytes: Buffer.from(text),
          text,
        }),
      }
    }
    const { command = '' } = each
    return {
      group,
      name: command,
      call: tools.shell?.(`cd ${folder} && ${command}`),
      questions: facts ? factsOf(facts) : printedFacts(world, folder, command, each.kind ?? ''),
    }
  })
  return all.flatMap((each) => (each?.call ? [{ ...each, call: each.call }] : []))
}

const factsOf = (facts: readonly string[] = []): Question[] =>
  facts.map((fact) => ({ pieces: [fact], weight: 1 }))

/** Facts of a text. */
const drawn = (recording: Parameters<typeof questionsOfDraws>[0]): Question[] =>
  questionsOfDraws(recording, DRAWS).map((question) => ({ ...question, weight: 1 / DRAWS }))

function printedFacts(world: World, cwd: string, command: string, kind: string): Question[] {
  const { stdout } = spawnSync('bash', ['-c', command], { cwd, env: world.env, maxBuffer: 2 ** 26 })
  return drawn({ kind, command, tool: '', text: stdout.toString(), bytes: stdout })
}

/** Writes programs that print what is told of them, and passes other calls of the same name on. */
function writePrograms(world: World): string {
  const named = grouped(Object.entries(PROGRAMS), ([words]) => words.split(' ')[0])
  const folder = join(world.folder, 'programs')
  for (const [name, all] of named) {
    const cases = all.map(([words, [status, ...printed]]) => {
      const second = words.split(' ')[1]
      return `${second === undefined ? '*' : second})\ncat <<'END'\n${printed.join('\n')}\nEND\nexit ${status};;`
    })
    const file = world.write(
      `programs/${name}`,
      `#!/bin/sh\ncase $1 in\n${cases.join('\n')}\nesac\nPATH=$(echo "$PATH" | sed 's#${folder}:##')\nexec ${name} "$@"\n`,
    )
    chmodSync(file, 0o755)
  }
  return folder
}
