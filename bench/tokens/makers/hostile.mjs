// Texts that no tool writes on purpose. A vocabulary has hardly any tokens for them, or one token for a hundred bytes.
import { kindOf, made, SIZES } from './kind.mjs'
import { number, pick } from './lexicon.mjs'

const group = 'hostile'

const repeated = (kind, unit, fitted = false) =>
  kindOf(
    { kind, group, fitted },
    SIZES.map((size) => unit.repeat(Math.ceil(size / unit.length))),
  )

const random = (kind, make, fitted = false) =>
  made({ kind, group, fitted }, (draw, chars) => filled(draw, chars, make))

export const hostile = () => [...fittedOnes(), ...turns(), ...unseenOnes()]

const fittedOnes = () => [
  repeated('one letter', 'a', true),
  repeated('spaces', ' ', true),
  repeated('line ends', '\n', true),
  repeated('dashes', '-', true),
  repeated('equals signs', '=', true),
  random('alternating case', (draw) => pick(draw, ['aB', 'Ab', 'xY', 'qZ']), true),
  random('control characters', (draw) => String.fromCharCode(number(draw, 32)), true),
  random('random code points', randomCodePoint, true),
  random('random ideographs', (draw) => String.fromCharCode(0x4e00 + number(draw, 0x5000)), true),
  repeated('one capital letter', 'Z', true),
  repeated('tabs', '\t', true),
  repeated('carriage returns and line ends', '\r\n', true),
  repeated('zero bytes', '\0', true),
  repeated('one digit', '0', true),
  repeated('one ideograph', '的', true),
  repeated('one emoji', '😀', true),
  repeated('combining marks', 'e\u0301\u0302\u0323', true),
  random('random letters', (draw) => String.fromCharCode(97 + number(draw, 26)), true),
  random('random letters of Latin', (draw) => String.fromCharCode(0xc0 + number(draw, 0x180)), true),
  random('random Hangul', (draw) => String.fromCharCode(0xac00 + number(draw, 11_172)), true),
  random('random Cyrillic', (draw) => String.fromCharCode(0x400 + number(draw, 0x100)), true),
  random('random capitals', (draw) => String.fromCharCode(65 + number(draw, 26)), true),
  random('random signs', (draw) => pick(draw, [...'!"#$%&\'()*+,-./:;<=>?@[\\]^_`{|}~']), true),
]

const unseenOnes = () => [
  repeated('asterisks', '*'),
  repeated('dots and spaces', '. '),
  repeated('joined emoji', '👩‍👩‍👧‍👦'),
  repeated('private use', '\ue000\uf8ff'),
  repeated('special tokens', '<|endoftext|><|im_start|><EOT>'),
  random('spaces of every kind', (draw) => pick(draw, [...' \t\n\r\v\f\u00a0\u2003\u3000'])),
  made({ kind: 'random bytes decoded', group }, (draw, chars) =>
    Buffer.from(Array.from({ length: chars * 2 }, () => number(draw, 256))).toString('utf8'),
  ),
  random('styled letters', (draw) => String.fromCodePoint(0x1d400 + number(draw, 0x300))),
  made({ kind: 'letters with heaps of marks', group }, zalgo),
]

const CLASSES = {
  'small letters': 'abcdefghijklmnopqrstuvwxyz',
  capitals: 'ABCDEFGHIJKLMNOPQRSTUVWXYZ',
  digits: '0123456789',
  spaces: ' ',
  'line ends': '\n',
  signs: '!"#$%&\'()*+,-./:;<=>?@[\\]^_`{|}~',
}

/** Characters that alternate between two classes, so that they form no words. */
function turns() {
  const names = Object.keys(CLASSES)
  return names.flatMap((first, i) =>
    names
      .slice(i + 1)
      .map((second) =>
        random(
          `${first} and ${second} in turns`,
          (draw) => pick(draw, [...CLASSES[first]]) + pick(draw, [...CLASSES[second]]),
          true,
        ),
      ),
  )
}

function filled(draw, chars, make) {
  let text = ''
  while (text.length < chars) text += make(draw)
  return text
}

function randomCodePoint(draw) {
  const point = number(draw, 0x3_0000)
  return point >= 0xd800 && point < 0xe000 ? 'x' : String.fromCodePoint(point)
}

const zalgo = (draw, chars) =>
  filled(
    draw,
    chars,
    () =>
      `${String.fromCharCode(97 + number(draw, 26))}${filled(draw, 1 + number(draw, 8), () => String.fromCharCode(0x300 + number(draw, 0x70)))}`,
  )
