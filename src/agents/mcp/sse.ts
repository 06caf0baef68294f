/** An event of a stream of server-sent events. */
export interface ServerEvent {
  data: string
  id?: string
  retryMs?: number
}

/** Reads server-sent events. Comments and events without data give nothing but their id. */
export async function* eventsOf(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<ServerEvent> {
  let event: { data: string[]; id?: string; retryMs?: number } = { data: [] }
  for await (const line of textLines(chunks)) {
    if (line === '') {
      const { data, ...rest } = event
      if (data.length > 0 || rest.id !== undefined) yield { ...rest, data: data.join('\n') }
      event = { data: [] }
      continue
    }
    const [, name, value = ''] = /^([^:]*)(?:: ?(.*))?$/s.exec(line) ?? []
    if (name === 'data') event.data.push(value)
    if (name === 'id' && !value.includes('\0')) event.id = value
    if (name === 'retry' && /^\d+$/.test(value)) event.retryMs = Number(value)
  }
}

/** Lines that end at LF, CR LF or CR. A last line without an end is no line. */
async function* textLines(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder()
  let held: string[] = []
  let wasReturn = false
  for await (const chunk of chunks) {
    let text = decoder.decode(chunk, { stream: true })
    if (text === '') continue
    if (wasReturn && text.startsWith('\n')) text = text.slice(1)
    wasReturn = false
    if (text === '') continue
    wasReturn = text.endsWith('\r')
    const lines = text.split(/\r\n|\n|\r/)
    if (lines.length === 1) {
      held.push(text)
      continue
    }
    yield held.join('') + lines[0]
    yield* lines.slice(1, -1)
    held = [lines[lines.length - 1]]
  }
}
