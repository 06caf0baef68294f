// npm run test:seeds -- MINUTES [--deep] [PATH...]: runs the random suites again and again, each time with a new seed, and
// prints the command that repeats each failure. What it finds becomes a test of its own. With paths, it runs only the
// suites whose names begin so.
import { spawnSync } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const words = process.argv.slice(2)
const minutes = Number(words.find((word) => /^[\d.]+$/.test(word)) ?? 10)
const prefixes = words.filter((word) => word.startsWith('test/'))
const config = words.includes('--deep') ? 'vitest.deep.config.ts' : 'vitest.config.ts'
const random = new Map()

/** Whether a module draws random cases, itself or by what it imports. */
function isRandom(path) {
  if (!random.has(path)) {
    random.set(path, false)
    const text = existsSync(path) ? readFileSync(path, 'utf8') : ''
    const imported = Array.from(text.matchAll(/from '(\.[^']+\.ts)'/g), ([, name]) =>
      join(dirname(path), name),
    )
    random.set(path, /from 'fast-check'|createRandom\(/.test(text) || imported.some(isRandom))
  }
  return random.get(path)
}

const files = readdirSync(join(root, 'test'), { recursive: true, encoding: 'utf8' })
  .map((name) => `test/${name}`)
  .filter((name) => name.endsWith('.test.ts') && !/^test\/(adapters|agents|browser|runtimes)\//.test(name))
  .filter((name) => prefixes.length === 0 || prefixes.some((prefix) => name.startsWith(prefix)))
  .filter((name) => isRandom(join(root, name)))

const folder = mkdtempSync(join(tmpdir(), 'pith-seeds-'))
const end = Date.now() + minutes * 60_000
const failures = []
let runs = 0
for (; runs === 0 || Date.now() < end; runs++) {
  const seed = randomInt(2, 2 ** 31)
  const report = join(folder, 'report.json')
  const args = ['vitest', 'run', '--config', config, '--project', 'wasm*', ...files]
  const how = ['--reporter=dot', '--reporter=json', `--outputFile.json=${report}`]
  rmSync(report, { force: true })
  console.log(`Seed ${seed}`)
  spawnSync('npx', ['--no', ...args, ...how], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, PITH_SEED: String(seed) },
  })
  const { testResults } = existsSync(report) ? JSON.parse(readFileSync(report, 'utf8')) : { testResults: [] }
  if (testResults.length === 0) throw new Error(`Expected a report of ${args.join(' ')}.`)
  for (const { name, assertionResults, message } of testResults) {
    const failed = assertionResults.filter(({ status }) => status === 'failed')
    if (failed.length === 0 && !message) continue
    const file = name.slice(root.length)
    const command = `PITH_SEED=${seed} npx vitest run --config ${config} --project 'wasm*' ${file}`
    for (const { fullName, failureMessages } of failed)
      console.log(`${fullName}\n${failureMessages.join('\n').slice(0, 1500)}`)
    console.log(`failed: ${command}`)
    failures.push(command)
  }
}
rmSync(folder, { recursive: true })
console.log([`${runs} seeds in ${files.length} suites, ${failures.length} failures`, ...failures].join('\n'))
process.exitCode = failures.length === 0 ? 0 : 1
