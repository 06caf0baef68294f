// What the server uses of the official SDK. The bundles contain it, so that installing pith installs nothing else.

export {
  McpServer,
  ResourceTemplate,
  type ServerContext,
  type StandardSchemaWithJSON,
} from '@modelcontextprotocol/server'
export { serveStdio } from '@modelcontextprotocol/server/stdio'
