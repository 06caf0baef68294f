import { expect, test } from 'vitest'
import { MOST_SCRIPTS } from '../../src/core/scan/token-units.ts'
import { scripts, scriptsOfBlocks } from '../../src/core/tokens/scripts.ts'

const blocks = scriptsOfBlocks()
const nameOf = (codePoint: number): string => scripts[blocks[Math.min(codePoint >> 6, blocks.length - 1)]]

const samples: readonly (readonly [name: string, text: string])[] = [
  ['latin', 'éßñøűžơệ'],
  ['marks', '\u0301\ufe0f\ufffd'],
  ['greek', 'αβγΩώἀ'],
  ['cyrillic', 'приветЯёїџқ'],
  ['armenian', 'բարև'],
  ['hebrew', 'שלום'],
  ['arabic', 'سلامپچﻻ'],
  ['devanagari', 'नमस्ते।'],
  ['bengali', 'বাংলা'],
  ['gujarati', 'ગુજરાતી'],
  ['tamil', 'தமிழ்'],
  ['telugu', 'తెలుగు'],
  ['kannada', 'ಕನ್ನಡ'],
  ['malayalam', 'മലയാളം'],
  ['sinhala', 'සිංහල'],
  ['thai', 'สวัสดี'],
  ['lao', 'ລາວ'],
  ['tibetan', 'བོད'],
  ['burmese', 'မြန်မာ'],
  ['georgian', 'ქართულიᲐⴀ'],
  ['ethiopic', 'አማርኛ'],
  ['khmer', 'ខ្មែរ'],
  ['punctuation', '…—“„、。「！：'],
  ['signs', '€™→√⌘☃✓⠋'],
  ['boxes', '─│┌█▒■'],
  ['han', '中文漢字日本豈'],
  ['kana', 'ひらがなカタカナ'],
  ['hangul', '한국어'],
  ['emoji', '😀🚀🤖🇩🧪'],
  ['other', '\u{10348}\u{20000}\u{10ffff}\ue000ᚠꀀ'],
]

test('there are as many scripts as weights have room for, each with a name of its own', () => {
  expect(scripts.length).toBeLessThanOrEqual(MOST_SCRIPTS)
  expect(new Set(scripts).size).toBe(scripts.length)
  expect(samples.map(([name]) => name).sort()).toEqual([...scripts].sort())
})

test('every 64 code points have a script, and every script has some of them', () => {
  expect(blocks).toHaveLength(2048)
  expect([...new Set(blocks)].sort((a, b) => a - b)).toEqual(scripts.map((_, i) => i))
})

test.each(samples)('%s has the characters that one would look for there', (name, text) => {
  for (const char of text) expect(nameOf(char.codePointAt(0) ?? 0), char).toBe(name)
})
