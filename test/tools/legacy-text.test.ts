import { describe, expect, inject, it } from 'vitest'
import { charsetOf } from '../../src/host/charset.ts'
import { bash } from '../../src/tools/bash.ts'
import { LegacyText } from '../../src/tools/legacy-text.ts'
import { OutputDecoder } from '../../src/tools/output-decoder.ts'
import { cutsIntoTwo } from '../support/chunks.ts'
import { checkContract } from '../support/contract.ts'
import { joined } from '../support/encodings.ts'
import { createRandom, type Random } from '../support/random.ts'

const CASES = inject('thorough') ? 400 : 40

/** Sentences that no table of the detector was made from. */
const TEXTS: Readonly<Record<string, string>> = {
  GB18030:
    '正在编译第三个文件。错误：找不到头文件，请检查路径设置。链接失败，因为有两个符号没有定义。测试已经完成，共有十二个结果，其中一个不正确。服务器无法启动，端口已被其他进程占用。用户没有权限写入这个目录。',
  Big5: '正在編譯第三個檔案。錯誤：找不到標頭檔，請檢查路徑設定。連結失敗，因為有兩個符號沒有定義。測試已經完成，共有十二個結果，其中一個不正確。伺服器無法啟動，連接埠已被其他程序佔用。使用者沒有權限寫入這個目錄。',
  Shift_JIS:
    'ファイルが見つかりません。コンパイル中にエラーが発生しました。設定を確認してから、もう一度実行してください。テストは三件のうち一件が失敗しました。サーバーに接続できないため、処理を中止します。',
  'EUC-JP':
    'ファイルが見つかりません。コンパイル中にエラーが発生しました。設定を確認してから、もう一度実行してください。テストは三件のうち一件が失敗しました。サーバーに接続できないため、処理を中止します。',
  'EUC-KR':
    '파일을 찾을 수 없습니다. 컴파일하는 동안 오류가 발생했습니다. 설정을 확인한 다음 다시 실행하십시오. 테스트 세 개 중 하나가 실패했습니다. 서버에 연결할 수 없어서 작업을 중단합니다.',
}

/** The bytes of each character of an encoding, found by decoding all of them. */
function bytesIn(encoding: string): Map<string, number[]> {
  const decoder = new TextDecoder(encoding)
  const bytes = new Map<string, number[]>()
  for (let lead = 0x81; lead < 0xff; lead++)
    for (let trail = 0x40; trail < 0xff; trail++) {
      const text = decoder.decode(Uint8Array.of(lead, trail))
      if ([...text].length === 1 && text !== '\ufffd' && !bytes.has(text)) bytes.set(text, [lead, trail])
    }
  for (let ascii = 0; ascii < 0x80; ascii++) bytes.set(String.fromCharCode(ascii), [ascii])
  return bytes
}

const encoders = new Map(Object.keys(TEXTS).map((name) => [name, bytesIn(name)]))
const encoded = (text: string, encoding: string): Uint8Array =>
  Uint8Array.from([...text].flatMap((character) => encoders.get(encoding)?.get(character) ?? [0x3f]))

/** What comes out for chunks that end at these places. Each chunk is overwritten when it was used. */
function read(
  bytes: Uint8Array,
  cuts: readonly number[] = [],
  charset?: string,
): { text: string; encoding: string | undefined } {
  const decoder = new OutputDecoder(new LegacyText(charset))
  const out: Uint8Array[] = []
  let start = 0
  for (const cut of [...cuts, bytes.length]) {
    const chunk = bytes.slice(start, cut)
    for (const part of decoder.take(chunk)) out.push(joined(part))
    chunk.fill(0x2a)
    start = cut
  }
  for (const part of decoder.end()) out.push(joined(part))
  return {
    text: new TextDecoder('utf-8', { ignoreBOM: true }).decode(joined(...out)),
    encoding: decoder.legacyEncoding,
  }
}

/** Lines of a build in English, some of which say something of a text. */
function build(random: Random, text: string): string {
  const sentences = text.split(/(?<=[。.])/)
  const lines = Array.from({ length: 2 + random.below(400) }, (_, at) =>
    random.below(9) === 0 ? `main.c:${at}:5: ${random.pick(sentences)}` : `[${at}] Building src/m${at}.o`,
  )
  return [...lines, sentences[random.below(2)] + sentences[2], ''].join('\n')
}

describe('a text in an encoding before UTF-8', () => {
  it.each(Object.keys(TEXTS))('is decoded: %s', (encoding) => {
    for (let seed = 0; seed < CASES; seed++) {
      const text = build(createRandom(seed), TEXTS[encoding])
      const { text: shown, encoding: found } = read(encoded(text, encoding))
      expect([seed, found]).toEqual([seed, encoding])
      expect(shown).toBe(new TextDecoder(encoding).decode(encoded(text, encoding)))
    }
  })

  it.each(Object.keys(TEXTS))('is the same, wherever it is cut: %s', (encoding) => {
    const bytes = encoded(`make all\n${TEXTS[encoding].slice(0, 60)}\nend\n`, encoding)
    const whole = read(bytes)
    for (const cuts of [...cutsIntoTwo(bytes.length), Array.from(bytes.keys())])
      expect({ cuts, ...read(bytes, cuts) }).toEqual({ cuts, ...whole })
    const long = encoded(TEXTS[encoding].repeat(60), encoding)
    for (const cut of [1, 4095, 4096, 4097, 4099]) expect(read(long, [cut])).toEqual(read(long))
  })

  it('is told by the notice', () => {
    const stdout = encoded(build(createRandom(3), TEXTS.GB18030), 'GB18030')
    const { text, details } = bash(stdout, { maxBytes: 700 })
    checkContract(
      new TextDecoder('gb18030').decode(stdout),
      { maxBytes: 700, fold: true },
      details.truncation,
    )
    expect(text).toContain('Decoded from GB18030.')
    expect(text).not.toContain('\ufffd')
  })
})

describe('the charset of a locale', () => {
  it('is what the variables name, the first one that is set', () => {
    expect(charsetOf({ LC_ALL: 'zh_CN.GBK', LANG: 'C' })).toBe('GBK')
    expect(charsetOf({ LC_ALL: '', LC_CTYPE: 'de_DE.ISO-8859-1@euro', LANG: 'C' })).toBe('ISO-8859-1')
    for (const env of [{}, { LANG: 'C' }, { LANG: 'en_US.UTF-8' }, { LANG: 'de_DE.utf8' }])
      expect(charsetOf(env)).toBeUndefined()
  })

  it('decodes what is valid in it and no UTF-8', () => {
    const latin = Uint8Array.from([...'Datei für Müller\n'], (character) => character.charCodeAt(0))
    for (const [charset, bytes, text, encoding] of [
      ['ISO-8859-1', latin, 'Datei für Müller\n', 'windows-1252'],
      ['CP1251', Uint8Array.of(0xce, 0xf8, 0xe8, 0xe1, 0xea, 0xe0), 'Ошибка', 'windows-1251'],
      ['KOI8-R', Uint8Array.of(0xef, 0xdb, 0xc9, 0xc2, 0xcb, 0xc1), 'Ошибка', 'koi8-r'],
      ['gb2312', Uint8Array.of(0xb4, 0xed), '错', 'GB18030'],
      ['eucJP', Uint8Array.of(0xa5, 0xa8, 0x0a), 'エ\n', 'EUC-JP'],
      ['CP1251', joined('Ошибка\n'), 'Ошибка\n', undefined],
      ['gbk', Uint8Array.of(0xfc, 0x20), '\ufffd ', undefined],
      ['unknown', latin, 'Datei f\ufffdr M\ufffdller\n', undefined],
      ['UTF-16', latin, 'Datei f\ufffdr M\ufffdller\n', undefined],
    ] as const) {
      expect([charset, read(bytes, [], charset)]).toEqual([charset, { text, encoding }])
      for (const cuts of cutsIntoTwo(bytes.length))
        expect(read(bytes, cuts, charset)).toEqual({ text, encoding })
    }
  })
})

describe('what is no such text stays as it is', () => {
  const stays = (bytes: Uint8Array, name: string) => {
    const { text, encoding } = read(bytes)
    expect([name, encoding]).toEqual([name, undefined])
    expect(text).toBe(new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes))
  }

  it('random bytes', () => {
    for (let seed = 0; seed < 4 * CASES; seed++) {
      const random = createRandom(seed)
      const from = random.pick([0, 1, 0x20, 0x80, 0xa1])
      stays(
        Uint8Array.from({ length: 9 + random.below(6000) }, () => from + random.below(255 - from)),
        `seed ${seed}`,
      )
    }
  })

  it('UTF-8, also with some malformed bytes', () => {
    for (let seed = 0; seed < CASES; seed++) {
      const random = createRandom(seed)
      const bytes = joined(build(random, Object.values(TEXTS)[seed % 5]))
      stays(bytes, `seed ${seed}`)
      for (let nth = 0; nth < 3; nth++) bytes[random.below(bytes.length)] = 0x80 + random.below(128)
      stays(bytes, `malformed, seed ${seed}`)
    }
  })

  it('an English or European text in Latin-1, and a log with odd bytes', () => {
    for (const text of [
      'Datei nicht gefunden: Prüfung für größere Änderungen übersprungen\n',
      'résumé créé à côté\n',
    ])
      stays(
        Uint8Array.from([...text.repeat(40)], (character) => character.charCodeAt(0)),
        text,
      )
    for (let seed = 0; seed < CASES; seed++) {
      const random = createRandom(seed)
      const bytes = joined(build(random, 'went on. and on. then it ended.'))
      for (let nth = 0; nth <= random.below(6); nth++)
        bytes[random.below(bytes.length)] = 0x80 + random.below(128)
      stays(bytes, `seed ${seed}`)
    }
  })

  it('what has a NUL or another odd control', () => {
    const text = encoded(TEXTS.GB18030, 'GB18030')
    stays(joined([0], text), 'a NUL before')
    for (const control of [0, 1, 0x0e]) stays(joined(text, [control]), `${control} behind`)
  })

  it('a chunk that is a text already', () => {
    const decoder = new OutputDecoder(new LegacyText())
    const text = [...decoder.take('é'), ...decoder.take(Uint8Array.of(0xb4, 0xed)), ...decoder.end()]
    expect(decoder.legacyEncoding).toBeUndefined()
    expect(text.length).toBeGreaterThan(0)
  })

  it('does not wait for more than its line', () => {
    const ready = (bytes: Uint8Array) => joined(...new LegacyText().take(bytes))
    for (const text of ['✓ 3 tests passed', 'caf\u00e9', 'plain'])
      expect(ready(joined(text))).toEqual(joined(text))
    const latin = joined('caf', [0xe9], '\n')
    expect(ready(latin)).toEqual(latin)
    expect(ready(encoded('错误：找不到文件\n', 'GB18030'))).toEqual(joined('错误：找不到文件\n'))
  })
})
