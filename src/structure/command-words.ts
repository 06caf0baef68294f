/** Words before a command that only change how it runs. */
const WRAPPERS = new Set([
  'sudo',
  'env',
  'time',
  'nice',
  'nohup',
  'command',
  'exec',
  'stdbuf',
  'timeout',
  'xargs',
])
/** Commands that pass on what another one printed. */
const PASSING = new Set(['head', 'tail', 'cat', 'less', 'more', 'tee', 'sort', 'uniq'])
/** The longest argument that Linux passes to a program (MAX_ARG_STRLEN). The words of a longer line are not looked for. */
const MOST_LINE = 128 * 1024
const SHELLS = new Set(['sh', 'bash', 'zsh', 'dash', 'ksh', 'fish', 'busybox'])

/**
 * The words of the command whose output is seen: behind `cd … &&`, `env` and `sudo`, the last one of a pipe, or the one
 * before it if that only passes lines on.
 *
 * @param command a command line, or its words
 * @example
 * commandWords('cd src && LC_ALL=C git diff --stat | head -50') // ['git', 'diff', '--stat']
 */
export function commandWords(command: string | readonly string[]): string[] {
  if (typeof command === 'string') return wordsOfLine(command)
  const words = withoutWrappers(command)
  const [name = '', ...rest] = words
  const flag = rest.findIndex((word) => /^-[a-z]*c$/.test(word))
  if (SHELLS.has(baseName(name)) && flag >= 0) return wordsOfLine(rest[flag + 1] ?? '')
  return words
}

function wordsOfLine(line: string): string[] {
  if (line.length > MOST_LINE) return []
  const lists = split(line)
  const pipe = lists[lists.length - 1] ?? []
  for (let at = pipe.length - 1; at >= 0; at--) {
    const words = withoutWrappers(pipe[at])
    const isPassing =
      PASSING.has(words[0] ?? '') &&
      !words.slice(1).some((word) => !word.startsWith('-') && !/^\d+$/.test(word))
    if (words.length > 0 && (!isPassing || at === 0)) return words
  }
  return []
}

/** The commands of a line: a list for each pipe, with the words of each command in it. */
function split(line: string): string[][][] {
  const token = /\s+|&&|\|\||[;&|\n()]|(?:"(?:\\.|[^"\\])*"|'[^']*'|\\.|[^\s;&|()"'\\])+/gy
  const lists: string[][][] = [[[]]]
  for (const [word] of line.matchAll(token)) {
    const pipe = lists[lists.length - 1]
    if (/^\s+$/.test(word) && !word.includes('\n')) continue
    if (word === '|') pipe.push([])
    else if (/^(&&|\|\||[;&\n()])$/.test(word) || /^\s*\n/.test(word)) {
      if (pipe.some((words) => words.length > 0)) lists.push([[]])
    } else pipe[pipe.length - 1].push(unquoted(word))
  }
  return lists.filter((pipe) => pipe.some((words) => words.length > 0))
}

const unquoted = (word: string): string =>
  word.replaceAll(
    /"((?:\\.|[^"\\])*)"|'([^']*)'|\\(.)/g,
    (_, double, single, escaped) => double ?? single ?? escaped,
  )

/** Drops assignments, redirects and words such as `sudo` with their options. */
function withoutWrappers(words: readonly string[]): string[] {
  const kept = words.filter((word) => !/^\d*[<>]/.test(word))
  let at = 0
  while (at < kept.length) {
    if (/^\w+=/.test(kept[at])) at++
    else if (WRAPPERS.has(baseName(kept[at]))) {
      at++
      while (at < kept.length && (kept[at].startsWith('-') || /^\d+[smh]?$/.test(kept[at]))) at++
    } else break
  }
  const rest = kept.slice(at)
  return rest.length > 0 ? [baseName(rest[0]), ...rest.slice(1)] : []
}

const baseName = (path: string): string => path.slice(path.lastIndexOf('/') + 1)
