// Logs and states of a repository, in the forms in which git prints them.
import { createRandom } from '../../random.mjs'
import { logTasks, statusTasks } from '../tasks/git.mjs'
import { names } from './words.mjs'

const hashOf = (random) => Array.from({ length: 40 }, () => Math.floor(random() * 16).toString(16)).join('')
const subjectOf = (random, i) => `${names.pick(random)} keeps its ${names.pick(random)} in order (${i})`

const full = (random) => {
  const commits = Array.from({ length: 260 }, (_, i) => {
    const body = i % 3 === 0 ? `\n    \n    The ${names.pick(random)} failed with an error before.` : ''
    return `commit ${hashOf(random)}\nAuthor: ${names.pick(random)} <${names.pick(random)}@example.org>\nDate:   Mon Mar 3 10:${String(i % 60).padStart(2, '0')}:00 2025 +0000\n\n    ${subjectOf(random, i)}${body}\n`
  })
  return { name: 'git log', command: 'git log', text: commits.join('\n') }
}

const oneline = (random) => {
  const commits = Array.from(
    { length: 900 },
    (_, i) => `${hashOf(random).slice(0, 9)} ${subjectOf(random, i)}`,
  )
  return { name: 'git log --oneline', command: 'git log --oneline', text: `${commits.join('\n')}\n` }
}

const stat = (random) => {
  const commits = Array.from({ length: 120 }, (_, i) => {
    const files = Array.from(
      { length: 1 + (i % 6) },
      () => ` src/${names.pick(random)}.ts | ${1 + Math.floor(random() * 40)} ++--`,
    )
    return `commit ${hashOf(random)}\nAuthor: A B <a@example.org>\nDate:   Tue Mar 4 09:00:00 2025 +0000\n\n    ${subjectOf(random, i)}\n\n${files.join('\n')}\n ${files.length} files changed\n`
  })
  return { name: 'git log --stat', command: 'git log --stat', text: commits.join('\n') }
}

const status = (random) => {
  const list = (count, form) =>
    Array.from({ length: count }, (_, i) => form(`src/${names.pick(random)}/${names.pick(random)}-${i}.ts`))
  const groups = {
    'Changes to be committed:': list(40, (path) => `\tmodified:   ${path}`),
    'Changes not staged for commit:': list(190, (path) => `\tmodified:   ${path}`),
    'Untracked files:': list(600, (path) => `\t${path}`),
  }
  const parts = Object.entries(groups).map(
    ([heading, paths]) => `${heading}\n  (use "git add <file>..." to include)\n${paths.join('\n')}\n`,
  )
  return {
    kind: 'git-status',
    name: 'git status',
    command: 'git status',
    text: `On branch ring/amber\nYour branch is ahead of 'origin/main' by 3 commits.\n\n${parts.join('\n')}`,
    tasks: (text) => statusTasks({ text, branch: 'On branch ring/amber', groups }),
  }
}

const short = (random) => {
  const list = (count, code) =>
    Array.from({ length: count }, (_, i) => `${code} src/${names.pick(random)}/${names.pick(random)}-${i}.ts`)
  const groups = {
    '## ring/amber...origin/main [ahead 3]': [...list(150, ' M'), ...list(60, 'M '), ...list(700, '??')],
  }
  const [[heading, lines]] = Object.entries(groups)
  return {
    kind: 'git-status',
    name: 'git status -sb',
    command: 'git status -sb',
    text: `${heading}\n${lines.join('\n')}\n`,
    tasks: (text) => statusTasks({ text, branch: heading, groups }),
  }
}

export const gitOutputs = (seed) => {
  const random = createRandom(seed)
  return [full, oneline, stat, status, short].map((make) => ({
    kind: 'git-log',
    exitCode: 0,
    tasks: (text) => logTasks({ text }),
    ...make(random),
  }))
}
