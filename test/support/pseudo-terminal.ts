import { spawn } from 'node:child_process'

/**
 * Runs a shell script whose standard streams are a terminal of its own, and returns what reaches the terminal. `script`
 * of util-linux makes it, which Debian always has. The terminal's own CR before each LF is taken away.
 */
export async function onTerminal(
  script: string,
  options: { cwd: string; env: Record<string, string | undefined> },
): Promise<{ status: number | null; screen: string }> {
  const child = spawn('script', ['-qec', script, '/dev/null'], {
    ...options,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const chunks: Buffer[] = []
  child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk))
  const status = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', resolve)
  })
  return { status, screen: Buffer.concat(chunks).toString('utf8').replaceAll('\r\n', '\n') }
}
