import { beforeEach, expect, test } from 'vitest'
import type { AdminProduct } from '#contract/admin/products.ts'
import { answeredAdminProduct } from '../../../testing/factories.ts'
import { entriesOf } from './entries.ts'
import { saveDraft, savedDraft } from './unsaved-entries.ts'

const PEN: AdminProduct = answeredAdminProduct({
  price: 1250,
  images: [{ Location: '/a.jpg', alt: '', width: 3, height: 2, placeholder: '' }],
})
const KEY = `product-edit:${PEN._id}`
const entries = { ...entriesOf(PEN), price: '14.50' }

beforeEach(() => sessionStorage.clear())

test('unsaved values are restored, amounts in cents', () => {
  saveDraft({ loaded: PEN, entries })
  expect(savedDraft(PEN._id)).toEqual({ loaded: PEN, entries })
})

test('an unchanged form stores no draft', () => {
  saveDraft({ loaded: PEN, entries })
  saveDraft({ loaded: PEN, entries: entriesOf(PEN) })
  expect(sessionStorage.getItem(KEY)).toBeNull()
})

test.for([
  ['no JSON', '{'],
  ['null', 'null'],
  ['a number', '7'],
  ['an empty object', '{}'],
  ['a product alone', JSON.stringify({ loaded: PEN })],
  ['entries alone', JSON.stringify({ entries })],
  ['entries that lack a field', JSON.stringify({ loaded: PEN, entries: { ...entries, color: undefined } })],
  ['an entry that is no text', JSON.stringify({ loaded: PEN, entries: { ...entries, qty: 5 } })],
  ['photos that are no list', JSON.stringify({ loaded: PEN, entries: { ...entries, images: {} } })],
  ['a product that lacks a field', JSON.stringify({ loaded: { ...PEN, images: undefined }, entries })],
  ['another product', JSON.stringify({ loaded: { ...PEN, _id: `0199${PEN._id.slice(4)}` }, entries })],
])('%s under the key counts as absent', ([, stored]) => {
  sessionStorage.setItem(KEY, stored as string)
  expect(savedDraft(PEN._id)).toBeNull()
})
