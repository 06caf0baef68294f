import { flag, optionsOf } from './check.ts'
import { type Display, type DisplayOptions, display } from './display.ts'
import { type Spool, type SpoolWriter, spool } from './spool.ts'
import { stripAnsi } from './terminal.ts'
import { wellFormed } from './text.ts'
import { type TruncateOptions, truncate, type VtcodeTruncation } from './truncate.ts'

export interface ToolOutputOptions extends TruncateOptions, Omit<DisplayOptions, 'spoolPath'> {
  /** True keeps terminal escapes in what the model reads; what the user sees never has them. */
  allowAnsi?: boolean
  /** Names the tool to the spool writer. */
  tool?: string
  /** Writes an output over 200,000 bytes and gives its path. */
  spool?: SpoolWriter
}

export interface ToolOutput {
  /** What the model reads. */
  text: string
  truncation: VtcodeTruncation
  /** What the user sees. */
  display: Display
  spool: Spool
}

/**
 * A raw tool output through all of vtcode's steps: escapes stripped, cut for the model, spooled where it is over
 * 200,000 bytes, and shown to the user with the spool file's path.
 *
 * The spool gets the raw output, and the display's counts are of the whole output, not of what was left of it.
 *
 * @throws {PithError} `PITH_INVALID_OPTION`, `PITH_INVALID_INPUT`
 */
export function toolOutput(text: string, options?: ToolOutputOptions): ToolOutput {
  const { allowAnsi, tool, spool: write, mode, language, tailLines, ...limits } = optionsOf(options)
  const keepAnsi = flag('allowAnsi', allowAnsi, false)
  const raw = wellFormed(text)
  const truncation = truncate(keepAnsi ? raw : stripAnsi(raw), limits)
  const spooled = spool(raw, { ...(tool !== undefined && { tool }), ...(write !== undefined && { write }) })
  const shown = display(raw, {
    ...(mode !== undefined && { mode }),
    ...(language !== undefined && { language }),
    ...(tailLines !== undefined && { tailLines }),
    ...(spooled.path !== undefined && { spoolPath: spooled.path }),
  })
  return { text: truncation.text, truncation, display: shown, spool: spooled }
}
