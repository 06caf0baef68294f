import { names } from '../../../check/names.ts'
import { flag, optionsOf } from '../../../check/values.ts'
import { checkedText } from '../text.ts'
import { type Display, type DisplayOptions, display } from './display.ts'
import { type Spool, type SpoolWriter, spool } from './spool.ts'
import { stripAnsi } from './terminal.ts'
import { type TruncateOptions, truncate, truncateNames, type VtcodeTruncation } from './truncate.ts'

export interface ToolOutputOptions extends TruncateOptions, Omit<DisplayOptions, 'spoolPath'> {
  /** True keeps terminal escapes in the text for the model. The display for the user never has them. */
  allowAnsi?: boolean
  /** Names the tool to the spool writer. */
  tool?: string
  /** Writes an output over 200,000 bytes and returns its path. */
  spool?: SpoolWriter
}

const toolOutputNames = {
  ...truncateNames,
  ...names<ToolOutputOptions, TruncateOptions>()('mode language tailLines allowAnsi tool spool'),
}

export interface ToolOutput {
  /** The text that the model reads. */
  text: string
  truncation: VtcodeTruncation
  /** The text that the user sees, with its counts. */
  display: Display
  spool: Spool
}

/**
 * Takes a raw tool output through all steps of vtcode: strips escapes, cuts the text for the model, spools an output
 * over 200,000 bytes, and prepares the display for the user with the path of the spool file.
 *
 * The spool gets the raw output. The display counts the whole output, not the text that was cut for the model.
 *
 * @throws {PithError} `PITH_INVALID_OPTION`, `PITH_INVALID_INPUT`
 */
export function toolOutput(text: string, options?: ToolOutputOptions): ToolOutput {
  const {
    allowAnsi,
    tool,
    spool: write,
    mode,
    language,
    tailLines,
    ...limits
  } = optionsOf(options, toolOutputNames)
  const keepAnsi = flag('allowAnsi', allowAnsi, false)
  const raw = checkedText(text)
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
