import { PithError } from '../errors.ts'
import { attractor, openclaw, pi, vtcode, zdx } from '../profiles/index.ts'

/** Another system's output: what its model reads, and what its host gets besides. */
export interface ProfileOutput {
  text: string
  details?: unknown
}

/** A tool's output as a system shows it; a system without that tool shows it as a command's. */
type Profile = (tool: string, text: string, maxBytes: number | undefined) => ProfileOutput

const attractorTools: Record<string, attractor.Tool> = {
  read: 'read_file',
  grep: 'search_files',
  find: 'search_files',
  ls: 'list_directory',
}

/** Characters of one tool result where nothing else is asked for. */
const OPENCLAW_CHARS = 16_000

const profiles: Record<string, Profile> = {
  pi: (tool, text) => {
    if (tool === 'read') return pi.read(text)
    if (tool === 'grep') return pi.grep(text)
    if (tool === 'find') return pi.find(text)
    return tool === 'ls' ? pi.ls(text) : pi.bash(text)
  },
  attractor: (tool, text) => ({ text: attractor.truncateTool(attractorTools[tool] ?? 'run_command', text) }),
  zdx: (tool, text) => {
    const details = zdx.envelope(tool === 'read' ? zdx.read(text) : zdx.bash(text))
    return { text: JSON.stringify(details), details }
  },
  vtcode: (_, text) => {
    const { text: shown, ...details } = vtcode.truncate(text)
    return { text: shown, details }
  },
  openclaw: (_, text, maxBytes) => ({
    text: openclaw.truncateToolResultText(text, maxBytes ?? OPENCLAW_CHARS),
  }),
}

/**
 * `--profile NAME`: a text as another system would show it.
 *
 * @throws {PithError} `PITH_INVALID_OPTION` for an unknown name.
 */
export function applyProfile(
  name: string,
  tool: string,
  text: string,
  maxBytes: number | undefined,
): ProfileOutput {
  const profile = Object.hasOwn(profiles, name) ? profiles[name] : undefined
  if (profile) return profile(tool, text, maxBytes)
  const names = Object.keys(profiles).join(', ')
  throw new PithError(
    'PITH_INVALID_OPTION',
    `Expected --profile to be one of ${names}, got ${JSON.stringify(name)}.`,
  )
}
