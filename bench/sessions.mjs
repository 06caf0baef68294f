// The recorded terminal sessions of test/fold/sessions.
import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'

const folder = new URL('../test/fold/sessions/', import.meta.url)

/** Every session of the index with its bytes. test/support/sessions.ts names the fields. */
export const loadSessions = () =>
  JSON.parse(readFileSync(new URL('sessions.json', folder), 'utf8')).map((session) => ({
    ...session,
    bytes: gunzipSync(readFileSync(new URL(`${session.name}.gz`, folder))),
  }))
