import type { Answer, Body, Dialect, Reached } from './dialect.ts'

/** Answers to what the client asks its model about itself, as whether the user is to speak next. */
const aside = JSON.stringify({
  reasoning: 'scripted',
  next_speaker: 'user',
  model_choice: 'flash',
  complexity_score: 1,
  complexity_reasoning: 'scripted',
})

function resultOf({ functionResponse: { response } }: Body): Reached {
  const isError = response?.error !== undefined
  const text = response?.output ?? response?.error
  return { text: typeof text === 'string' ? text : JSON.stringify(response), isError }
}

const partOf = (answer: Answer, tools: string[]) =>
  'call' in answer
    ? { functionCall: { name: answer.call.tool, args: answer.call.args } }
    : { text: tools.length ? answer.text : aside }

const usageMetadata = { promptTokenCount: 1, candidatesTokenCount: 1, totalTokenCount: 2 }

/** `generateContent` of Gemini. */
export const gemini: Dialect = {
  path: /:(?:streamG|g)enerateContent$/,
  read: (body, path) => ({
    tools: (body.tools ?? [])
      .flatMap((tool: Body) => tool.functionDeclarations ?? [])
      .map((declared: Body) => declared.name),
    results: (body.contents ?? [])
      .flatMap((content: Body) => content.parts ?? [])
      .filter((part: Body) => part.functionResponse)
      .map(resultOf),
    model: '',
    isStream: /:stream/.test(path),
  }),
  whole: (answer, { tools }) => ({
    candidates: [
      { content: { role: 'model', parts: [partOf(answer, tools)] }, finishReason: 'STOP', index: 0 },
    ],
    usageMetadata,
  }),
  events: (answer, question) => [{ data: gemini.whole(answer, question) }],
}
