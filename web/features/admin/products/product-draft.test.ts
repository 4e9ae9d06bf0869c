import { beforeEach, expect, test } from 'vitest'
import type { AdminProduct } from '#contract/admin/products.ts'
import { answeredAdminProduct } from '../../../testing/factories.ts'
import { entriesOf } from './entries.ts'
import { productDraft, saveProductDraft } from './product-draft.ts'

const PEN: AdminProduct = answeredAdminProduct({
  price: 1250,
  images: [{ Location: '/a.jpg', alt: '', width: 3, height: 2, placeholder: '' }],
})
const ADA = 'ada'
const KEY = `draft:product:${PEN._id}`
const entries = { ...entriesOf(PEN), price: '14.50' }

const owned = (value: unknown) => JSON.stringify({ by: ADA, value })

beforeEach(() => sessionStorage.clear())

test('unsaved values are restored, amounts in cents', () => {
  saveProductDraft({ loaded: PEN, entries }, ADA)
  expect(productDraft(PEN._id, ADA)).toEqual({ loaded: PEN, entries })
})

test('an unchanged form stores no draft', () => {
  saveProductDraft({ loaded: PEN, entries }, ADA)
  saveProductDraft({ loaded: PEN, entries: entriesOf(PEN) }, ADA)
  expect(sessionStorage.getItem(KEY)).toBeNull()
})

test.for([
  ['invalid JSON', '{'],
  ['null', 'null'],
  ['a number', '7'],
  ['an empty object', '{}'],
  ['a draft without an owner', JSON.stringify({ value: { loaded: PEN, entries } })],
  ['the draft of another user', JSON.stringify({ by: 'bob', value: { loaded: PEN, entries } })],
  ['null as the draft', owned(null)],
  ['a product alone', owned({ loaded: PEN })],
  ['entries alone', owned({ entries })],
  ['entries that lack a field', owned({ loaded: PEN, entries: { ...entries, color: undefined } })],
  ['an entry that is no text', owned({ loaded: PEN, entries: { ...entries, qty: 5 } })],
  ['photos that are no list', owned({ loaded: PEN, entries: { ...entries, images: {} } })],
  ['a product that lacks a field', owned({ loaded: { ...PEN, images: undefined }, entries })],
  ['another product', owned({ loaded: { ...PEN, _id: `0199${PEN._id.slice(4)}` }, entries })],
])('%s under the key counts as absent', ([, stored]) => {
  sessionStorage.setItem(KEY, stored as string)
  expect(productDraft(PEN._id, ADA)).toBeNull()
})
