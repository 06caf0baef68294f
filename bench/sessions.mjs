// The recorded terminal sessions of test/fold/sessions.
import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'

const folder = new URL('../test/fold/sessions/', import.meta.url)

/** Every session of the index with its bytes. test/support/sessions.ts names the fields. */
export const loadSessions = () =>
  readFileSync(new URL('sessions.jsonl', folder), 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))
    .map((session) => ({
      ...session,
      bytes: gunzipSync(readFileSync(new URL(`${session.name}.gz`, folder))),
    }))
