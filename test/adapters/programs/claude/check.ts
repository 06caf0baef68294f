import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { log, report } from '../log.ts'
import { session } from './hooks.ts'

writeFileSync(join(process.env.FOLDER ?? '', 'big.log'), log)
let text = ''
for await (const message of session)
  if (message.type === 'result' && 'result' in message) text = message.result
report({ text })
