/** Finds and runs the examples in documentation. In their code, `expression // value` shows the expected value. */

export interface Example {
  /** Its place: `src/a.ts:12`. */
  name: string
  code: string
}

/** Each `@example` of the doc comments of a source. */
export function examplesInComments(file: string, source: string): Example[] {
  return [...source.matchAll(/^ *\/\*\*(?:(?!\*\/)[\s\S])*\*\//gm)].flatMap(({ 0: comment, index }) => {
    const lines = comment
      .split('\n')
      .map((line) => line.replace(/^ *(\/\*\*|\*\/|\*) ?/, '').replace(/ *\*\/$/, ''))
    const firstLine = source.slice(0, index).split('\n').length
    return lines.flatMap((line, at) => {
      if (!line.startsWith('@example')) return []
      const next = lines.findIndex((other, i) => i > at && other.startsWith('@'))
      const code = lines.slice(at + 1, next < 0 ? undefined : next).join('\n')
      return [{ name: `${file}:${firstLine + at}`, code: code.replaceAll(/^```\w*$/gm, '') }]
    })
  })
}

/** Each block of a language in a Markdown text. */
export function examplesInMarkdown(file: string, markdown: string, language: string): Example[] {
  const blocks = markdown.matchAll(new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\`$`, 'gm'))
  return Array.from(blocks, ({ 0: _, 1: code, index }) => {
    return { name: `${file}:${markdown.slice(0, index).split('\n').length}`, code }
  })
}

export interface Outcome {
  line: string
  value: unknown
  expected: unknown
}

type Body = (scope: object, note: (line: string, value: unknown, expected: unknown) => void) => Promise<void>

const AsyncFunction: new (...words: string[]) => Body = Object.getPrototypeOf(async () => {}).constructor

/**
 * Runs an example with the exports of `modules` for its imports and with the names of `scope`. Returns the outcome of
 * each line that shows a value.
 */
export async function runExample(
  code: string,
  modules: Readonly<Record<string, object>>,
  scope: object = {},
): Promise<Outcome[]> {
  const all = { ...scope }
  const body = code.replaceAll(/^import \{([^}]*)\} from '([^']+)'$/gm, (_, names: string, from: string) => {
    const module = modules[from]
    if (module === undefined) throw new Error(`An example imports ${from}, which is no entry.`)
    for (const name of names.split(',').map((word) => word.trim())) {
      if (!(name in module))
        throw new Error(`An example imports ${name} from ${from}, which has no such name.`)
      Object.assign(all, { [name]: module[name as keyof typeof module] })
    }
    return ''
  })
  const parameters = `{ ${Object.keys(all).join(', ')} }`
  // The unchanged example must be valid too, because a line end alone may not separate its statements.
  new AsyncFunction(parameters, body)
  const outcomes: Outcome[] = []
  const run = new AsyncFunction(parameters, '$note', body.split('\n').map(noting).join('\n'))
  await run(all, (line, value, expected) => outcomes.push({ line, value, expected }))
  return outcomes
}

/** A line that shows a value, as a call of `$note` with the line, the value and what is expected. */
export function noting(line: string): string {
  const [, expression, expected] = /^(\S.*?)\s+\/\/ (.+)$/.exec(line) ?? []
  if (expression === undefined || !isExpression(expression)) return line
  return `;$note(${JSON.stringify(line)}, (${expression}), (${expected}));`
}

function isExpression(code: string): boolean {
  try {
    new AsyncFunction(`(${code}\n)`)
    return true
  } catch {
    return false
  }
}
