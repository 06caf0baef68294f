// The GitHub Action (action.yml): runs a command by `pith run`, and keeps its exit code.
import { spawn } from 'node:child_process'
import { appendFileSync, createWriteStream, existsSync, mkdtempSync } from 'node:fs'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'

/** GitHub takes at most 1 MiB of summary from a step. */
const MOST_SUMMARY_BYTES = 1_000_000

const { env } = process
const input = (name) => env[`INPUT_${name.toUpperCase()}`]?.trim()
const command = input('run')
const folder = mkdtempSync(join(env.RUNNER_TEMP, 'pith-'))
const artifacts = ['--artifacts', join(folder, 'artifacts')]
const output = join(folder, 'output.log')

const cwd = input('working-directory')
if (!existsSync(cwd)) {
  console.log(`::error::Expected working-directory to be a folder, got ${cwd}.`)
  process.exit(1)
}

/** Starts pith. Its messages go to the log. */
const pith = (...words) =>
  spawn(process.execPath, [join(import.meta.dirname, '../dist/cli/main.js'), ...words], {
    cwd,
    stdio: ['ignore', 'pipe', 'inherit'],
  })

const limits = ['--max-bytes', input('max-bytes')]
// As GitHub starts bash for a step.
const shell = ['bash', '--noprofile', '--norc', '-eo', 'pipefail', '-c', command]
const running = pith('run', '--quiet', '--json', ...artifacts, ...limits, '--', ...shell)
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => running.kill(signal))
const exited = new Promise((resolve) => running.once('close', (code) => resolve(code ?? 1)))
const said = (await running.stdout.toArray()).join('')
const exitCode = await exited
const { text = '', artifact, gaps = [], segments = [] } = said === '' ? {} : JSON.parse(said)

console.log(text)
if (artifact) await pipeline(pith('show', artifact, '--all', ...artifacts).stdout, createWriteStream(output))
else appendFileSync(output, gaps.length > 0 ? text : segments.map((segment) => segment.text).join(''))
appendFileSync(env.GITHUB_OUTPUT, `output=${output}\nexit-code=${exitCode}\n`)

// A fence that no line of the text ends.
const fence = '`'.repeat(Math.max(3, ...Array.from(text.matchAll(/`+/g), ([run]) => run.length + 1)))
const title = `### Exit code ${exitCode}: \`${command.split('\n')[0].replaceAll('`', "'")}\``
const summary = `${title}\n\n${fence}text\n${text}\n${fence}\n\n`
if (Buffer.byteLength(summary) <= MOST_SUMMARY_BYTES) appendFileSync(env.GITHUB_STEP_SUMMARY, summary)
process.exitCode = exitCode
