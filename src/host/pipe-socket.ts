import { closeSync, writeSync } from 'node:fs'
import { type OnReadOpts, Socket, type SocketConstructorOpts } from 'node:net'
import { setImmediate as nextTurn } from 'node:timers/promises'

/** Both ends of a pipe, as file descriptors. */
export interface PipeEnds {
  readFd: number
  writeFd: number
}

/** A socket turns to its descriptor in the first turn and reads it in the second. */
const TRIAL_TURNS = 4

/** A socket that reads a pipe into one buffer, so memory stays flat. It reads on as long as `onRead` returns true. */
export function pipeSocket(fd: number, buffer: Uint8Array, onRead: (length: number) => boolean): Socket {
  // The types allow `onread` only for connections, but the constructor accepts it too.
  const options: SocketConstructorOpts & { onread: OnReadOpts } = {
    fd,
    readable: true,
    writable: false,
    onread: { buffer, callback: onRead },
  }
  return new Socket(options)
}

/**
 * Tells whether a socket of this runtime reads a pipe. Those of Node do. Those of Bun never give a byte, and those of
 * Deno throw. Sends one byte through the pipe to find out, and closes both of its ends.
 */
export async function socketReads({ readFd, writeFd }: PipeEnds): Promise<boolean> {
  let hasRead = false
  let socket: Socket | undefined
  try {
    socket = pipeSocket(readFd, new Uint8Array(1), () => {
      hasRead = true
      return true
    })
    socket.on('error', () => {})
    socket.resume()
    writeSync(writeFd, 'x')
    for (let turn = 0; turn < TRIAL_TURNS && !hasRead; turn++) await nextTurn()
  } catch {
    // The answer is no.
  } finally {
    closeSync(writeFd)
    // A socket that is still pending has not taken the descriptor.
    if (!socket || socket.pending) closeSync(readFd)
    socket?.destroy()
  }
  return hasRead
}
