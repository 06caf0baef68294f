/** A log of some 300 kB with what is hard about logs: errors far from the ends, letters of many bytes, a byte that is no UTF-8. */
export function hardLog(): Uint8Array<ArrayBuffer> {
  const lines = Array.from({ length: 6000 }, (_, n) => `[${n}] compiling module ${n} „schön“ 🙂 of 6000`)
  lines[2500] = 'src/main.c:17:4: error: expected ‘;’ before ‘}’ token'
  lines[4200] = 'TypeError: x is not a function'
  lines[5000] = 'x'.repeat(3000)
  const text = new TextEncoder().encode(`${lines.join('\n')}\n`)
  const bytes = new Uint8Array(text.length + 1)
  bytes.set(text)
  bytes[text.length] = 0xff
  return bytes
}
