// node bench/noise/generate.mjs: writes sessions of tools that rarely install, in the form of their real output, into
// test/fold/sessions. The index labels them as generated.
import { sessions as bazelSessions } from './generated/bazel.mjs'
import { sessions as ciSessions } from './generated/ci.mjs'
import { sessions as dockerSessions } from './generated/docker.mjs'
import { saveSession } from './sessions.mjs'

for (const { text, ...session } of [...dockerSessions, ...bazelSessions, ...ciSessions]) {
  const outcome = session.decisive.length > 0 ? 'failure' : 'success'
  saveSession({ ...session, version: '-', made: 'generated', outcome }, Buffer.from(text))
  console.log(`${session.name}: ${Buffer.byteLength(text)} bytes`)
}
