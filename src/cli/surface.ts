import type { Surface } from '../options.ts'
import { configured } from './config.ts'

/** How people call this command: by `npx pith`, or by its name. */
export const ownName: Surface = isNpx(process.env) ? 'npx' : 'command'

/** Where the text is read, and so the words of its calls: what the setting says, else as people call this command. */
export const surface = (): Surface => (configured('notice.surface')?.value as Surface | undefined) ?? ownName

/** True for `npx pith`. A program that was started by npx, and that calls pith itself, calls it by its name. */
function isNpx({ npm_command, npm_lifecycle_event, npm_lifecycle_script = '' }: NodeJS.ProcessEnv): boolean {
  return (
    npm_command === 'exec' && npm_lifecycle_event === 'npx' && /^'?pith(?:'|\s|$)/.test(npm_lifecycle_script)
  )
}
