import { AjvJsonSchemaValidator } from '@modelcontextprotocol/server/validators/ajv'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isCuttable, readSchema } from '../../src/agents/mcp/schema.ts'
import { cutStructured } from '../../src/agents/mcp/structured.ts'

interface Sample {
  schema: object
  value: fc.Arbitrary<unknown>
}

const long = fc.string({ maxLength: 400, unit: 'grapheme' })
const leaf = fc.constantFrom<Sample>(
  { schema: { type: 'string' }, value: long },
  { schema: { type: ['string', 'null'] }, value: fc.oneof(long, fc.constant(null)) },
  {
    schema: { anyOf: [{ type: 'integer' }, { type: 'null' }] },
    value: fc.oneof(fc.integer(), fc.constant(null)),
  },
  { schema: { type: 'number', minimum: 0 }, value: fc.nat() },
  { schema: { enum: ['a', 'b'] }, value: fc.constantFrom('a', 'b') },
  { schema: { type: 'string', format: 'uri' }, value: fc.constant('https://example.com/') },
)
const { sample } = fc.letrec<{ sample: Sample }>((tie) => ({
  sample: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    leaf,
    tie('sample').map((items) => ({
      schema: { type: 'array', items: items.schema },
      value: fc.array(items.value, { maxLength: 30 }),
    })),
    fc.tuple(tie('sample'), tie('sample')).map(([first, second]) => ({
      schema: {
        type: 'object',
        properties: { first: first.schema, second: second.schema },
        required: ['first'],
        additionalProperties: false,
      },
      value: fc.record({ first: first.value, second: second.value }, { requiredKeys: ['first'] }),
    })),
  ),
}))

const validator = new AjvJsonSchemaValidator()

describe('structured content', () => {
  it('stays valid when it is cut, and says that it was', () => {
    const samples = sample.map(({ schema, value }) => ({
      schema: {
        type: 'object',
        properties: { note: { type: 'string' }, data: schema },
        required: ['note', 'data'],
      },
      value: fc.record({ note: fc.string(), data: value }),
    }))
    fc.assert(
      fc.property(
        samples.chain(({ schema, value }) => value.map((one) => ({ schema, value: one }))),
        fc.integer({ min: 64, max: 4000 }),
        ({ schema, value }, maxBytes) => {
          const read = readSchema(schema)
          expect(isCuttable(read)).toBe(true)
          const cut: unknown = JSON.parse(cutStructured(JSON.stringify(value), read, maxBytes, '[cut]'))
          expect(validator.getValidator(schema as never)(cut)).toMatchObject({ valid: true })
          expect(JSON.stringify(cut)).toContain('[cut]')
        },
      ),
      { numRuns: 25 },
    )
  })

  it('fits where texts and lists make it large', () => {
    const schema = readSchema({
      type: 'object',
      properties: { text: { type: 'string' }, list: { type: 'array', items: { type: 'string' } } },
      required: ['text', 'list'],
    })
    const value = { text: 'x'.repeat(50_000), list: Array.from({ length: 5000 }, () => 'y'.repeat(50)) }
    const cut = cutStructured(JSON.stringify(value), schema, 8192, '[cut]')
    expect(Buffer.byteLength(cut)).toBeLessThanOrEqual(8192)
  })

  it('keeps numbers, names that are digits, and escapes as they came', () => {
    const numbers = { type: 'array', items: { type: 'number' } }
    const schema = readSchema({
      type: 'object',
      properties: { note: { type: 'string' }, 9: { type: 'number' }, 1: { type: 'string' }, list: numbers },
      required: ['note', '9', '1', 'list'],
    })
    const list = Array.from({ length: 3000 }, () => '12345678901234567890,1e400,-0,1.0,1E5').join(',')
    const cut = cutStructured(
      `{"note":"a","9":12345678901234567890,"1":"\\u00e9\\/","list":[${list}]}`,
      schema,
      2000,
      '[cut]',
    )
    expect(cut).toMatch(/^\{"note":"a\\n\[cut\]","9":12345678901234567890,"1":"\\u00e9\\\/","list":\[1234/)
    expect(cut).toMatch(/1234567890,1e400,-0,1\.0,1E5,/)
  })

  it.each([
    ['anything', {}],
    ['a reference', { type: 'object', properties: { a: { $ref: '#/$defs/a' } }, required: ['a'] }],
    [
      'a list that must be long',
      { type: 'object', properties: { a: { type: 'array', minItems: 9 } }, required: ['a'] },
    ],
    [
      'no text that could say so',
      { type: 'object', properties: { a: { type: 'array', items: { type: 'string' } } }, required: ['a'] },
    ],
  ])('is left out with its schema where the schema allows %s', (_, schema) => {
    expect(isCuttable(readSchema(schema))).toBe(false)
  })
})
