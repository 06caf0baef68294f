import fc from 'fast-check'

/** Arbitrary settings files as people write them: comments, tabs, CRLF, trailing commas, no last line end. */

type Json = string | number | boolean | null | Json[] | { [key: string]: Json }

const key = fc.oneof(
  fc.constantFrom('env', 'hooks', 'model', 'permissions', 'mcpServers', 'mcp', 'plugin', 'ключ', 'a "b"', ''),
  fc.string({ maxLength: 6 }),
)
const scalar = fc.oneof(
  fc.string({ maxLength: 8 }),
  fc.integer(),
  fc.boolean(),
  fc.constant(null),
  fc.constantFrom('// no comment', '/* nor this */', '😀', 'x,]}'),
)
const { value } = fc.letrec<{ value: Json; list: Json[]; record: { [key: string]: Json } }>((tie) => ({
  value: fc.oneof({ depthSize: 'small' }, scalar, tie('list'), tie('record')),
  list: fc.array(tie('value'), { maxLength: 3 }),
  record: fc.dictionary(key, tie('value'), { maxKeys: 3, noNullPrototype: true }),
}))

const permissions = fc.record({
  allow: fc.array(fc.constantFrom('Bash(ls)', 'Read(*)'), { maxLength: 2 }),
  deny: fc.constant(['Bash(rm *)']),
})
const hookGroup = fc.record({
  matcher: fc.constantFrom('Bash', '*'),
  hooks: fc.array(fc.record({ type: fc.constant('command'), command: fc.constantFrom('true', 'lint') }), {
    maxLength: 2,
  }),
})
const server = fc.oneof(
  fc.record(
    {
      command: fc.constantFrom('node', 'npx', '/usr/bin/a b'),
      args: fc.array(fc.constantFrom('-y', 'server', '--', 'a "quoted" one'), { maxLength: 3 }),
      env: fc.constant({ KEY: 'secret' }),
    },
    { requiredKeys: ['command'], noNullPrototype: true },
  ),
  fc.record({ url: fc.constant('https://example.test/mcp') }),
)
const servers = fc.dictionary(fc.constantFrom('one', 'two', 'three'), server, { noNullPrototype: true })

/** The data of a settings file. What pith adds to fits its form, and everything else is arbitrary. */
const settings = fc
  .tuple(
    fc.dictionary(key, value, { maxKeys: 4, noNullPrototype: true }),
    fc.record(
      {
        env: fc.dictionary(fc.constantFrom('A', 'PATH'), fc.string(), { noNullPrototype: true }),
        hooks: fc.record(
          {
            PostToolUse: fc.array(hookGroup, { maxLength: 2 }),
            PreToolUse: fc.array(hookGroup, { maxLength: 1 }),
          },
          { requiredKeys: [], noNullPrototype: true },
        ),
        permissions,
        mcpServers: servers,
      },
      { requiredKeys: [], noNullPrototype: true },
    ),
  )
  .map(([others, known]) => {
    const { env: _, hooks: __, mcpServers: ___, permissions: ____, ...rest } = others
    return { ...rest, ...known } as Json
  })

interface Form {
  eol: string
  unit: string
  isOneLine: boolean
  hasComments: boolean
  hasTrailingCommas: boolean
  lastEol: boolean
}
const form = fc.record<Form>({
  eol: fc.constantFrom('\n', '\r\n'),
  unit: fc.constantFrom('  ', '    ', '\t'),
  isOneLine: fc.boolean(),
  hasComments: fc.boolean(),
  hasTrailingCommas: fc.boolean(),
  lastEol: fc.boolean(),
})

function written(data: Json, form: Form, indent = ''): string {
  if (typeof data !== 'object' || data === null) return JSON.stringify(data)
  const isList = Array.isArray(data)
  const entries = isList
    ? data.map((item) => written(item, form, indent + form.unit))
    : Object.entries(data).map(
        ([name, inner]) => `${JSON.stringify(name)}: ${written(inner, form, indent + form.unit)}`,
      )
  const [open, close] = isList ? '[]' : '{}'
  const { eol, unit, isOneLine, hasComments, hasTrailingCommas } = form
  if (entries.length === 0) return hasComments ? `${open} /* none */ ${close}` : open + close
  const last = hasTrailingCommas ? ',' : ''
  if (isOneLine) return `${open}${entries.join(hasComments ? ', /* c */ ' : ', ')}${last}${close}`
  const inner = indent + unit
  const lines = entries.map((entry, at) => {
    const comma = at < entries.length - 1 ? ',' : last
    const note = hasComments && at % 2 === 0 ? ` // "note", ${at}` : ''
    const above = hasComments && at % 3 === 1 ? `${inner}/* above */${eol}` : ''
    return `${above}${inner}${entry}${comma}${note}${eol}`
  })
  return `${open}${eol}${lines.join('')}${hasComments ? `${inner}// end${eol}` : ''}${indent}${close}`
}

/** The text of a JSON file with settings, without a byte order mark. */
export const jsonText = fc.tuple(settings, form).map(([data, its]) => {
  const head = its.hasComments ? `// head${its.eol}` : ''
  return head + written(data, its) + (its.lastEol ? its.eol : '')
})

const tomlString = (text: string): string => JSON.stringify(text)
const tomlServer = (name: string, one: { [key: string]: unknown }, at: number, eol: string): string => {
  const { command, args, url } = one as { command?: string; args?: string[]; url?: string }
  const list = args && `[${args.map(tomlString).join(at === 1 ? `,${eol}    ` : ', ')}]`
  if (at === 2) {
    const parts = [
      ...(command === undefined ? [] : [`command = '${command}'`]),
      ...(list ? [`args = ${list}`] : []),
      ...(url ? [`url = "${url}"`] : []),
    ]
    return `mcp_servers.${name} = { ${parts.join(', ')} }${eol}`
  }
  const lines = [
    ...(list ? [`args = ${list} # args`] : []),
    ...(command === undefined ? [] : [`${at === 1 ? '\t' : ''}command = "${command}" # why`]),
    ...(url ? [`url = "${url}"`] : []),
    ...(command ? ['[mcp_servers.'.concat(name, '.env]'), 'KEY = "secret"'] : []),
  ]
  return `[mcp_servers.${name}]${eol}${lines.map((line) => line + eol).join('')}`
}

/** The text of a TOML file with servers. */
export const tomlText = fc
  .tuple(servers, fc.constantFrom('\n', '\r\n'), fc.boolean(), fc.integer({ min: 0, max: 2 }))
  .map(([all, eol, lastEol, how]) => {
    const inline = how === 2
    const texts = Object.entries(all).map(([name, one]) => tomlServer(name, one, how, eol))
    const head = `# Wähle 😀${eol}model = "o3"${eol}approval_policy = "on-request"${eol}`
    const other = `${eol}[sandbox_workspace_write]${eol}network_access = false${eol}`
    const whole = inline ? head + texts.join('') + other : head + other + texts.join(eol)
    return lastEol ? whole : whole.trimEnd()
  })
