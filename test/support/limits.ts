import type { TruncateOptions } from '../../src/options.ts'
import type { ToolOutput } from '../../src/tools/output.ts'
import { broken, fail, longLines } from './clauses/case.ts'

/** Throws if a tool's output exceeds a limit, or breaks another rule that holds for every tool. */
export function checkLimits(options: TruncateOptions, output: ToolOutput): void {
  const { text, content, notice } = output
  const over = broken(options, text)
  if (over.length > 0) fail(1, `text has too many ${over.join(' and ')}`)
  if (longLines(options, text).surely) fail(1, 'a line is over maxLineLength')
  if (/\p{Cs}/u.test(text + content)) fail(4, 'text is not well formed')
  if (notice === undefined) return
  if (options.notice === false) fail(12, 'there is a notice although notices are off')
  if (notice.includes('\n') || !text.split('\n').includes(notice))
    fail(12, 'the notice is no line of the text')
}
