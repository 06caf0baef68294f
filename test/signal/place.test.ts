import { describe, expect, it } from 'vitest'
import { isAboveMessage, isForeign, placeInText } from '../../src/core/judge/place.ts'

describe('the place in a message', () => {
  it.each<[string, string, number?, number?]>([
    ['src/ring.c:3:5: error: no ring', 'src/ring.c', 3, 5],
    ['./ring.go:12: undefined: ring', './ring.go', 12],
    ['  --> src/lib.rs:89:16', 'src/lib.rs', 89, 16],
    ["src/ring.ts(3,7): error TS2304: Cannot find name 'ring'.", 'src/ring.ts', 3, 7],
    ['Ring.cs(3,7): error CS0103: no ring', 'Ring.cs', 3, 7],
    ['[ERROR] /app/Ring.java:[23,29] cannot find symbol', '/app/Ring.java', 23, 29],
    ['e: file:///app/Ring.kt:43:61 Unresolved reference', '/app/Ring.kt', 43, 61],
    ['  File "ring/draw.py", line 7, in draw', 'ring/draw.py', 7],
    ['File "bin/ring.ml", line 3, characters 8-12:', 'bin/ring.ml', 3, 8],
    ['\tat app.Ring.draw(Ring.java:84)', 'Ring.java', 84],
    ['    at draw (/app/ring.js:3:9)', '/app/ring.js', 3, 9],
    ['PHP Fatal error:  no ring in /app/ring.php on line 9', '/app/ring.php', 9],
    ['no ring at ring.pl line 4.', 'ring.pl', 4],
    ['./ring.sh: line 8: frob: command not found', './ring.sh', 8],
    ['C:\\ring\\draw.cpp(3): error C2065', 'C:\\ring\\draw.cpp', 3],
  ])('%s', (text, file, line, column) => {
    expect(placeInText(text)).toEqual({ file, ...(line && { line }), ...(column && { column }) })
  })

  it.each([
    'no place at all',
    '12:30:45 error',
    'version 1.2.3:4',
    'see https://a.b/c',
    'a::b::c',
    'main.run(0xc000112000)',
  ])('is not in: %s', (text) => {
    expect(placeInText(text)).toBeUndefined()
  })

  it('stands above the message in Python and OCaml, behind the name of a service too', () => {
    expect(isAboveMessage('  File "/srv/ring.py", line 7, in draw')).toBe(true)
    expect(isAboveMessage('ring[41]:   File "/srv/ring.py", line 7, in draw')).toBe(true)
    expect(isAboveMessage('ring-1  |   File "/srv/ring.py", line 7, in draw')).toBe(true)
    expect(isAboveMessage('no ring in File "/srv/ring.py", line 7')).toBe(false)
  })

  it('stands above the message where a line is nothing but a place and a colon', () => {
    expect(isAboveMessage('src/ring.f90:2:5:')).toBe(true)
    expect(isAboveMessage('  test/RingSpec.hs:7:4: ')).toBe(true)
    expect(isAboveMessage('/app/RingTest.php:41')).toBe(false)
    expect(isAboveMessage('\t/app/ring_test.go:19 +0x7f')).toBe(false)
  })

  it('is foreign in a package, in the language and in the system', () => {
    expect(isForeign('    at run (/app/node_modules/ring/run.js:3:9)')).toBe(true)
    expect(isForeign('  File "/venv/site-packages/ring.py", line 7')).toBe(true)
    expect(isForeign('\tat java.base/java.lang.Thread.run(Thread.java:840)')).toBe(true)
    expect(isForeign('    at draw (/app/ring.js:3:9)')).toBe(false)
  })
})
