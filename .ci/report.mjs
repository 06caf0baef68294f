// report.mjs REPORTS SUITES...: where the time went, what failed, and as the last line how many tests passed and failed.
// report.mjs again FILE: the words by which vitest runs each file of a suite again that failed or has no result.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'

const SLOWEST = 10
const [directory, ...names] = process.argv.slice(2)

function again(path) {
  const { files, status } = readResults(path)
  const words = files.filter((each) => status !== 'ended' && problemOf(each)).map(wordsOf)
  return words.map((line) => `${line}\n`).join('')
}

const wordsOf = ({ project, file }) => [...(project ? [`--project=${project.replaceAll(' ', '*')}`] : []), file].join(' ')

function report() {
  const total = { passed: 0, lines: [], failed: 0 }
  const fail = (line, count = 1) => {
    total.lines.push(`failed: ${line}`)
    total.failed += count
  }
  for (const name of names) addSuite(name, total, fail)
  console.log('\nWhere the time went:')
  for (const line of linesOf(join(directory, 'times'))) {
    const [seconds, status, ...step] = line.split(' ')
    console.log(`${seconds.padStart(6)} s  ${step.join(' ')}`)
    if (status !== '0' && !names.includes(step[0])) fail(`${step.join(' ')}, with status ${status}`)
  }
  console.log(['', ...total.lines].join('\n'))
  console.log(`${total.passed} passed, ${total.failed} failed`)
  return total.failed === 0 ? 0 : 1
}

function addSuite(name, total, fail) {
  const { files, errors, status } = readResults(join(directory, `${name}.jsonl`))
  const second = readResults(join(directory, `${name}.again.jsonl`))
  const before = { ...total }
  for (const each of files) {
    const repeated = second.files.find(({ project, file }) => project === each.project && file === each.file)
    if (each.ended || status !== 'ended') addFile(repeated?.ended ? repeated : each, each, total, fail)
  }
  if (status === 'ended') {
    const running = files.filter(({ started, ended }) => started && !ended).map(titleOf)
    fail(`the suites of ${name} were ended by their limit, while running: ${running.join(', ') || 'no file'}`)
  } else if (errors.length > 0) {
    fail(`an error that belongs to no test of ${name}\n${shortened(errors.join('\n'))}`)
  } else if (status !== '0' && total.failed === before.failed && !files.some(problemOf)) {
    fail(`the suites of ${name}: status ${status}\n${endOf(join(directory, `${name}.log`))}`)
  }
  console.log(`\n${name}: ${total.passed - before.passed} passed, ${total.failed - before.failed} failed. The slowest files:`)
  const slowest = files.filter(({ ended }) => ended).sort((a, b) => b.ended.seconds - a.ended.seconds)
  for (const each of slowest.slice(0, SLOWEST))
    console.log(`${each.ended.seconds.toFixed(1).padStart(6)} s  ${titleOf(each)}`)
}

/** Counts a file by its last result. `first` is the first one. */
function addFile(last, first, total, fail) {
  total.passed += last.ended?.passed ?? 0
  for (const { name, note } of last.ended?.skipped ?? []) total.lines.push(`skipped: ${last.file}: ${name}: ${note}`)
  const problem = problemOf(last)
  if (!problem) {
    if (last !== first) total.lines.push(`flaky: ${titleOf(first)}: ${problemOf(first).name}`)
    return
  }
  for (const { name, errors } of last.ended?.failed ?? [])
    fail(`${titleOf(last)}: ${name}\n${shortened(errors.join('\n'))}`)
  const others = [...(last.ended?.errors ?? []), ...last.errors]
  if (others.length > 0 || !last.ended?.failed.length)
    fail(`${titleOf(last)}: ${others.length > 0 ? shortened(others.join('\n')) : 'no result'}`)
}

/** What is wrong with a file, by a name. Undefined for one whose tests passed. */
function problemOf({ ended, errors }) {
  const name = ended?.failed.map((test) => test.name).join('; ')
  const others = [...(ended?.errors ?? []), ...errors]
  if (!ended) return { name: 'no result, because the runner crashed' }
  return name || others.length > 0 ? { name: name || others[0].split('\n')[0] } : undefined
}

const titleOf = ({ project, file }) => (project ? `${file} (${project})` : file)

/** What a reporter told, by file. The status is `ended` for a suite that its limit ended. */
function readResults(path) {
  const files = new Map()
  const rest = []
  let status = '0'
  for (const { event, ...told } of linesOf(path).map((line) => JSON.parse(line))) {
    const key = `${told.project}\n${told.file}`
    const fresh = { project: told.project, file: told.file, errors: [] }
    if (event === 'planned') files.set(key, fresh)
    if (event === 'started') files.set(key, { ...fresh, started: true })
    if (event === 'ended') files.set(key, { ...fresh, ...files.get(key), ended: told })
    if (event === 'error') rest.push(told)
    if (event === 'exit') status = told.status
  }
  const errors = []
  for (const { file, errors: found } of rest) {
    const its = [...files.values()].filter((each) => each.file === file)
    for (const each of its) each.errors.push(...found)
    if (its.length === 0) errors.push(...found)
  }
  return { files: [...files.values()], errors, status }
}

const endOf = (log) => linesOf(log).slice(-20).map(stripVTControlCharacters).join('\n')

const shortened = (text) => stripVTControlCharacters(text).split('\n').slice(0, 12).join('\n').slice(0, 2000)

const linesOf = (path) => (existsSync(path) ? readFileSync(path, 'utf8').split('\n').filter(Boolean) : [])

if (directory === 'again') process.stdout.write(again(names[0]))
else process.exitCode = report()
