// Parts of what tools write to a terminal.
export const UP = '\x1b[1A'
const HIDE = '\x1b[?25l'
const SHOW = '\x1b[?25h'
export const blue = (text) => `\x1b[34m${text}\x1b[0m`
export const green = (text) => `\x1b[32m${text}\x1b[0m`
export const red = (text) => `\x1b[31m\x1b[1m${text}\x1b[0m`
export const SPINNER = [...'⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏']
export const seconds = (frame) => `${(frame / 10).toFixed(1)}s`
/** Text at the left and a time at the right edge, as wide as the terminal. */
export const across = (left, right, columns) => `${left.padEnd(columns - right.length - 1)}${right} `
/** Frames of lines; each goes up over the one before and writes its lines anew. */
export const redrawn = (frames) =>
  frames
    .map(
      (lines, n) =>
        `${n > 0 ? UP.repeat(frames[n - 1].length) : ''}\x1b[0G${HIDE}${lines.join('\r\n')}\r\n${SHOW}`,
    )
    .join('')
