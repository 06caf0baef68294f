import { cut } from './cut.ts'
import type { Progress, WorkName, Works } from './messages.ts'
import { race } from './race.ts'

type Asked = { [Name in WorkName]: { name: Name; request: Works[Name]['request'] } }[WorkName]

const report = (progress: Progress) => postMessage({ kind: 'progress', progress })

const answer = (asked: Asked) =>
  asked.name === 'cut' ? cut(asked.request, report) : race(asked.request, report)

addEventListener('message', ({ data }: MessageEvent<Asked>) => {
  answer(data).then(
    (result) => postMessage({ kind: 'result', result }),
    (error: unknown) =>
      postMessage({ kind: 'failure', message: error instanceof Error ? error.message : String(error) }),
  )
})
