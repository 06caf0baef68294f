// Matches as grep and ripgrep print them.
import { createRandom } from '../../random.mjs'
import { grepTasks } from '../tasks/grep.mjs'
import { names } from './words.mjs'

function matches(random, files, most) {
  return Array.from({ length: files }, (_, i) => {
    const path = `src/${names.pick(random)}/${names.pick(random)}-${i}.ts`
    const count = 1 + Math.floor(random() ** 2 * most)
    return Array.from(
      { length: count },
      (__, at) => `${path}:${3 + at * 11}:  if (isReady) ${names.pick(random)}(${names.pick(random)}, ${at})`,
    )
  }).flat()
}

const made = (name, command, files, most) => (random) => ({
  name,
  command,
  text: `${matches(random, files, most).join('\n')}\n`,
})

const makers = [
  made('24 files', 'grep -rn isReady src', 24, 60),
  made('350 files', 'rg -n isReady', 350, 12),
  made('3 files', 'rg -n --no-heading isReady | cat', 3, 1500),
]

export const grepOutputs = (seed) => {
  const random = createRandom(seed)
  return makers.map((make) => ({
    kind: 'grep',
    exitCode: 0,
    ...make(random),
    tasks: (text) => grepTasks({ text }),
  }))
}
