import { writeGoesOn } from '../../core/words/notices.ts'
import { readArtifact } from './artifact-resource.ts'
import { callOwnTool } from './artifact-tools.ts'
import type { Context } from './context.ts'
import { type JsonObject, modelReadsData } from './messages.ts'
import type { ToolResult } from './own-results.ts'
import { ownToolNames, ownTools } from './own-tools.ts'
import type { Roots } from './roots.ts'
import { McpServer, ResourceTemplate, type ServerContext, type StandardSchemaWithJSON } from './sdk.ts'
import { type Calling, callServerTool, entryWords, type ServerToolName, serverTools } from './server-tools.ts'
import { textOutput } from './tool-schemas.ts'

/** What the server needs to know. */
export interface ServerOptions {
  context: Context
  roots: Roots
  version: string
  /** Aborted when the server ends. It ends every command. */
  shutdown: AbortSignal
}

/** Makes a server for one connection, or for one request where connections do not last. */
export const serverFactory =
  (options: ServerOptions): (() => McpServer) =>
  () => {
    const server = new McpServer(
      { name: 'pith', title: 'pith', version: options.version },
      { capabilities: { tools: {}, resources: {} }, instructions },
    )
    addTools(server, options)
    addResources(server, options)
    return server
  }

const instructions =
  'Long outputs are cut to their ends and their errors. The notice at the end of a cut output names the call that shows the rest.'

function addTools(server: McpServer, { context, roots, shutdown }: ServerOptions): void {
  const _meta = metaFor(context)
  const tools: { outputSchema?: unknown }[] = []
  let isForText = false
  // A model that reads data in place of the text would get the text as JSON, with its escapes. The text says it all.
  server.server.oninitialized = () => {
    isForText = modelReadsData.has(server.server.getClientVersion()?.name ?? '')
    if (isForText) for (const tool of tools) delete tool.outputSchema
  }
  const result = ({ structuredContent, ...answer }: ToolResult) =>
    (isForText || !structuredContent ? answer : { ...answer, structuredContent }) as never
  for (const [name, tool] of Object.entries(serverTools)) {
    const inputSchema = schema(tool.inputSchema as unknown as JsonObject)
    const entry = { ...entryWords(tool), inputSchema, outputSchema: schema(tool.outputSchema), _meta }
    const registered = server.registerTool(name, entry, async (args, ctx) =>
      result(await callServerTool(name as ServerToolName, args, context, roots, callingOf(ctx, shutdown))),
    )
    tools.push(registered)
  }
  for (const name of ownToolNames) {
    const inputSchema = schema(ownTools[name].inputSchema as unknown as JsonObject)
    const entry = { ...ownTools[name], inputSchema, outputSchema: schema(textOutput), _meta }
    const registered = server.registerTool(name, entry, async (args, ctx) =>
      result(withOutput(await callOwnTool(name, args, context, callingOf(ctx, shutdown).signal))),
    )
    tools.push(registered)
  }
}

/** Some clients show the model only structured content, so it holds the text too. */
const withOutput = (answer: ToolResult): ToolResult =>
  answer.isError
    ? answer
    : { ...answer, structuredContent: { output: String(answer.content[0]?.text ?? '') } }

/** Claude Code does not cut results of up to so many characters again. */
function metaFor({ options: { maxBytes } }: Context): Record<string, unknown> {
  return maxBytes === undefined || maxBytes === Number.POSITIVE_INFINITY
    ? {}
    : { 'anthropic/maxResultSizeChars': Math.min(500_000, maxBytes) }
}

/** A schema as the SDK takes it. The tools check their arguments themselves, because their errors say what to do next. */
const schema = (json: JsonObject): StandardSchemaWithJSON<JsonObject> => ({
  '~standard': {
    version: 1,
    vendor: 'pith',
    validate: (value) => ({ value: value as JsonObject }),
    jsonSchema: { input: () => json, output: () => json },
  },
})

function callingOf({ mcpReq }: ServerContext, shutdown: AbortSignal): Calling {
  const token = mcpReq._meta?.progressToken
  const signal = AbortSignal.any([mcpReq.signal, shutdown])
  if (token === undefined) return { signal }
  let bytes = 0
  let followed = ''
  const notify = (progress: number) => {
    const params = { progressToken: token, progress, message: `${bytes} bytes of output${followed}` }
    // A client that has left needs no progress.
    mcpReq.notify({ method: 'notifications/progress', params }).catch(() => {})
  }
  return {
    signal,
    progress: (soFar) => {
      bytes = soFar
      notify(bytes)
    },
    follow: (id) => {
      followed = `. ${writeGoesOn('mcp', id)}`
      // Progress must increase.
      notify(bytes + 0.5)
    },
  }
}

function addResources(server: McpServer, { context }: ServerOptions): void {
  const read = async (uri: URL) => (await readArtifact(uri.href, context)) as never
  const texts = { mimeType: 'text/plain', annotations: { audience: ['user' as const], priority: 0.1 } }
  const ways = [
    ['output', 'pith://artifact/{id}', 'A full output, byte for byte.', 'Full output'],
    ['output-lines', 'pith://artifact/{id}?lines={lines}', 'Lines A-B of a full output.', 'Lines'],
    ['output-bytes', 'pith://artifact/{id}?bytes={bytes}', 'Bytes A-B of a full output, without B.', 'Bytes'],
  ] as const
  for (const [name, uri, description, title] of ways) {
    const template = new ResourceTemplate(uri, { list: undefined })
    server.registerResource(name, template, { title, description, ...texts }, read)
  }
}
