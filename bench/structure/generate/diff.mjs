// Unified diffs as git prints them.
import { createRandom } from '../../random.mjs'
import { diffTasks } from '../tasks/diff.mjs'
import { names } from './words.mjs'

const FOLDERS = ['src/engine', 'src/render', 'test/engine', 'docs', 'build']

/** The name of file `i`, the same for each use of the same seed. */
const pathOf = (random, i) => `${FOLDERS[i % FOLDERS.length]}/${names.pick(random)}-${i}.ts`

const lineOf = (random, i) =>
  `const ${names.pick(random)}${i} = ${names.pick(random)}(${Math.floor(random() * 1e6)})`

function hunkOf(random, from, size) {
  const before = [0, 1, 2].map((i) => ` ${lineOf(random, from + i)}`)
  const changes = Array.from(
    { length: size },
    (_, i) => `${random() < 0.6 ? '+' : '-'}${lineOf(random, from + 3 + i)}`,
  )
  const after = [0, 1, 2].map((i) => ` ${lineOf(random, from + 3 + size + i)}`)
  const lines = [...before, ...changes, ...after]
  const count = (other) => lines.filter((line) => !line.startsWith(other)).length
  return [`@@ -${from},${count('+')} +${from},${count('-')} @@ function ${names.pick(random)}()`, ...lines]
}

function fileOf(random, i, { hunks, size }) {
  const path = pathOf(random, i)
  const hash = () =>
    Math.floor(random() * 0xfffffff)
      .toString(16)
      .padStart(7, '0')
  const body = Array.from({ length: hunks(random) }, (_, at) =>
    hunkOf(random, 10 + at * 60, size(random)),
  ).flat()
  return [
    `diff --git a/${path} b/${path}`,
    `index ${hash()}..${hash()} 100644`,
    `--- a/${path}`,
    `+++ b/${path}`,
    ...body,
  ]
}

const made = (name, command, files, sizes) => (random) => ({
  name,
  command,
  text: `${Array.from({ length: files }, (_, i) => fileOf(random, i, sizes))
    .flat()
    .join('\n')}\n`,
})

const between = (least, most) => (random) => least + Math.floor(random() * (most - least + 1))

const makers = [
  made('60 files', 'git diff', 60, { hunks: between(1, 4), size: between(1, 12) }),
  made('12 files, large hunks', 'git diff main', 12, { hunks: between(2, 5), size: between(20, 160) }),
  made('450 files', 'git diff HEAD~40', 450, { hunks: between(1, 3), size: between(1, 6) }),
]

export const diffOutputs = (seed) => {
  const random = createRandom(seed)
  return makers.map((make) => ({
    kind: 'diff',
    exitCode: 0,
    ...make(random),
    tasks: (text) => diffTasks({ text }),
  }))
}
