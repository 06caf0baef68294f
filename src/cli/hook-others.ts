// One file of the bundle: each further one is a file to find and to read.
export { codexHook } from './hook-codex.ts'
export { geminiHook } from './hook-gemini.ts'
export { hidesAnySecrets } from './hook-secrets.ts'
