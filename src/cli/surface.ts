import type { Surface } from '../options.ts'

/** How this command was called, and so how its notices call it: by `npx pith`, or by its name. */
export const surface: Surface = isNpx(process.env) ? 'npx' : 'command'

/** True for `npx pith`. A program that was started by npx, and that calls pith itself, calls it by its name. */
function isNpx({ npm_command, npm_lifecycle_event, npm_lifecycle_script = '' }: NodeJS.ProcessEnv): boolean {
  return (
    npm_command === 'exec' && npm_lifecycle_event === 'npx' && /^'?pith(?:'|\s|$)/.test(npm_lifecycle_script)
  )
}
