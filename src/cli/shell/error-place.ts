/** Where in the code an error was thrown, for one line that people read. */
export function errorPlace(error: unknown): string {
  const stack = error instanceof Error && !('code' in error) ? error.stack : undefined
  const place = /\n\s+at (.*)/.exec(stack ?? '')?.[1]
  return place === undefined ? '' : ` (${place})`
}
