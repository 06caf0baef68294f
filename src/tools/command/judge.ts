import type { Purpose } from '../../options.ts'
import { type Pipeline, parseCommand, type Stage } from './parse.ts'
import {
  ASKING_FIRST,
  ASKING_LAST,
  ASKING_OPTION,
  type CommandRow,
  DATABASES,
  LISTS,
  LOG_FILE,
  RUN_SCRIPT,
  rowOf,
  SHORT,
  SILENT,
  VERBOSE,
} from './table.ts'
import { baseName, operandsOf, splitWords, unwrapped } from './words.ts'

// Judges what the output of a command is for, by the words of its command line. Where it is not sure it says `unknown`.

export interface CommandJudgement {
  for: Purpose
  /** The words of the command that decided, such as `['git', 'log', '-5']`. Empty when none says anything. */
  words: readonly string[]
  /** Exit codes with which the command line answers a question, so that nothing failed. */
  answers: readonly number[]
  /** True for the last lines of files, as `tail` prints them: their end is kept. */
  isEnd?: true
}

/** Lines in lines beyond this are not read: `ssh` that runs `sh -c` that runs `docker exec` has three. */
const MOST_DEPTH = 8

/** What decides when several commands print: the one from which a failure, or an unknown text, may come. */
const ORDER: readonly Purpose[] = ['run', 'unknown', 'log', 'query', 'read']

const NOTHING: CommandJudgement = { for: 'query', words: [], answers: [] }
const UNKNOWN: CommandJudgement = { for: 'unknown', words: [], answers: [] }

/**
 * What the output of a command is for. A list is its words, of which none is read by a shell.
 *
 * @example
 * judgeCommand('cd src && npm test 2>&1 | tail -50').for // 'run'
 */
export function judgeCommand(command: string | readonly string[]): CommandJudgement {
  if (typeof command === 'string') return judgeLine(command, 0)
  return judgeWords(command, 0) ?? NOTHING
}

function judgeLine(line: string, depth: number): CommandJudgement {
  if (depth > MOST_DEPTH) return UNKNOWN
  const pipelines = parseCommand(line)
  return pipelines ? (judgeList(pipelines, depth) ?? NOTHING) : UNKNOWN
}

/** Undefined when nothing is printed. */
function judgeList(pipelines: readonly Pipeline[], depth: number): CommandJudgement | undefined {
  let best: (CommandJudgement & { isShort?: boolean }) | undefined
  let answers: readonly number[] = []
  for (const stages of pipelines) {
    const found = judgePipeline(stages, depth)
    // The status of a list is that of its last command.
    answers = found?.answers ?? []
    if (!found) continue
    if (!best || best.isShort || (!found.isShort && ORDER.indexOf(found.for) < ORDER.indexOf(best.for)))
      best = found
  }
  const { isEnd } = best ?? {}
  return best && { for: best.for, words: best.words, answers, ...(isEnd && { isEnd }) }
}

function judgePipeline(
  stages: Pipeline,
  depth: number,
): (CommandJudgement & { isShort?: boolean }) | undefined {
  let said: (CommandJudgement & { isShort?: boolean }) | undefined
  for (const [at, stage] of stages.entries()) {
    const found = judgeStage(stage, depth)
    const passes = at > 0 && said ? passedOn(stage, said) : undefined
    if (passes) said = { ...passes, answers: found?.answers ?? [] }
    else if (found) said = found
    // A group in a pipe may only read it, as `while read` does.
    else if (at === 0 || !stage.inner) said = undefined
    if (stage.isSilent) said = undefined
  }
  const { words } = stages[stages.length - 1]
  const [name = '', ...rest] = unwrapped(words)?.words ?? words
  const { isEnd: _, ...others } = said ?? NOTHING
  return said && (said.for === 'read' && isTail(baseName(name), rest) ? { ...others, isEnd: true } : others)
}

/** True for a command that shows the end of what it reads. `tail -n +20` shows it from a line on. */
const isTail = (name: string, rest: readonly string[]): boolean =>
  name === 'tail' && !rest.some((word) => /^(?:-n|--lines=)?\+\d/.test(word))

/** Programs that pass on lines of a pipe as they are, and those that choose or change them. */
const PASSING = new Set(
  splitWords('bat batcat cat fold head less more most nl pv rev sed sponge tac tail tee ts'),
)
const CHOOSING = new Set(
  splitWords(
    'ack ag awk column cut delta egrep fgrep findstr gawk grep jq mawk nawk paste perl pr rg shuf sort tr uniq',
  ),
)

/** The options of filters whose value is the next word. */
const FILTER_TAKES: Readonly<Record<string, string>> = {
  head: 'nc',
  tail: 'ncs',
  cut: 'dfbc',
  sort: 'ktoST',
  sed: 'l',
  awk: 'Fv',
  gawk: 'Fv',
  fold: 'w',
  uniq: 'fsw',
  column: 'stco',
  paste: 'd',
}
/** Filters whose first operand is a pattern or a program, unless an option gives it. */
const PATTERNED = new Set(splitWords('ack ag awk egrep fgrep findstr gawk grep jq mawk nawk perl rg sed tr'))

/** What a pipe says behind a filter. Undefined for a command that says something of its own. */
function passedOn(stage: Stage, said: CommandJudgement): CommandJudgement | undefined {
  const [name = '', ...rest] = unwrapped(stage.words)?.words ?? []
  const base = baseName(name)
  // What these run reads files whose names come from the pipe.
  if (/^(?:xargs|parallel)$/.test(baseName(stage.words[0] ?? ''))) return undefined
  if (!PASSING.has(base) && !CHOOSING.has(base)) return undefined
  if (base !== 'tee' && filesOf(base, rest).length > 0) return undefined
  const isQuery = base === 'jq' || (CHOOSING.has(base) && said.for === 'read')
  return isQuery ? { ...said, for: 'query', words: [base, ...rest] } : said
}

function filesOf(base: string, words: readonly string[]): string[] {
  const operands = operandsOf(words, FILTER_TAKES[base] ?? rowOf(base)?.takes)
  const isGiven = words.some((word) => /^-\w*[ef]|^--(?:regexp|file|expression)/.test(word))
  // Two sets of characters.
  if (base === 'tr') return []
  const files = PATTERNED.has(base) && !isGiven ? operands.slice(1) : operands
  return files.filter((word) => word !== '-' && !/^[+\d]/.test(word))
}

function judgeStage(stage: Stage, depth: number): (CommandJudgement & { isShort?: boolean }) | undefined {
  if (stage.inner) {
    const found = depth > MOST_DEPTH ? UNKNOWN : judgeList(stage.inner, depth + 1)
    // A loop that shows one log after the other.
    const isLog = found?.for === 'read' && stage.words.some((word) => LOG_FILE.test(word))
    return isLog ? { ...found, for: 'log' } : found
  }
  const found = judgeWords(stage.words, depth, stage.input)
  const isScript = found?.for === 'query' && stage.readsFile && databases.has(found.words[0])
  return isScript ? { ...found, for: 'unknown' } : found
}

/** Undefined for a command that prints nothing. */
function judgeWords(
  given: readonly string[],
  depth: number,
  input?: string,
): (CommandJudgement & { isShort?: boolean }) | undefined {
  if (depth > MOST_DEPTH) return UNKNOWN
  const { words, line } = unwrapped(given) ?? { words: given }
  if (line !== undefined) return judgeLine(line, depth + 1)
  const [program = '', ...rest] = words
  if (program === '') return undefined
  const name = baseName(program)
  if (SHELLS.has(name)) return judgeShell(rest, depth, input)
  const asked = inner(name, rest)
  if (asked) return judgeWords(asked, depth + 1)
  return judgeProgram(name, program, rest)
}

const silent = new Set(splitWords(SILENT))
const lists = new Set(splitWords(LISTS))
const short = new Set(splitWords(SHORT))
const verbose = new Set(splitWords(VERBOSE))
const databases = new Set(splitWords(DATABASES))

function judgeProgram(
  name: string,
  program: string,
  rest: readonly string[],
): (CommandJudgement & { isShort?: boolean }) | undefined {
  const row = rowOf(name)
  const answers = row ? answersOf(row, rest) : []
  if (lists.has(name) && (rest.length === 0 || /^-[ap]$/.test(rest[0])))
    return { for: 'query', words: [name, ...rest], answers }
  if (silent.has(name)) return answers.length > 0 ? { ...NOTHING, answers, isShort: true } : undefined
  const words = [name, ...rest]
  if (short.has(name)) return { for: 'query', words, answers, isShort: true }
  if (asksForHelp(name, rest) && name !== 'cat') return { for: 'query', words, answers: [] }
  const found = row ? purposeIn(name, row, rest) : 'unknown'
  const isRun = found === 'unknown' && isRunScript(program, rest)
  const purpose = ofOperands(name, isRun ? 'run' : found, rest)
  const isEnd = purpose === 'read' && isTail(name, rest)
  return purpose && { for: purpose, words, answers, ...(isEnd && { isEnd }) }
}

/** A purpose that operands or options change. Undefined when nothing is printed. */
function ofOperands(name: string, purpose: Purpose, rest: readonly string[]): Purpose | undefined {
  if (name === 'sed' && rest.some((word) => /^-[a-zA-Z]*i|^--in-place/.test(word))) return undefined
  if (!READERS.has(name)) return purpose
  if (filesOf(name, rest).some((file) => LOG_FILE.test(file))) return 'log'
  // `awk 'NR>=10 && NR<=20'` shows lines of a file.
  return AWKS.has(name) && rest.some((word) => /\bNR\s*[<>=]/.test(word)) ? 'read' : purpose
}

const AWKS = new Set(splitWords('awk gawk mawk nawk'))
/** Programs whose output is the text of their operands. */
const READERS = new Set([
  ...PASSING,
  ...CHOOSING,
  ...splitWords('bzcat gzcat xzcat zcat zgrep zless Get-Content ugrep'),
])

/** Programs that list the scripts of a project when `run` is given no name. */
const SCRIPT_LISTS = new Set(splitWords('bun cnpm composer npm pnpm yarn'))

function purposeIn(name: string, row: CommandRow, rest: readonly string[]): Purpose {
  if (SCRIPT_LISTS.has(name) && rest.length === 1 && rest[0] === 'run') return 'query'
  const operands = operandsOf(rest, row.takes)
  let found = row.for
  let length = 0
  for (const [purpose, keys] of Object.entries(row.words ?? {})) {
    for (const key of splitWords(keys)) {
      const parts = key.split('+')
      if (parts.length > length && matches(parts, operands, rest)) {
        length = parts.length
        found = purpose as Purpose
      }
    }
  }
  return found === 'run' && asks(rest, length === 0 ? operands : []) ? 'query' : found
}

/** True where the words behind a program that runs something ask it a question instead. */
function asks(rest: readonly string[], operands: readonly string[]): boolean {
  const [first = '', last = first] = [operands[0], operands[operands.length - 1]]
  const asksByOption = rest.some(
    (word, at) =>
      ASKING_OPTION.test(word) ||
      (/^(?:-o|--output)$/.test(word) && /^(?:json|yaml)$/.test(rest[at + 1] ?? '')),
  )
  return asksByOption || ASKING_FIRST.test(first) || ASKING_LAST.test(last)
}

/** True when the operands begin with a key, of which options may stand anywhere. */
function matches(parts: readonly string[], operands: readonly string[], rest: readonly string[]): boolean {
  // The value of a long option may stand before the subcommand.
  return [0, 1].some((start) => {
    let at = start
    return parts.every((part) => {
      if (part.startsWith('-')) return rest.some((word) => word === part || word.startsWith(`${part}=`))
      if (part === ':') return operands.slice(at).some((word) => word.includes(':'))
      return operands[at++] === part
    })
  })
}

const answersOf = ({ answers = {} }: CommandRow, rest: readonly string[]): number[] =>
  Object.entries(answers)
    .filter(
      ([, keys]) =>
        keys === '' || splitWords(keys).some((key) => matches(key.split('+'), operandsOf(rest, ''), rest)),
    )
    .map(([status]) => Number(status))

/** True for `--help`, `--help=all`, `--version` and `help`. Short forms count only where they stand alone. */
const asksForHelp = (name: string, rest: readonly string[]): boolean =>
  rest.some((word) => /^--(?:help(?:[-=].*)?|long-help|usage|version)$/.test(word)) ||
  (rest.length === 1 &&
    /^(?:-[hvV?]|-vV|-help|-version|help)$/.test(rest[0]) &&
    !(verbose.has(name) && /^-[vV]$/.test(rest[0])))

const isRunScript = (program: string, rest: readonly string[]): boolean =>
  [
    program,
    ...(INTERPRETERS.has(baseName(program)) ? rest.filter((word) => !word.startsWith('-')).slice(0, 1) : []),
  ].some((word) => RUN_SCRIPT.test(baseName(word)) && (word.includes('/') || word.includes('.')))

const SHELLS = new Set(splitWords('sh bash zsh dash ksh fish ash'))
const INTERPRETERS = new Set(
  splitWords('python python2 python3 py node ruby perl php tsx ts-node bun deno java'),
)

function judgeShell(
  rest: readonly string[],
  depth: number,
  input: string | undefined,
): CommandJudgement | undefined {
  const flag = rest.findIndex((word) => /^-[a-z]*c$/.test(word))
  if (flag >= 0) return judgeLine(rest[flag + 1] ?? '', depth + 1)
  const [script] = rest.filter((word) => !word.startsWith('-'))
  if (script === undefined)
    return input === undefined ? { ...UNKNOWN, for: 'run' } : judgeLine(input, depth + 1)
  return judgeProgram(baseName(script), script.includes('/') ? script : `./${script}`, [])
}

/** The command that another one was given to run, without a word of its own: `find -exec`, `python -m`, `busybox`. */
function inner(name: string, rest: readonly string[]): readonly string[] | undefined {
  if (/^python[\d.]*$|^py$/.test(name)) {
    if (rest[0] === '-m') return rest.slice(1)
    const [script] = rest
    return script !== undefined && rowOf(baseName(script)) ? rest : undefined
  }
  if (name === 'php' && rest[0] !== undefined && rowOf(baseName(rest[0]))) return rest
  if (name === 'ruby' && rest[0]?.startsWith('bin/')) return rest
  if (name !== 'find' && name !== 'fd' && name !== 'fdfind') return undefined
  if (name === 'find' && rest.includes('-delete')) return ['rm']
  const at = rest.findIndex((word) => /^(?:-exec|-execdir|-ok|-x|-X|--exec|--exec-batch)$/.test(word))
  return at < 0 ? undefined : rest.slice(at + 1)
}
