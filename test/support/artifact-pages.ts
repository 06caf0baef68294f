const LF = 0x0a

/** A page that `pith show` printed: the artifact's bytes, and the words of the next call. Knows nothing but the text. */
export interface ArtifactPage {
  bytes: Buffer
  next?: string[]
}

export function artifactPage(stdout: Buffer): ArtifactPage {
  const start = stdout.lastIndexOf(LF, stdout.length - 2) + 1
  const notice = stdout.subarray(start).toString()
  const [, next] = /^\[(?:Lines?|Bytes) .* Next: pith (show [^\]]+)\]\n$/.exec(notice) ?? []
  if (next === undefined) return { bytes: stdout }
  // The notice stands on a line of its own, so there is an LF before it that the artifact may not have.
  const isAdded = notice.includes(' No newline at end. ') || next.includes(' --column ')
  return { bytes: stdout.subarray(0, start - (isAdded ? 1 : 0)), next: next.split(' ') }
}
