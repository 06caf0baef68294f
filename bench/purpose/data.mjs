// Fills the folders that commands are run in. The same files each time.
import { execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createRandom } from '../random.mjs'
import { names } from '../structure/generate/words.mjs'
import { makeRepository } from '../structure/repository.mjs'

const SEED = 20_261_128
const START = Date.UTC(2026, 2, 1)

/** @returns {{ repository: string, data: string }} the folders below this one */
export function makeFolders(folder) {
  const paths = { repository: join(folder, 'repository'), data: join(folder, 'data') }
  for (const path of Object.values(paths)) mkdirSync(path)
  makeBlamed(paths.repository)
  const random = createRandom(SEED)
  for (const [name, make] of Object.entries(files)) writeFileSync(join(paths.data, name), make(maker(random)))
  // Without SQLite there is no database, and the commands that read it are left out.
  spawnSync('sqlite3', ['shop.db', '.import --csv table.csv orders'], { cwd: paths.data })
  return paths
}

/** Variables of a service, so that `env` has something to say and tells nothing of this machine. */
export function environmentOf() {
  const random = createRandom(SEED)
  const { word, number } = maker(random)
  return Object.fromEntries(
    many(220, (i) => [`${word()}_${word()}_${i}`.toUpperCase(), `${word()}-${number(9999)}.${word()}`]),
  )
}

function makeBlamed(folder) {
  makeRepository(folder)
  const { word, number } = maker(createRandom(SEED + 1))
  const lines = many(400, (i) => `export const ${word()}${i} = ${word()}(${number(1e6)})`)
  const who = ['-c', 'user.name=Ada Ring', '-c', 'user.email=ada@example.org']
  const git = (args, input = '') => execFileSync('git', [...who, ...args], { cwd: folder, input })
  for (let i = 0; i < 12; i++) {
    for (let at = 0; at < 30; at++) {
      const line = number(lines.length)
      lines[line] = `export const ${word()}${line} = ${word()}(${number(1e6)}) // ${i}`
    }
    writeFileSync(join(folder, 'src/blamed.ts'), `${lines.join('\n')}\n`)
    git(['add', 'src/blamed.ts'])
    git(['commit', '-qm', `${word()} reads ${word()} (${i})`, 'src/blamed.ts'])
  }
  const branch = (i) => `create refs/heads/${word()}/${word()}-${i} HEAD~${i % 40}\n`
  git(['update-ref', '--stdin'], many(140, branch).join(''))
}

const many = (count, make) => Array.from({ length: count }, (_, i) => make(i))

/** What texts are made of. */
function maker(random) {
  const number = (below) => Math.floor(random() * below)
  const word = () => names.pick(random)
  const words = (count) => many(count, word).join(' ')
  const stamp = (i) => new Date(START + i * 61_000 + number(60_000)).toISOString()
  return { number, word, words, stamp }
}

const row = ({ word, number }, i) =>
  `${1000 + i},${word()} ${word()},${number(500)},${(number(99_999) / 100).toFixed(2)},${word()}`
const record = ({ word, words, number }, id) => ({
  id,
  name: `${word()}-${number(1e5)}`,
  price: number(9999) / 100,
  tags: [word(), word()],
  note: words(6),
})
const levels = ['INFO', 'DEBUG', 'INFO', 'WARN', 'INFO']
const logLine = ({ stamp, number, words, word }, i) =>
  `${stamp(i)} ${levels[number(5)]} [${word()}-${number(8)}] ${words(5)} id=${number(1e6)} took ${number(900)} ms`

const files = {
  'table.csv': (from) => `id,item,stock,price,place\n${many(1500, (i) => row(from, i)).join('\n')}\n`,
  'records.json': (from) =>
    `${JSON.stringify(
      many(300, (i) => record(from, i)),
      null,
      2,
    )}\n`,
  'compact.json': (from) => JSON.stringify(many(220, (i) => record(from, i))),
  'events.jsonl': (from) =>
    `${many(400, (i) => JSON.stringify({ at: from.stamp(i), ...record(from, i) })).join('\n')}\n`,
  'app.ini': (from) =>
    `${many(60, (i) => `[${from.word()}.${i}]\n${many(7, (j) => `${from.word()}_${i}_${j} = ${from.word()}-${from.number(9999)}`).join('\n')}\n`).join('\n')}`,
  'values.yaml': (from) =>
    `${many(70, (i) => `${from.word()}${i}:\n  image: registry.example.org/${from.word()}:${i}.${from.number(90)}\n  replicas${i}: ${from.number(12)}\n  limits:\n    memory${i}: ${from.number(4096)}Mi\n    cpu${i}: ${from.number(4000)}m`).join('\n')}\n`,
  'settings.toml': (from) =>
    `${many(50, (i) => `[section.${from.word()}${i}]\n${many(6, (j) => `key_${i}_${j} = "${from.words(2)} ${from.number(999)}"`).join('\n')}`).join('\n\n')}\n`,
  'app.env': (from) =>
    `${many(180, (i) => `${from.word().toUpperCase()}_${i}=${from.word()}://${from.word()}:${from.number(65_000)}/${from.word()}`).join('\n')}\n`,
  'app.log': (from) => `${many(1200, (i) => logLine(from, i)).join('\n')}\n`,
  'access.log': (from) =>
    `${many(900, (i) => `10.0.${from.number(255)}.${from.number(255)} - - [${from.stamp(i)}] "GET /${from.word()}/${from.word()}/${from.number(1e5)} HTTP/1.1" 200 ${from.number(90_000)}`).join('\n')}\n`,
  'schema.sql': (from) =>
    `${many(60, (i) => `CREATE TABLE ${from.word()}_${i} (\n  id_${i} INTEGER PRIMARY KEY,\n${many(5, (j) => `  ${from.word()}_${i}_${j} VARCHAR(${from.number(250)}) NOT NULL`).join(',\n')}\n);`).join('\n\n')}\n`,
  'list.txt': (from) => `${many(900, (i) => `${from.word()}-${from.number(1e6)}-${i}`).join('\n')}\n`,
  'plan.md': (from) =>
    `# Plan\n\n${many(90, (i) => `## Step ${i}: ${from.words(2)}\n\n${many(3, () => `- ${from.words(9)} (${from.number(1e5)})`).join('\n')}\n`).join('\n')}`,
}
