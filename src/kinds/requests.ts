import { countedLines } from './counted-lines.ts'
import type { Kind } from './kind.ts'

/** `"GET /a HTTP/1.1" 200`, `GET /a 200 3 ms`, `POST /b -> 500` */
const REQUEST =
  /(?:^|[\s"'\]])(?:GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS) [^\s"]+(?: HTTP\/\d(?:\.\d)?)?["']?,? (?:(?:->|=>|-|→) )?([1-5]\d\d)\b/

/** Requests that a server logs, one in each line. Those that it failed to answer come first. */
export const requests: Kind = countedLines({
  name: 'requests',
  units: 'requests',
  tells: (text) => REQUEST.exec(text)?.[1],
  isFirst: (status) => status.startsWith('5'),
  mostOthers: 1 / 20,
  mayTellFailure: false,
})
