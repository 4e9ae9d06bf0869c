import { expect, test } from 'vitest'
import { PUBLISHED_FEES } from '#contract/admin/fees.ts'
import { feesDraftIn, feesOf, feesText, textOfFees } from './fees-draft.ts'

test('the published figures are shown until the seller changes one, and again when she types them', () => {
  const draft = feesDraftIn('')
  expect(draft).toMatchObject({ cardRate: '2.9', cardFixed: '0.30', market: 'Etsy', adsMost: '100.00' })
  expect([textOfFees(draft), feesOf('').fees]).toEqual(['', null])
  const changed = textOfFees({ ...draft, cardRate: '2.6', cardFixed: '.15' })
  expect(feesOf(changed).fees).toEqual({ ...PUBLISHED_FEES, cardRate: 260, cardFixed: 15 })
  expect(feesText(feesOf(changed).fees)).toBe(textOfFees({ ...draft, cardRate: '2.6', cardFixed: '0.15' }))
})

test.for([
  ['cardRate', 'three', 'Enter a percentage from 0 to 50 with at most two decimals, such as 2.9.'],
  ['adsRate', '50.01', 'Enter a percentage from 0 to 50 with at most two decimals, such as 2.9.'],
  ['processingRate', '2.905', 'Enter a percentage from 0 to 50 with at most two decimals, such as 2.9.'],
  ['listing', '', 'Enter an amount in dollars and cents, such as 0.30.'],
  ['market', ' ', 'Enter the name of the marketplace.'],
  ['lookedUp', '', 'Enter a day.'],
] as const)('%s typed as %j is refused', ([name, text, sentence]) => {
  const { fees, errors } = feesOf(textOfFees({ ...feesDraftIn(''), [name]: text }))
  expect([fees, errors]).toEqual([null, { [name]: sentence }])
})
