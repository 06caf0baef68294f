import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { PithError } from '../../errors.ts'
import type { Launch } from './client.ts'

/** How this copy of pith is started. */
// Bundles lie in a folder of `dist`.
export const ownLaunch = (): Launch => launchIn(dirname(dirname(fileURLToPath(import.meta.url))))

/**
 * How this copy of pith is started, if settings can name it.
 *
 * @throws {PithError} `PITH_NOT_STARTED` if it may soon be gone, or the system has no shell for it
 */
export function lastingLaunch(): Launch {
  const launch = ownLaunch()
  if (process.platform === 'win32') {
    throw new PithError(
      'PITH_NOT_STARTED',
      'pith has no shell for Windows, so `pith install` changes nothing on it. Run it in WSL instead.',
    )
  }
  if (launch.shell.startsWith('/$bunfs/')) {
    throw new PithError(
      'PITH_NOT_STARTED',
      'A pith in one file has no shell and no plugins for agents, so `pith install` changes nothing. Install the package of pith instead.',
    )
  }
  if (/[\\/]_npx[\\/]/.test(launch.shell)) {
    throw new PithError(
      'PITH_NOT_STARTED',
      'pith runs from the cache of npx, which npm cleans. Install it first with `npm install -g .` in its checkout, then run `pith install`.',
    )
  }
  return launch
}

/** The parts of pith in a folder `dist`. Node is named by its path, because clients may not have it on theirs. */
export const launchIn = (dist: string, node = process.execPath): Launch => ({
  command: [node, join(dist, 'cli', 'main.js')],
  shell: join(dist, 'shell', 'pith'),
  bash: join(dist, 'shell', 'bash'),
  prefix: join(dist, 'shell', 'prefix'),
  plugins: join(dist, 'plugins'),
})
