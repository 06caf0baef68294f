// @node

import { describe, expect, it } from 'vitest'
import { elementText, encoded, xmlElements } from '../../../src/store/backends/s3/xml.ts'

describe('the fields of an answer', () => {
  it('are found by name, not by what a name begins with', () => {
    const xml =
      '<KeyCount>2</KeyCount><Contents><Key>a</Key></Contents><Contents><Key>b</Key></Contents><Prefix/>'
    expect(xmlElements(xml, 'Contents')).toEqual(['<Key>a</Key>', '<Key>b</Key>'])
    expect(elementText(xml, 'Key')).toBe('a')
    expect(elementText(xml, 'Prefix')).toBeUndefined()
    expect(elementText(xml, 'Marker')).toBeUndefined()
  })

  it('may have attributes and be empty', () => {
    expect(elementText('<Owner xmlns:x="y" a="b">me</Owner><Owner></Owner>', 'Owner')).toBe('me')
    expect(xmlElements('<Owner x="/"></Owner><Owner\n/>', 'Owner')).toEqual([''])
  })

  it.each(['', '<', '<Key', '<Key>', '<Key>a', '<Key a="', 'Key>a</Key>'])('are none in %j', (xml) => {
    expect(xmlElements(xml, 'Key')).toEqual([])
  })

  it('have their entities read', () => {
    expect(elementText('<K>&lt;&quot;a&amp;amp;&#39;&#x1F600;&gt;&nope;&#99999999;&#x110000;</K>', 'K')).toBe(
      '<"a&amp;\'😀>&nope;&#99999999;&#x110000;',
    )
  })

  it('come back as they were written', () => {
    const text = `a<b>&c"d'e&amp;`
    expect(elementText(`<K>${encoded(text)}</K>`, 'K')).toBe(text)
  })

  it('are found in linear time, whatever is not closed', () => {
    expect(xmlElements('<Key>'.repeat(500_000), 'Key')).toEqual([])
    expect(xmlElements('<Key '.repeat(500_000), 'Key')).toEqual([])
  })
})
