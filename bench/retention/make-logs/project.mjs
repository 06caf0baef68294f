// A small broken project in a temporary folder, and the log of real tools that run on it.
import { spawnSync } from 'node:child_process'
import { mkdirSync, openSync, symlinkSync, writeFileSync, writeSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../../..', import.meta.url))
const STEP_MS = 120_000

/** Tools of this checkout come first, then this Node, then tools of the machine. */
const PATH = [join(root, 'node_modules/.bin'), dirname(process.execPath), process.env.PATH ?? ''].join(
  delimiter,
)

/** No colour unless asked for, English, UTC, none of the user's settings, and no network access. */
const ENVIRONMENT = {
  PATH,
  CI: 'true',
  LC_ALL: 'C.UTF-8',
  TZ: 'UTC',
  TERM: 'dumb',
  PYTHONDONTWRITEBYTECODE: '1',
  PYTHONHASHSEED: '0',
  PERL_HASH_SEED: '0',
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_AUTHOR_NAME: 'Ada',
  GIT_AUTHOR_EMAIL: 'ada@example.com',
  GIT_AUTHOR_DATE: '2026-03-14T09:00:00Z',
  GIT_COMMITTER_NAME: 'Ada',
  GIT_COMMITTER_EMAIL: 'ada@example.com',
  GIT_COMMITTER_DATE: '2026-03-14T09:00:00Z',
  npm_config_registry: 'http://127.0.0.1:9/',
  npm_config_fetch_retries: '0',
  npm_config_audit: 'false',
  npm_config_fund: 'false',
  npm_config_update_notifier: 'false',
  npm_config_cache: '.npm-cache',
}

/**
 * Creates a project in `folder`. Standard output and standard error of all commands go to `logFile` in their real order.
 * A line with the command precedes each output, as a CI runner writes it.
 */
export function createProject(folder, logFile) {
  mkdirSync(folder, { recursive: true })
  // Append, so that a program that reopens its standard output does not overwrite the log.
  const log = openSync(logFile, 'a')
  const env = { ...ENVIRONMENT, HOME: folder }
  const run = (command, args = [], options = {}) => {
    if (!options.quiet) writeSync(log, `$ ${[command, ...args].join(' ').replaceAll('\n', ' ')}\n`)
    const { status, error } = spawnSync(command, args, {
      cwd: join(folder, options.in ?? '.'),
      env: { ...env, ...options.env },
      stdio: ['ignore', log, log],
      timeout: STEP_MS,
    })
    if (error) throw error
    if ((status !== 0) !== (options.fails === true))
      throw new Error(`${command} ended with status ${status}, which the maker did not expect.`)
  }
  return {
    folder,
    /** Writes a file, and creates its folders. */
    write(path, text) {
      mkdirSync(dirname(join(folder, path)), { recursive: true })
      writeFileSync(join(folder, path), text)
    },
    /** Links a package of this checkout, as if it were installed in the project. */
    link(name) {
      const path = join(folder, 'node_modules', name)
      mkdirSync(dirname(path), { recursive: true })
      symlinkSync(join(root, 'node_modules', name), path)
    },
    /**
     * Runs a program that must succeed or, with `fails: true`, must fail. `quiet` leaves out the line with the command.
     */
    run,
    sh: (script, options) => run('sh', ['-c', script], options),
  }
}
