import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type McpPipe, wrapped } from './mcp-pipe.ts'

const server = join(import.meta.dirname, '../mcp/raw-server.mjs')

/** `pith mcp wrap` in front of a server that answers with any bytes. */
export class RawAnswers {
  readonly pipe: McpPipe
  #count = 0

  constructor(words: readonly string[]) {
    this.pipe = wrapped(words, [process.execPath, server])
  }

  /** What reaches the client when the server answers a request with these bytes. `ID` in a text is the request's id. */
  async through(method: string, params: object, bytes: string | Buffer): Promise<string> {
    const id = `call-${++this.#count}`
    const file = join(this.pipe.folder, `${id}.bin`)
    writeFileSync(file, typeof bytes === 'string' ? bytes.replaceAll('ID', id) : bytes)
    const begin = this.pipe.lines.length
    this.pipe.send({ id, method, params: { ...params, test: { file, fence: this.#count } } })
    const fence = `"method":"notifications/fence","params":{"n":${this.#count}}}`
    await this.pipe.line((line) => line.endsWith(fence))
    const lines = this.pipe.lines.slice(begin)
    return lines
      .slice(
        0,
        lines.findIndex((line) => line.endsWith(fence)),
      )
      .join('\n')
  }

  end(): Promise<unknown> {
    return this.pipe.end()
  }
}
