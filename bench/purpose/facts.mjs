// What can be asked of a recording, by its kind. A fact has the index of its line, so that questions are drawn by place.

/** @typedef {import('./answers.mjs').Question & { at: number }} Fact */

/** A fact for each line that matches. Groups are the pieces of the answer, in the order of the line. */
const inLines = (pattern, ask) => (lines) =>
  lines.flatMap((line, at) => {
    const match = pattern.exec(line)
    if (!match) return []
    const pieces = match.slice(1).filter(Boolean)
    return [{ at, ask: ask(...pieces), pieces }]
  })

/** The lines themselves, where they say something. */
const wholeLines =
  (ask, says = /[\p{L}\d].*[\p{L}\d]/u) =>
  (lines) =>
    lines.flatMap((line, at) =>
      says.test(line) && line.length <= 300 ? [{ at, ask: `${ask} ${at + 1}`, lines: [line] }] : [],
    )

/** A line, and the next one that is not empty. */
const below = (isAbove, ask) => (lines) =>
  lines.flatMap((line, at) => {
    const next = isAbove(line) ? lines.slice(at + 1, at + 4).find((each) => each !== '') : undefined
    return next ? [{ at, ask: `${ask} ${line.trim()}`, lines: [line, next] }] : []
  })

/** The lines of an output below headings, which say nothing without their heading. */
const underHeadings = (isHeading, ask, says) => (lines) => {
  let heading = ''
  return lines.flatMap((line, at) => {
    if (isHeading.test(line)) heading = line
    else if (says.test(line)) return [{ at, ask: `${ask} ${at + 1}`, under: { line, heading, isHeading } }]
    return []
  })
}

/** The files that an output is about, each once. */
const files = (pattern, ask) => (lines) => {
  const seen = new Set()
  return lines.flatMap((line, at) => {
    const [, name] = pattern.exec(line) ?? []
    if (name === undefined || seen.has(name)) return []
    seen.add(name)
    return [{ at, ask: `${ask} ${name}`, path: name.split('/') }]
  })
}

/** Facts of several sorts, each about as often, in the order of their lines. */
const evenly =
  (...makers) =>
  (lines) => {
    const sorts = makers.map((make) => make(lines)).filter(({ length }) => length > 0)
    const most = Math.max(...sorts.map(({ length }) => length))
    const repeated = sorts.flatMap((sort) =>
      Array(Math.round(most / sort.length))
        .fill(sort)
        .flat(),
    )
    return repeated.toSorted((a, b) => a.at - b.at)
  }

const both =
  (...makers) =>
  (lines) =>
    makers.flatMap((make) => make(lines))

const isHeading = (line) => /^#{1,4} /.test(line)
const isManHeading = (line) => /^[A-Z][A-Z -]+$/.test(line)
const isOption = (line) => /^\s{2,12}-{1,2}[\w?]/.test(line)

/** An option with its description beside it, or the line below it. */
const options = (lines) =>
  lines.flatMap((line, at) => {
    if (!isOption(line)) return []
    const [, option, says] = /^\s*(-.*?\S)\s{2,}(\S.*)$/.exec(line) ?? []
    if (says) return [{ at, ask: `what ${option} does`, lines: [line] }]
    const next = lines[at + 1] ?? ''
    return /^\s+\S/.test(next) && !isOption(next)
      ? [{ at, ask: `what ${line.trim()} does`, lines: [line, next] }]
      : []
  })

const JSON_VALUE = /^\s*"([\w@/. -]{2,60})": ("[^"]{1,80}"|[\d.]+|true|false)/
const VALUE = /^\s*"?([\w.@/+-]{2,60})"?\s*[=:]\s*("?[\w@/.:+-][^,;]{0,70}?)"?[,;]?$/
const NAMED = /^(?:\s*)([\w.@/+:-]{2,70})[\s:=|]+(\S.{0,60}?)\s*$/

/** Records in one line of JSON, in lines of it, or as Node prints them. Their names are unique. */
const recordFacts = (lines) =>
  lines.flatMap((line, at) =>
    Array.from(
      line.matchAll(/"?name"?: ?["']([a-z]+-\d+)["'],? ?"?(?:price"?: ?([\d.]+))?/g),
      ([, name, price], i) => ({
        at: at + i,
        ask: `the record of ${name}`,
        pieces: price ? [name, price] : [name],
      }),
    ),
  )

const commitFacts = (lines) =>
  lines.flatMap((line, at) => {
    if (!/^commit [0-9a-f]{40}/.test(line)) return []
    const next = lines.slice(at + 1, at + 6).find((each) => each.startsWith('    '))
    return next ? [{ at, ask: `the subject of ${line.slice(0, 14)}`, lines: [line, next] }] : []
  })

/** @type {Record<string, (lines: string[]) => Fact[]>} */
export const factsOfKind = {
  'ls -l': inLines(
    /^[-dlrwxst]{10}\S?\s+\d+ \S+\s+\S+\s+(\d+) .{12} ([\w@.+-]+)/,
    (_, name) => `the size of ${name}`,
  ),
  paths: wholeLines('the path in line', /^[\w@.~/+-]{4,}$/),
  sizes: inLines(/^\s*([\d.]+[KMG]?)\s+(\S+)$/, (_, name) => `the size of ${name}`),
  grep: evenly(
    inLines(/^([^:\s]+):(\d+):\s*(\S.{2,})$/, (file, line) => `what ${file}:${line} says`),
    files(/^([^:\s]+):\d+:/, 'whether it has a match in'),
  ),
  'npm ls': inLines(/([@\w./-]+)@(\d[\w.+-]*)/, (name) => `the version of ${name}`),
  markdown: both(below(isHeading, 'the line below'), wholeLines('line')),
  source: wholeLines('line', /\w.*\w.*\w/),
  numbered: inLines(/^\s*(\d+)\s+(\S.{2,})$/, (line) => `line ${line}`),
  json: inLines(JSON_VALUE, (key) => `the value of ${key}`),
  'git log': commitFacts,
  hashes: inLines(/\b([0-9a-f]{7,40})\b\s*(\S.*)$/, (hash) => `what ${hash} is`),
  branches: inLines(/^\*?\s+(\S+)\s+([0-9a-f]{7,})\b/, (branch) => `the commit of ${branch}`),
  diff: evenly(
    underHeadings(/^diff --git /, 'the changed line', /^[-+][^-+].*\w/),
    files(/^diff --git .* b\/(.*)$/, 'whether it changes'),
  ),
  stat: both(
    inLines(/^\s*(\S+)\s+\|\s+(\d+)/, (name) => `how much ${name} changes`),
    inLines(/^(\d+)\t(\d+)\t(\S+)$/, (_, __, name) => `how much ${name} changes`),
  ),
  lines: wholeLines('line'),
  blame: inLines(/^\^?([0-9a-f]{7,12})\b.*?\s(\d+)\)/, (_, line) => `the commit of line ${line}`),
  csv: inLines(/^(\d{4,})\b(.*\S)$/, (id) => `row ${id}`),
  records: recordFacts,
  settings: both(inLines(VALUE, (key) => `the value of ${key}`)),
  log: wholeLines('the entry in line', /\d\d:\d\d/),
  help: both(below(isManHeading, 'the line below'), options, wholeLines('line', /\w{3,}.*\w{3,}/)),
  packages: inLines(/^(?:ii\s+)?([a-z][\w.+:-]+)(?:\/\S+)?\s+(\d\S*)/, (name) => `the version of ${name}`),
  processes: inLines(
    /^\s*(?:[\w+-]+\s+)?(\d+)\s.*?\s(?:\d+:\d\d(?::\d\d)?|[RSDIZT][\w<+]*)\s+(\S.*)$/,
    (pid) => `the command of ${pid}`,
  ),
  values: inLines(NAMED, (name) => `the value of ${name}`),
  dump: inLines(/^([0-9a-f]{7,8}):?\s+((?:[0-9a-f]{2,4} ?){4})/, (offset) => `the bytes at ${offset}`),
}

/** Kinds whose lines are entries, and what a text may call them. */
export const countedKinds = {
  'ls -l': /^[-dl][-rwxst]{9}/,
  paths: /\S/,
  grep: /^[^:\s]+:\d+:/,
  csv: /^\d{4}/,
  log: /\d\d:\d\d/,
  blame: /^\^?[0-9a-f]{7}/,
  sizes: /^\s*\d/,
}
