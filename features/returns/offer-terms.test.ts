import { expect, test } from 'vitest'
import type { OfferedMethod } from '#contract/rates.ts'
import { type OfferTerms, offerTermsData } from './offer-terms.ts'

const POLICY = { days: 30, exchanges: false, postage: 'seller' } as const
const by = (fields: Partial<OfferedMethod>): OfferedMethod =>
  ({ id: 'mail', name: 'Mail', by: 'pieces', bands: [{ upTo: null, price: 1_500 }], ...fields }) as OfferedMethod
const terms = (fields: Partial<OfferTerms> = {}): OfferTerms => ({
  policy: POLICY,
  zones: [{ places: ['US'], methods: [by({})] }],
  shipDays: { from: 1, to: 3 },
  ...fields,
})

test.for<[string, Partial<OfferTerms>, number, string[]]>([
  ['the only way', {}, 4_000, ['15.00']],
  [
    'the cheapest way',
    { zones: [{ places: ['US'], methods: [by({}), by({ bands: [{ upTo: null, price: 900 }] })] }] },
    4_000,
    ['9.00'],
  ],
  [
    'by what the goods cost',
    {
      zones: [
        {
          places: ['DE'],
          methods: [
            by({
              by: 'goods',
              bands: [
                { upTo: 4_999, price: 700 },
                { upTo: null, price: 300 },
              ],
            }),
          ],
        },
      ],
    },
    5_000,
    ['3.00'],
  ],
  [
    'by the usual weight and the package',
    {
      zones: [
        {
          places: ['DE'],
          methods: [
            by({
              by: 'grams',
              usualGrams: 400,
              packingGrams: 100,
              bands: [
                { upTo: 499, price: 100 },
                { upTo: null, price: 200 },
              ],
            }),
          ],
        },
      ],
    },
    5_000,
    ['2.00'],
  ],
  ['free from there', { zones: [{ places: ['US'], methods: [by({ freeFrom: 4_000 })] }] }, 4_000, ['0.00']],
  [
    'one for each zone',
    {
      zones: [
        { places: ['US'], methods: [by({})] },
        { places: ['FR', 'DE'], methods: [by({})] },
      ],
    },
    4_000,
    ['15.00', '15.00'],
  ],
  ['none for everywhere', { zones: [{ places: ['*'], methods: [by({})] }] }, 4_000, []],
  ['none for a zone without a way', { zones: [{ places: ['US'], methods: [] }] }, 4_000, []],
  [
    'ten at most',
    { zones: Array.from({ length: 12 }, () => ({ places: ['US'], methods: [by({})] })) },
    4_000,
    Array(10).fill('15.00'),
  ],
])('what shipping costs: %s', ([, fields, price, rates]) => {
  const { shippingDetails } = offerTermsData(terms(fields), { price })
  expect(shippingDetails.map(({ shippingRate }) => shippingRate.value)).toEqual(rates)
})

test('shipping names countries and single states, and the days to make and to travel', () => {
  const zones = [{ places: ['CA', 'US-AK', 'US-HI', '*'], methods: [by({ days: { from: 2, to: 5 } })] }]
  const [details] = offerTermsData(terms({ zones }), { price: 100, makeDays: { min: 7, max: 10 } }).shippingDetails
  expect(details).toMatchObject({
    shippingDestination: [{ addressCountry: 'CA' }, { addressCountry: 'US', addressRegion: ['AK', 'HI'] }],
    deliveryTime: { handlingTime: { minValue: 7, maxValue: 10 }, transitTime: { minValue: 2, maxValue: 5 } },
  })
})

test.for<[string, Partial<OfferTerms>, boolean, object | undefined]>([
  ['none is saved', { policy: null }, false, undefined],
  ['so many days, at no cost', {}, false, { merchantReturnDays: 30, returnFees: 'https://schema.org/FreeReturn' }],
  [
    'no returns',
    { policy: { ...POLICY, days: 0 } },
    false,
    { returnPolicyCategory: 'https://schema.org/MerchantReturnNotPermitted' },
  ],
  [
    'not of what is made to answers',
    {},
    true,
    { returnPolicyCategory: 'https://schema.org/MerchantReturnNotPermitted' },
  ],
  ['everywhere', { zones: [{ places: ['*'], methods: [] }] }, false, { applicableCountry: ['US'] }],
  [
    'the countries of the zones',
    { zones: [{ places: ['US-AK', 'US', 'FR'], methods: [] }] },
    false,
    { applicableCountry: ['US', 'FR'] },
  ],
])('the return policy: %s', ([, fields, isPersonal, data]) => {
  const { hasMerchantReturnPolicy } = offerTermsData(terms(fields), { price: 100, isPersonal })
  if (data) expect(hasMerchantReturnPolicy).toMatchObject(data)
  else expect(hasMerchantReturnPolicy).toBeUndefined()
})
