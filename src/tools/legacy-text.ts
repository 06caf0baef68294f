import { concat } from '../core/bytes/concat.ts'
import { unitLength } from '../core/bytes/size.ts'
import { isAscii } from '../core/bytes/utf8.ts'
import { isAsciiText } from './content-kind.ts'

// Text in the encodings that came before UTF-8. They begin like ASCII, so that the first other bytes decide.

const LF = 0x0a
const ESC = 0x1b
/** A sample is valid in no encoding. */
const NONE = ''
/** What a NUL counts as: a character so long that the text is taken for UTF-8. */
const MANY = 4

/** Bytes from the first one that is not UTF-8 on, by which the encoding is told: at most, and where a line ends. */
const SAMPLE_BYTES = 4096
const FIRST_BYTES = 2
/** Valid characters of two bytes after which a text is UTF-8. One may be a coincidence. */
const UTF8_PAIRS = 2
/** Frequent characters that a sample must have, and their share of those that are not ASCII. */
const LEAST_FREQUENT = 4
const FREQUENT_SHARE = 0.3
/** How much more frequent characters it must have than another reading. */
const CLEARLY = 2

const KANA =
  'ぁあいうえおかがきぎくぐけげこごさざしじすずせぜそぞただちっつづてでとどなにぬねのはばひびふぶへべほまみむめもゃやゅゆょよらりるれろわをんァアィイゥウェエォオカガキギクグケゲコゴサシジスズセソタダチッツテデトドナニネノハバパヒビピフブプヘベペホボポマミムメモャヤュユョヨラリルレロワンー、。'

/** The encodings that are told by frequent characters: those of texts, and those of what compilers and systems say. */
const ENCODINGS: readonly (readonly [name: string, frequent: string])[] = [
  [
    'GB18030',
    '的一是不了在人有我他这中大来上国个到说们为子和你地出也时年得就那要下以生会自着去之过家学对可里后小多天而能好都然没于起还发成事只作当想看文无开用主行方如前所本见经面公同已从动两知样现此内次第法使名错误警告失败找文件目录打未声明函数定义变量类型编译请指令命程序参数权限拒绝连接模块路径终止批处理操作吗是否内部外运系统执出错进存入输结成功启动：，。（）“”‘’、',
  ],
  [
    'Big5',
    '的一是不了在人有我他這中大來上國個到說們為子和你地出也時年得就那要下以生會自著去之過家學對可裡後小多天而能好都然沒於起還發成事只作當想看文無開用主行方如前所本見經面公同已從動兩知樣現此內次第法使名錯誤警告失敗找檔案目錄打未宣函式定義變數類型編譯請指令命程參權限拒絕連接模組路徑終止批處理操作嗎是否內部外運系統執出錯進存入輸結成功啟動：，。（）「」、',
  ],
  ['Shift_JIS', KANA],
  ['EUC-JP', KANA],
  [
    'EUC-KR',
    '이다는에을의가를한고하지로사기도자리인어나시서은라만해대수들정있그일과게부니아보전주여장제오것조신우상구스문비트미동적원공성선무습않없오류경고파일찾컴명령실패행함메모드되된었했할음및',
  ],
]

/** Passes on what a stream prints, until a text in another encoding begins. From there on it is decoded. */
export class LegacyText {
  /** The name of the encoding, once it is known. */
  encoding: string | undefined
  #isDecided = false
  #decoder: TextDecoder | undefined
  /** The beginning of a character that may go on. */
  #rest: Uint8Array = new Uint8Array(0)
  /** Characters of two bytes so far that are UTF-8. */
  #pairs = 0
  /** What waits, from the first bytes on that are not UTF-8. */
  #sample: Uint8Array | undefined
  #size = 0
  /** A sample is looked at where a line ends, if it has so many bytes. */
  #enough = FIRST_BYTES
  readonly #charset: string | undefined

  /** @param charset the name of the charset that the texts of a program have, if it is known */
  constructor(charset?: string) {
    this.#charset = charset
  }

  /** What is ready of the next bytes, which may be overwritten once it is used. */
  *take(bytes: Uint8Array): Iterable<Uint8Array | string> {
    let given = bytes
    if (!this.#isDecided && !this.#sample) {
      given = this.#rest.length === 0 ? bytes : concat(this.#rest, bytes)
      this.#rest = new Uint8Array(0)
      const end = this.#utf8End(given)
      if (end > 0) yield given.subarray(0, end)
      given = given.subarray(end)
      if (!this.#sample && !this.#isDecided) {
        this.#rest = given.slice()
        return
      }
    }
    if (!this.#isDecided && this.#sample) {
      given = given.subarray(this.#collect(given, this.#sample))
      if (this.#isDecided) yield* this.#pass(this.#sample.subarray(0, this.#size))
    }
    if (given.length > 0) yield* this.#pass(given)
  }

  /** What still waits. */
  *end(): Iterable<Uint8Array | string> {
    const sample = this.#sample?.subarray(0, this.#size) ?? this.#rest
    if (!this.#isDecided && sample.length > 0) {
      this.#decide(sample, true)
      yield* this.#pass(sample)
    }
    this.#isDecided = true
    const last = this.#decoder?.decode()
    if (last) yield last
  }

  *#pass(bytes: Uint8Array): Iterable<Uint8Array | string> {
    if (this.#decoder) yield this.#decoder.decode(bytes, { stream: true })
    else yield bytes
  }

  /** Where the bytes end that are UTF-8. Behind them begins a sample, or a character that may go on. */
  #utf8End(bytes: Uint8Array): number {
    const { length } = bytes
    for (let at = 0; at < length; ) {
      let start = isAscii(bytes.subarray(at)) ? length : at
      while (bytes[start] < 0x80) start++
      // What has a NUL is no text in these encodings.
      const unit = bytes.subarray(at, start).includes(0) ? MANY : unitLength(bytes, start, length)
      if (start === length && unit !== MANY) return length
      if (unit < 0) {
        // The character may go on.
        if (start - unit < length) this.#sample = new Uint8Array(SAMPLE_BYTES)
        return start
      }
      if (unit === 2) this.#pairs++
      if (unit > 2 || this.#pairs === UTF8_PAIRS) {
        this.#isDecided = true
        return length
      }
      at = start + unit
    }
    return length
  }

  /** Adds bytes to the sample until it decides. Returns how many. */
  #collect(bytes: Uint8Array, sample: Uint8Array): number {
    for (let at = 0; at < bytes.length; at++) {
      sample[this.#size++] = bytes[at]
      const isFull = this.#size === SAMPLE_BYTES
      if (!isFull && (bytes[at] !== LF || this.#size < this.#enough)) continue
      this.#enough = 2 * this.#size
      this.#decide(sample.subarray(0, this.#size), isFull)
      if (this.#isDecided) return at + 1
    }
    return bytes.length
  }

  /** @param isAll true if no more can be known */
  #decide(sample: Uint8Array, isAll: boolean): void {
    const isText = sample.every((byte) => byte >= 0x80 || byte === ESC || isAsciiText(byte))
    const found = isText ? (named(sample, this.#charset) ?? legacyEncodingOf(sample)) : NONE
    this.#isDecided = isAll || found !== undefined
    if (!found) return
    this.encoding = found
    this.#decoder = new TextDecoder(found)
  }
}

/** The encoding of a charset in which a sample is valid. */
function named(sample: Uint8Array, charset: string | undefined): string | undefined {
  if (charset === undefined) return undefined
  // A locale is called `ja_JP.eucJP`.
  const label = charset.toLowerCase().replace(/^euc(?=[a-z])/, 'euc-')
  try {
    const { encoding } = new TextDecoder(label)
    if (/^utf|^replacement$|^x-/.test(encoding)) return undefined
    new TextDecoder(label, { fatal: true }).decode(sample, { stream: true })
    if (encoding === 'gbk') return 'GB18030'
    return ENCODINGS.find(([name]) => name.toLowerCase() === encoding)?.[0] ?? encoding
  } catch {
    return undefined
  }
}

/** The encoding by which a sample is text beyond doubt. `NONE` if it is valid in none, undefined if more must be known. */
function legacyEncodingOf(sample: Uint8Array): string | undefined {
  let best: string = NONE
  let most = -1
  let second = 0
  for (const [name, frequent] of ENCODINGS) {
    const share = frequentShare(sample, name, frequent)
    if (share > most) {
      second = Math.max(0, most)
      most = share
      best = name
    } else second = Math.max(second, share)
  }
  if (most < 0) return NONE
  return most >= FREQUENT_SHARE && most >= CLEARLY * second ? best : undefined
}

/** The share of frequent characters among those that are not ASCII. Negative for bytes that are no text in this encoding. */
function frequentShare(sample: Uint8Array, encoding: string, frequent: string): number {
  let text: string
  try {
    text = new TextDecoder(encoding, { fatal: true }).decode(sample, { stream: true })
  } catch {
    return -1
  }
  const known = new Set(frequent)
  let found = 0
  let all = 0
  for (const character of text) {
    if (character < '\x80') continue
    all++
    if (known.has(character)) found++
  }
  return found < LEAST_FREQUENT ? 0 : found / all
}
