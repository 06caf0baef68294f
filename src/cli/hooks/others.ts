// One file of the bundle: each further one is a file to find and to read.
export { codexHook } from './codex.ts'
export { geminiHook } from './gemini.ts'
export { hidesAnySecrets } from './secrets.ts'
