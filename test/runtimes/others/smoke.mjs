// What a program in which there is no Node does with pith: it cuts, streams, stores, and gives the input back. Each
// runtime and each bundle of it must answer the same, whatever scans.
import {
  createMemoryStore,
  getBackend,
  reassembleStream,
  truncate,
  truncateResult,
  truncateStream,
  truncateToolOutput,
} from 'pith'
import { cutToolResults } from 'pith/ai-sdk'
import { createSecretRedactor } from 'pith/redact'
import { kinds } from 'pith/structure'

const numbers = (last) => Array.from({ length: last }, (_, at) => `${at + 1}\n`).join('')
const failing = `${numbers(4000)}error[E0425]: cannot find value\n${numbers(4000)}`

async function textOf(chunks) {
  const decoder = new TextDecoder()
  let text = ''
  for await (const chunk of chunks) text += decoder.decode(chunk, { stream: true })
  return text + decoder.decode()
}

export async function smoke() {
  const store = createMemoryStore()
  const streamed = await truncateStream(new Blob([failing]).stream(), { maxLines: 9, store })
  const read = async (startByte, endByte) => {
    const parts = []
    for await (const part of store.read(streamed.artifact, { startByte, endByte })) parts.push(part)
    return new Uint8Array(await new Blob(parts).arrayBuffer())
  }
  const part = { type: 'tool-result', toolName: 'build', output: { type: 'text', value: failing } }
  const params = { prompt: [{ role: 'tool', content: [part] }] }
  return {
    backend: getBackend(),
    answers: [
      truncate(failing, { maxLines: 20 }).text,
      truncate(failing, { maxLines: 20, backend: 'js' }).text,
      streamed.text,
      (await textOf(reassembleStream(streamed, read))) === failing,
      truncateToolOutput('bash', failing, { maxLines: 12 }).text,
      (await truncateResult({ rows: numbers(900).split('\n') }, { maxBytes: 900, structure: kinds })).value,
      createSecretRedactor()('key AKIAIOSFODNN7EXAMPLE'),
      await cutToolResults({ maxBytes: 900 }).transformParams({ params }),
    ],
  }
}
