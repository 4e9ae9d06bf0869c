import { expect, test } from 'vitest'
import { DEFAULT_SETTINGS } from '#contract/defaults.ts'
import { settingTexts, updateOf } from './setting-texts.ts'

test('the fields show dollars, percent and units, and their texts can be saved again', () => {
  const texts = settingTexts(DEFAULT_SETTINGS)
  expect(texts).toMatchObject({ tax: '5.5', shippingOne: '3.50', shippingMore: '5.00', lowStock: '3' })
  expect(updateOf(texts)).toMatchObject({
    body: { name: 'Zi Boutique', tax: 5.5, shippingOne: 3.5, shippingMore: 5, lowStock: 3 },
  })
})

test.for([
  ['tax', ' 8.25 % ', 8.25],
  ['shippingOne', '$4', 4],
  ['shippingOne', '$ 4.50', 4.5],
  ['lowStock', '0', 0],
] as const)('%s is formatted as %j', ([name, text, sent]) => {
  expect(updateOf({ [name]: text })).toEqual({ body: { [name]: sent } })
})

test.for([
  ['tax', ''],
  ['tax', 'none'],
  ['shippingOne', '3,5'],
  ['shippingMore', ' '],
  ['lowStock', 'a few'],
] as const)('%s is not formatted as %j', ([name, text]) => {
  expect(updateOf({ [name]: text, tagline: '' })).toMatchObject({ problem: { fields: { [name]: expect.any(String) } } })
})

test('a checkbox is sent as a boolean, and omitted settings are not sent', () => {
  expect(updateOf({ orderMails: 'on', name: 'Rosas Pots' })).toEqual({ body: { orderMails: true, name: 'Rosas Pots' } })
  expect(updateOf({ orderMails: '' })).toEqual({ body: { orderMails: false } })
})
