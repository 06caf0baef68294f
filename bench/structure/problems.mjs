// npm run bench:problems [-- --missed --json FILE]: lists of problems as many tools write them. Does a cut count all of them
// by level, code and file? Does it name the files, show the first problem of each code, and no problem without its file?
import { writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { loadLibrary } from '../load.mjs'
import { createRandom } from '../random.mjs'
import { aligned } from '../report.mjs'
import { isMark, linesOf, namesWritten } from './cut.mjs'
import { problemForms, problemsOf } from './generate/problem-forms.mjs'
import { realProblems } from './generate/real-problems.mjs'
import { names } from './generate/words.mjs'
import { methodsFor } from './methods.mjs'

const options = { missed: { type: 'boolean' }, json: { type: 'string' } }
const args = parseArgs({ options }).values
const { createCollector } = await loadLibrary()
const { kindsFor } = await import('../../dist/structure/index.js')
const methods = methodsFor({ createCollector, kindsFor }).filter(({ name }) => name !== 'pi')
const SIZES_KIB = [2, 4, 8]
const PROBLEMS = 668
const FILES = 60
const SEED = 20_261_129

/** An output with what it counts, and the line of the first problem of each code. */
function madeOutput([name, form], nth) {
  const random = createRandom(SEED + nth)
  const files = Array.from(
    { length: FILES },
    (_, at) => `src/${names.pick(random)}/${names.pick(random)}${at}.x`,
  )
  const { byFile, byCode, byLevel } = problemsOf(form, PROBLEMS, files)
  const all = [...byFile.values()].flat()
  const firsts = form.codes.map((code) =>
    textOf(
      form,
      all.find((each) => each.code === code),
    ),
  )
  const ofFiles = Object.fromEntries([...byFile].map(([file, own]) => [file, own.length]))
  return { name, text: form.write(byFile), total: PROBLEMS, byLevel, byCode, byFile: ofFiles, firsts }
}

/** The line that holds the code of a problem, or its message where the code is shared. */
function textOf(form, problem) {
  const lines = form.write(new Map([[problem.file, [problem]]])).split('\n')
  return lines.find((line) => line.includes(problem.message)) ?? lines[0]
}

const outputs = [...Object.entries(problemForms).map(madeOutput), ...realProblems()].map((output) => ({
  ...output,
  bytes: Buffer.from(output.text),
  command: [],
  exitCode: 1,
}))

const sum = (counts) => Object.values(counts).reduce((all, each) => all + each, 0)

/** The sentence of a notice that counts: whether each of its numbers is that of the whole output. */
function countsAll({ text, content }, { total, byLevel, byCode, byFile }) {
  const notice = namesWritten({ content: `[...${text.slice(content.length)}` })[0] ?? ''
  const found =
    /((?:\d+ (?:errors?|warnings?|problems?)(?:, )?)+) in (\d+) files?: (.*?)\. (?:More: |Not kept)/.exec(
      notice,
    )
  if (!found) return false
  const [, levels, files, lists] = found
  const countsOf = (list = '') =>
    [...list.matchAll(/(?:^|, )(.+?) (\d+)(?=, |$)/g)].map(([, name, count]) => [name, Number(count)])
  const isRight = (list, known) =>
    countsOf(list).every(([name, count]) => name === 'others' || known[name] === count) &&
    countsOf(list).reduce((all, [, count]) => all + count, 0) === total
  const areLevelsRight =
    !byLevel || sum(byLevel) === levels.match(/\d+/g).reduce((all, each) => all + Number(each), 0)
  const [codes, named] = lists.split('; ')
  return (
    areLevelsRight &&
    Number(files) === Object.keys(byFile).length &&
    isRight(codes, byCode) &&
    isRight(named, byFile)
  )
}

/** The share of files that a cut shows or names. */
function filesTold(cut, { byFile }) {
  const all = [
    cut.content,
    ...namesWritten(cut),
    ...namesWritten({ content: `[...${cut.text.slice(cut.content.length)}` }),
  ].join('\n')
  const files = Object.keys(byFile)
  return files.filter((file) => all.includes(file)).length / files.length
}

/** The share of the first problems of the codes that a cut shows. */
function firstsShown({ content }, { firsts }) {
  const shown = new Set(linesOf(content))
  return firsts.filter((line) => shown.has(line)).length / firsts.length
}

/** False if a problem stands below a heading that is not its own, or below none. Lines with a place of their own have none. */
function haveFiles({ content }, { text }) {
  const headingOf = headingsOf(linesOf(text))
  let heading
  for (const line of linesOf(content).filter((each) => !isMark(each))) {
    const own = headingOf.get(line)
    if (own === undefined) heading = line
    else if (own.size > 0 && !own.has(heading)) return false
  }
  return true
}

/** The headings above each line that begins with blanks and a place: `  12:3  error …`. Undefined for a heading. */
function headingsOf(lines) {
  const found = new Map()
  let heading
  for (const [at, line] of lines.entries()) {
    const isPlaced = /^ +\d+:\d+ /.test(line)
    const isHeading = !isPlaced && /^ +\d+:\d+ /.test(lines[at + 1] ?? '') && /^\S/.test(line)
    if (isHeading) heading = line
    else {
      const known = found.get(line) ?? new Set()
      if (isPlaced) known.add(heading)
      found.set(line, known)
    }
  }
  return found
}

const TASKS = {
  'counts all': countsAll,
  'files told': filesTold,
  'first of each code': firstsShown,
  'files above problems': haveFiles,
}

const rows = methods.flatMap(({ name: method, cut }) =>
  SIZES_KIB.flatMap((kib) =>
    outputs.map((output) => {
      const made = cut(output, kib * 1024)
      const scores = Object.fromEntries(
        Object.entries(TASKS).map(([task, ask]) => [task, Number(ask(made, output))]),
      )
      return { method, kib, output: output.name, as: made.kind, scores }
    }),
  ),
)
const percent = (part) => `${(100 * part).toFixed(0)} %`
const mean = (numbers) => sum(numbers) / numbers.length
const cells = methods.flatMap(({ name }) =>
  SIZES_KIB.map((kib) => {
    const own = rows.filter((row) => row.method === name && row.kib === kib)
    return [
      name,
      `${kib} KiB`,
      ...Object.keys(TASKS).map((task) => percent(mean(own.map(({ scores }) => scores[task])))),
    ]
  }),
)
console.log(aligned([[`${outputs.length} outputs`, '', ...Object.keys(TASKS)], ...cells]))
const scoreOf = ({ scores }) => mean(Object.values(scores))
const below = rows
  .filter(({ method }) => method === 'pith')
  .flatMap((row) =>
    rows
      .filter(({ method, kib, output }) => method !== 'pith' && kib === row.kib && output === row.output)
      .filter((other) => scoreOf(other) > scoreOf(row))
      .map(
        (other) =>
          `${row.output}, ${row.kib} KiB: ${percent(scoreOf(row))}, ${other.method} ${percent(scoreOf(other))}`,
      ),
  )
console.log(`\nBetter than pith: ${below.length === 0 ? 'none' : `\n  ${below.join('\n  ')}`}`)
if (args.missed)
  for (const { method, kib, output, as, scores } of rows) {
    if (method !== 'pith') continue
    const missed = Object.entries(scores).filter(([, score]) => score < 1)
    const told = missed.map(([task, score]) => `${task} ${percent(score)}`).join(', ')
    if (missed.length > 0) console.log(`  ${output}, ${kib} KiB, as ${as}: ${told}`)
  }
if (args.json) writeFileSync(args.json, `${JSON.stringify(rows, null, 2)}\n`)
