import type { ChildProcess } from 'node:child_process'

/** Writes a message as one line of JSON. */
export function say(child: ChildProcess, message: object): void {
  child.stdin?.write(`${JSON.stringify(message)}\n`)
}

/** Resolves with the match when the program has written what matches. */
export function heard({ stdout }: ChildProcess, pattern: RegExp): Promise<RegExpExecArray> {
  let text = ''
  return new Promise((resolve) => {
    const listen = (chunk: string) => {
      text += chunk
      const match = pattern.exec(text)
      if (!match) return
      stdout?.off('data', listen)
      resolve(match)
    }
    stdout?.on('data', listen)
  })
}
