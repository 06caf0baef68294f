/** Whether an error, or its cause, says that this process or the system can open no more files. */
export function isOutOfFiles(error: unknown): boolean {
  if (typeof error !== 'object' || error === null) return false
  if ('code' in error && (error.code === 'EMFILE' || error.code === 'ENFILE')) return true
  return 'cause' in error && isOutOfFiles(error.cause)
}
