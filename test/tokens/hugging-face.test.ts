// @node

import { Tokenizer } from '@huggingface/tokenizers'
import { describe, expect, it } from 'vitest'
import { counterFromFiles } from '../../src/core/tokens/hugging-face.ts'
import { truncate } from '../support/checked.ts'

/** The letters that stand for the bytes 0 to 255 in byte-level vocabularies. */
function byteLetters(): string[] {
  let others = 0
  return Array.from({ length: 256 }, (_, byte) => {
    const isShown = (byte >= 0x21 && byte <= 0x7e) || (byte >= 0xa1 && byte <= 0xac) || byte >= 0xae
    return String.fromCharCode(isShown ? byte : 256 + others++)
  })
}

const merges = [
  ['h', 'e'],
  ['l', 'l'],
  ['he', 'll'],
  ['hell', 'o'],
  ['Ġ', 'hello'],
  ['a', 'a'],
  ['aa', 'aa'],
  ['Ġ', 'Ġ'],
]
const tokens = ['<s>', ...byteLetters(), ...merges.map((pair) => pair.join(''))]
const special = (id: number, content: string, isSpecial: boolean) => {
  const plain = { single_word: false, lstrip: false, rstrip: false, normalized: false }
  return { id, content, special: isSpecial, ...plain }
}

/** A byte-level BPE of few merges, with a token that begins each text and two that are added. */
const tokenizer = {
  version: '1.0',
  truncation: null,
  padding: null,
  added_tokens: [
    special(0, '<s>', true),
    special(tokens.length, '<|im_end|>', true),
    special(tokens.length + 1, '<think>', false),
  ],
  normalizer: null,
  pre_tokenizer: { type: 'ByteLevel', add_prefix_space: false, trim_offsets: true, use_regex: true },
  post_processor: {
    type: 'TemplateProcessing',
    single: [{ SpecialToken: { id: '<s>', type_id: 0 } }, { Sequence: { id: 'A', type_id: 0 } }],
    pair: [],
    special_tokens: { '<s>': { id: '<s>', ids: [0], tokens: ['<s>'] } },
  },
  decoder: { type: 'ByteLevel' },
  model: {
    type: 'BPE',
    unk_token: null,
    vocab: Object.fromEntries(tokens.map((token, id) => [token, id])),
    merges,
  },
}

describe('counterFromFiles', () => {
  it('counts by the vocabulary, and adds nothing', async () => {
    const counter = await counterFromFiles({ tokenizer, config: {}, name: 'small' })
    expect(counter.name).toBe('small')
    const cases: [string, number][] = [
      ['', 0],
      ['hello', 1],
      ['hello hello', 2],
      ['hello, you', 6],
      ['ä', 2],
      ['aaaaa', 2],
    ]
    expect(cases.map(([text]) => [text, counter.count(text)])).toEqual(cases)
  })

  it('counts special tokens as text, and those that are none as one', async () => {
    const counter = await counterFromFiles({ tokenizer })
    expect(counter.count('<|im_end|>')).toBe(10)
    expect(counter.count('<s>')).toBe(3)
    expect(counter.count('<think>')).toBe(1)
  })

  it('counts long texts as the library does, and lone surrogates as U+FFFD', async () => {
    const counter = await counterFromFiles({ tokenizer, config: {} })
    const library = new Tokenizer({ ...tokenizer, added_tokens: [] }, {})
    const text = 'hello hello, (hello) 123 world\n\tähello;\n\n日本 hello'.repeat(300)
    expect(counter.count(text)).toBe(library.tokenize(text).length)
    expect(counter.count('x\ud800y')).toBe(counter.count('x\ufffdy'))
  })

  it('counts a quarter of a megabyte of one letter in time, and holds limits on it', async () => {
    const tokens = await counterFromFiles({ tokenizer })
    const input = 'a'.repeat(250_000)
    expect(tokens.count(input)).toBe(62_500)
    const { text } = truncate(input, { tokens, maxTokens: 500 })
    expect(tokens.count(text)).toBeLessThanOrEqual(500)
    expect(tokens.count(text)).toBeGreaterThan(450)
  })

  it.each<[string, unknown]>([
    ['nothing', undefined],
    ['a path', { tokenizer: 'tokenizer.json' }],
    ['no tokenizer', { config: {} }],
    ['an array', { tokenizer: [] }],
    ['an empty object', { tokenizer: {} }],
    ['a config that is none', { tokenizer, config: 'x' }],
    ['a name that is none', { tokenizer, name: 5 }],
    ['a part of an unknown kind', { tokenizer: { ...tokenizer, pre_tokenizer: { type: 'Oracle' } } }],
  ])('refuses %s', async (_, files) => {
    const counter = counterFromFiles(files as { tokenizer: object })
    await expect(counter).rejects.toMatchObject({ name: 'PithError', code: 'PITH_INVALID_OPTION' })
  })

  it('does not change the files', async () => {
    const copy = structuredClone(tokenizer)
    await counterFromFiles({ tokenizer: copy })
    expect(copy).toEqual(tokenizer)
  })
})
