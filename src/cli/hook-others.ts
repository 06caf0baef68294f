// One file of the bundle: each further one is a file to find and to read.
export { codex } from './hook-codex.ts'
export { gemini } from './hook-gemini.ts'
export { hidesAnySecrets } from './hook-secrets.ts'
