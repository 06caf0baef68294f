// pith's results as the benchmark measures them: through the function of the command tool, with a full output to name.

/** Gives markers the width that they have when the full log can be read back. */
const SOURCE = { artifact: '0123456789abcdef' }

/** In effect no limit of lines, because only bytes are compared. */
const MAX_LINES = 100_000

/**
 * The function that cuts the output of a command. Options that this build does not know are left out, and `unknown`
 * names them.
 *
 * @param {typeof import('../../dist/index.js').truncateToolOutput} truncateToolOutput
 */
export function cutter(truncateToolOutput, wanted) {
  const known = Object.entries(wanted).filter(([name, value]) => knows(truncateToolOutput, { [name]: value }))
  const options = { maxLines: MAX_LINES, source: SOURCE, ...Object.fromEntries(known) }
  const unknown = Object.keys(wanted).filter((name) => !(name in options))
  /** @returns {{ text: string, kept: string, wordBytes: number, truncated: boolean }} */
  const cut = (bytes, maxBytes) => {
    const { text, details } = truncateToolOutput('bash', bytes, { ...options, maxBytes })
    const { segments, gaps, truncatedBy } = details.truncation
    // Results in which only repeated lines are left out have no markers.
    const truncated = truncatedBy !== undefined
    const kept = segments.map((segment) => segment.text).join('')
    const marks = gaps.reduce((sum, { mark = '' }) => sum + Buffer.byteLength(mark), 0)
    const shown = segments.reduce((sum, segment) => sum + Buffer.byteLength(segment.text), marks)
    return { text, kept, truncated, wordBytes: Math.max(0, Buffer.byteLength(text) - shown) }
  }
  return { cut, unknown }
}

/** Whether a build has these options. */
export function knows(truncateToolOutput, options) {
  try {
    truncateToolOutput('bash', '', options)
    return true
  } catch (error) {
    if (error.code === 'PITH_INVALID_OPTION') return false
    throw error
  }
}
