// @vitest-environment happy-dom
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { openScreen } from '#app/testing/screens.tsx'
import { CHOICES, PRODUCT_FIELDS } from '#contract/admin/messages.ts'
import { PARCEL_FIELD_NAMES, PRODUCT_FIELD_NAMES } from '#contract/admin/texts.ts'
import { expectCalls } from '#web/testing/calls.ts'
import { ADMIN, answeredAdminProduct } from '#web/testing/factories.ts'
import { UNSAVED } from '#web/texts/account.ts'
import { MERGED } from '#web/texts/admin.ts'
import { CHOICE_FORM, PHOTOS, PRODUCT_FORM } from '#web/texts/admin-products.ts'
import { FAILURE } from '#web/texts/failure.ts'
import ProductEditPage from './ProductEditPage.tsx'

const PRODUCT = answeredAdminProduct()
const READ = `GET /api/products/${PRODUCT._id}`
const SAVE = `PUT /api/products/${PRODUCT._id}`
const UPLOAD = 'POST /api/products/uploadImage'
const CATEGORIES = [
  { name: 'pens', label: 'Pens', slug: 'pens' },
  { name: 'bowls', label: 'Bowls', slug: 'bowls' },
]
const COLLECTIONS = ['Gifts', 'Spring'].map((name, number) => ({
  _id: `0190f5a0-0000-7000-8000-00000000000${number + 1}`,
  name,
  slug: name.toLowerCase(),
  text: '',
  photo: null,
  hidden: false,
  products: 1,
}))
const CHANGED = { status: 409, body: { code: 'product_changed', message: 'Someone else has saved.' } }

beforeEach(() => sessionStorage.clear())

/** An admin on the screen that edits the product, with the calls that the shop has answered so far. */
async function openForm({ product = PRODUCT, calls = expectCalls(), state = undefined as unknown, user = ADMIN } = {}) {
  calls.always(READ, { body: product })
  calls.always('GET /api/categories', { body: CATEGORIES })
  calls.always('GET /api/admin/collections', { body: COLLECTIONS })
  const opened = openScreen(<ProductEditPage />, {
    path: '/admin/products/:id/edit',
    at: `/admin/products/${product._id}/edit`,
    user,
    state,
  })
  await screen.findByLabelText(PRODUCT_FIELD_NAMES.name)
  return { ...opened, calls }
}

type Labeled = 'name' | 'price' | 'qty' | 'color' | 'sku' | 'category'
const field = (name: Labeled) => screen.getByLabelText<HTMLInputElement>(PRODUCT_FIELD_NAMES[name])
const type = (name: Labeled, value: string) => fireEvent.change(field(name), { target: { value } })
const values = (...names: Labeled[]) => names.map((name) => field(name).value)
const saveButton = () => screen.getByRole('button', { name: PRODUCT_FORM.save })
const save = () => fireEvent.click(saveButton())
const isSaving = () => saveButton().getAttribute('aria-busy') === 'true'

test('a saved product leads back to the list, with a sentence, and leaves no draft', async () => {
  const { calls, place } = await openForm()
  type('name', 'Oak Pen')
  type('price', '25')
  const answer = calls.held(SAVE)
  save()
  await waitFor(() => expect(isSaving()).toBe(true))
  fireEvent.submit(saveButton().closest('form') as HTMLFormElement)
  answer({ body: { ...PRODUCT, name: 'Oak Pen', price: 25, version: '2' } })
  await waitFor(() => expect(place().path).toBe('/admin/productlist'))
  expect(place().state).toEqual({ banner: PRODUCT_FORM.saved('Oak Pen', false, ''), page: `/products/${PRODUCT.slug}` })
  const body = { name: 'Oak Pen', price: 25, qty: 3, qtyLoaded: 3, version: '1', description: PRODUCT.description }
  expect(calls.sent(SAVE)).toMatchObject([{ body }])
  expect(sessionStorage.length).toBe(0)
})

const NEW = { ...PRODUCT, name: 'New product', sku: '', price: 0, draft: true, images: [] }
const REMOVE = `DELETE /api/products/${PRODUCT._id}`

test('a new product whose form is left before anything was entered leaves nothing behind', async () => {
  const { calls, go } = await openForm({ product: NEW })
  calls.once(REMOVE, { body: { message: 'Deleted.' } })
  go('/admin/productlist')
  await waitFor(() => expect(calls.sent(REMOVE)).toHaveLength(1))
})

test.for([
  ['a new product with a typed name', NEW, 'Oak Pen'],
  ['a draft that was saved before', { ...PRODUCT, draft: true }, undefined],
  ['a product that is for sale', PRODUCT, undefined],
] as const)('%s stays when its form is left', async ([, product, name]) => {
  const { calls, go } = await openForm({ product })
  if (name) type('name', name)
  go('/admin/productlist')
  await act(() => new Promise((resolve) => setTimeout(resolve, 20)))
  expect(calls.sent(REMOVE)).toEqual([])
})

test('a new product with no name and no photo is not saved, and says what is missing', async () => {
  const { calls, place } = await openForm({ product: { ...PRODUCT, name: 'New product', draft: true, images: [] } })
  type('name', ' ')
  save()
  expect(await screen.findByText(PRODUCT_FORM.nothingToSave)).toBeTruthy()
  expect(screen.getByText(PRODUCT_FORM.nameMissing)).toBeTruthy()
  expect(calls.sent(SAVE)).toEqual([])
  expect(place().path).toBe(`/admin/products/${PRODUCT._id}/edit`)
})

test('a product is put into the collections that are ticked', async () => {
  const [gifts, spring] = COLLECTIONS.map(({ _id }) => _id)
  const { calls } = await openForm({ product: { ...PRODUCT, collectionIds: [gifts ?? ''] } })
  const box = (name: string) => screen.findByLabelText<HTMLInputElement>(name)
  expect([(await box('Gifts')).checked, (await box('Spring')).checked]).toEqual([true, false])
  fireEvent.click(await box('Spring'))
  calls.once(SAVE, { body: PRODUCT })
  save()
  await waitFor(() => expect(calls.sent(SAVE)).toMatchObject([{ body: { collectionIds: [gifts, spring] } }]))
})

test('saving and adding another opens a new product, which says that the last one was saved', async () => {
  const { calls, place } = await openForm()
  const next = { ...PRODUCT, _id: `0199${PRODUCT._id.slice(4)}`, name: 'New product', draft: true }
  calls.once(SAVE, { body: PRODUCT })
  calls.once('POST /api/products', { status: 201, body: next })
  calls.always(`GET /api/products/${next._id}`, { body: next })
  fireEvent.click(screen.getByRole('button', { name: PRODUCT_FORM.saveAndAdd }))
  await waitFor(() => expect(place().path).toBe(`/admin/products/${next._id}/edit`))
  await screen.findByText(PRODUCT_FORM.saved('Walnut Pen', false, ''))
  expect(values('name', 'category')).toEqual(['', PRODUCT.category])
})

test.for([
  ['the page of the product', { back: '/products/walnut-pen' }, '/products/walnut-pen'],
  ['the view of the list', { back: '/admin/productlist?category=pens' }, '/admin/productlist?category=pens'],
] as const)('saving leads back to %s that it was opened from', async ([, state, path]) => {
  const { calls, place } = await openForm({ state })
  calls.once(SAVE, { body: PRODUCT })
  save()
  await waitFor(() => expect(place().path).toBe(path))
})

test('wrong entries are said at their fields and not sent, and the first gets the focus', async () => {
  const { calls } = await openForm()
  type('price', 'cheap')
  type('qty', '-1')
  save()
  await screen.findByText(PRODUCT_FORM.lookAgain)
  expect(screen.getByText(PRODUCT_FIELDS.invalidPrice)).toBeTruthy()
  expect(screen.getByText(PRODUCT_FIELDS.invalidQuantity)).toBeTruthy()
  await waitFor(() => expect(document.activeElement).toBe(field('price')))
  expect(calls.sent(SAVE)).toEqual([])
})

test('a part that opened for what is wrong in it stays open while that is put right', async () => {
  await openForm()
  const grams = screen.getByLabelText<HTMLInputElement>(PARCEL_FIELD_NAMES.grams)
  const part = grams.closest('details') as HTMLDetailsElement
  expect(part.open).toBe(false)
  fireEvent.input(grams, { target: { value: 'heavy' } })
  save()
  await waitFor(() => expect([part.open, document.activeElement]).toEqual([true, grams]))
  fireEvent.input(grams, { target: { value: '250' } })
  expect([part.open, grams.getAttribute('aria-invalid')]).toEqual([true, null])
})

test('a refusal of the shop is said at its field, and the entries stay', async () => {
  const { calls } = await openForm()
  type('sku', 'PEN-2')
  const issues = [{ path: 'sku', message: 'Another product has this SKU.' }]
  calls.once(SAVE, { status: 409, body: { code: 'sku_taken', message: 'The SKU is taken.', issues } })
  save()
  await screen.findByText('Another product has this SKU.')
  expect(screen.getByText('The SKU is taken.')).toBeTruthy()
  await waitFor(() => expect(document.activeElement).toBe(field('sku')))
  expect(values('sku')).toEqual(['PEN-2'])
})

test('what another admin saved meanwhile is merged, said, and saved with the next press', async () => {
  const { calls, place } = await openForm()
  type('name', 'Oak Pen')
  type('qty', '5')
  calls.once(SAVE, CHANGED)
  const theirs = { ...PRODUCT, name: 'Elm Pen', color: 'Green', qty: 2, version: '2' }
  calls.always(READ, { body: theirs })
  save()
  const notice = await screen.findByText(new RegExp(MERGED.changedByOthers('product')))
  expect(notice.textContent).toContain(MERGED.theirs(PRODUCT_FIELD_NAMES.color))
  expect(notice.textContent).toContain(MERGED.both(PRODUCT_FIELD_NAMES.name))
  // Two more than the three that were loaded, on top of the two that are left.
  expect(values('name', 'color', 'qty')).toEqual(['Oak Pen', 'Green', '4'])
  calls.once(SAVE, { body: { ...theirs, name: 'Oak Pen' } })
  save()
  await waitFor(() => expect(place().path).toBe('/admin/productlist'))
  expect(calls.sent(SAVE)[1]?.body).toMatchObject({
    name: 'Oak Pen',
    color: 'Green',
    qty: 4,
    qtyLoaded: 2,
    version: '2',
  })
})

test('a stock that has been sold meanwhile is shown as it is now, with the reason', async () => {
  const { calls } = await openForm()
  type('qty', '1')
  calls.once(SAVE, { status: 409, body: { code: 'stock_too_low', message: 'Only one is left.' } })
  calls.always(READ, { body: { ...PRODUCT, qty: 1 } })
  save()
  await screen.findByText('Only one is left.')
  expect(values('qty')).toEqual(['1'])
  expect(screen.getByText(PRODUCT_FORM.qtyHint(1))).toBeTruthy()
})

test('without the present product a conflict is said, and the entries stay', async () => {
  const { calls } = await openForm()
  type('name', 'Oak Pen')
  calls.once(SAVE, CHANGED)
  calls.always(READ, 'lost')
  save()
  await screen.findByText('Someone else has saved.')
  expect(values('name')).toEqual(['Oak Pen'])
})

test('a lost connection is said, the entries stay, and the next press saves', async () => {
  const { calls, place } = await openForm()
  type('name', 'Oak Pen')
  calls.once(SAVE, 'lost')
  save()
  await screen.findByText(FAILURE.unreachable)
  await waitFor(() => expect(isSaving()).toBe(false))
  expect(values('name')).toEqual(['Oak Pen'])
  calls.once(SAVE, { body: PRODUCT })
  save()
  await waitFor(() => expect(place().path).toBe('/admin/productlist'))
  const [first, second] = calls.sent(SAVE)
  expect(second?.body).toEqual(first?.body)
})

test('unsaved entries are there again on return, and can be discarded', async () => {
  const { calls, leave } = await openForm()
  type('name', 'Oak Pen')
  leave()
  await openForm({ calls })
  expect(screen.getByText(UNSAVED.restored)).toBeTruthy()
  expect(values('name')).toEqual(['Oak Pen'])
  fireEvent.click(screen.getByRole('button', { name: UNSAVED.discard }))
  expect(values('name')).toEqual(['Walnut Pen'])
  expect(screen.queryByText(UNSAVED.restored)).toBeNull()
  expect(sessionStorage.length).toBe(0)
})

test('the next admin in the tab is not offered what the last one left unsaved', async () => {
  const { calls, leave } = await openForm()
  type('name', 'Oak Pen')
  leave()
  const other = await openForm({ calls, user: { ...ADMIN, _id: `0199${ADMIN._id.slice(4)}` } })
  expect(screen.queryByText(UNSAVED.restored)).toBeNull()
  expect(values('name')).toEqual(['Walnut Pen'])
  other.leave()
  await openForm({ calls })
  expect(values('name')).toEqual(['Oak Pen'])
})

test('restored entries are an edit of the product as it is now, where nobody else changed their fields', async () => {
  const { calls, leave } = await openForm()
  type('name', 'Oak Pen')
  leave()
  const { place } = await openForm({ calls, product: { ...PRODUCT, color: 'Green', version: '2' } })
  expect(values('name', 'color')).toEqual(['Oak Pen', 'Green'])
  calls.once(SAVE, { body: PRODUCT })
  save()
  await waitFor(() => expect(place().path).toBe('/admin/productlist'))
  expect(calls.sent(SAVE)[0]?.body).toMatchObject({ name: 'Oak Pen', color: 'Green', version: '2' })
})

test('restored entries are saved on top of the version that they were typed for, where both changed a field', async () => {
  const { calls, leave } = await openForm()
  type('name', 'Oak Pen')
  leave()
  const { place } = await openForm({ calls, product: { ...PRODUCT, name: 'Elm Pen', color: 'Green', version: '2' } })
  calls.once(SAVE, CHANGED)
  calls.always(READ, { body: { ...PRODUCT, name: 'Elm Pen', color: 'Green', version: '2' } })
  save()
  await screen.findByText(new RegExp(MERGED.changedByOthers('product')))
  expect(calls.sent(SAVE)[0]?.body).toMatchObject({ version: '1', color: 'Brown' })
  expect(values('name', 'color')).toEqual(['Oak Pen', 'Green'])
  expect(place().path).toContain('/edit')
})

test('choices that another tab has added are named once', async () => {
  const { calls } = await openForm()
  const large = { _id: PRODUCT._id, slug: 'large', values: ['Large'], price: 5, qty: 1, sku: '', photo: null }
  type('name', 'Oak Pen')
  calls.once(SAVE, CHANGED)
  calls.always(READ, { body: { ...PRODUCT, axes: ['Size'], choices: [large], version: '2' } })
  save()
  await screen.findByText(/Updated to their version: Choices\./)
})

const photo = { Location: '/images/front.jpg', alt: '', width: 3, height: 2, placeholder: '' }
const choose = (...names: string[]) =>
  fireEvent.change(screen.getByLabelText(PHOTOS.choose), {
    target: { files: names.map((name) => new File(['x'], name, { type: 'image/jpeg' })) },
  })

test('saving waits for the photos that are being uploaded, and sends them along', async () => {
  const { calls, place } = await openForm()
  const arrives = calls.held(UPLOAD)
  choose('front.jpg')
  await screen.findByText('front.jpg')
  save()
  await screen.findByText(PRODUCT_FORM.uploading)
  expect(isSaving()).toBe(true)
  expect(calls.sent(SAVE)).toEqual([])
  calls.once(SAVE, { body: PRODUCT })
  arrives({ status: 201, body: [photo] })
  await waitFor(() => expect(place().path).toBe('/admin/productlist'))
  expect(calls.sent(SAVE)).toMatchObject([{ body: { images: [{ Location: photo.Location, alt: '' }] } }])
})

test('a product is saved without the photos that failed to upload, and the sentence names them', async () => {
  const { calls, place } = await openForm()
  const fails = calls.held(UPLOAD)
  choose('front.jpg')
  save()
  await screen.findByText(PRODUCT_FORM.uploading)
  calls.once(SAVE, { body: PRODUCT })
  fails('lost')
  await waitFor(() => expect(place().path).toBe('/admin/productlist'))
  const without = PRODUCT_FORM.withoutPhotos(1, 'front.jpg')
  expect(place().state).toMatchObject({ banner: PRODUCT_FORM.saved('Walnut Pen', false, without) })
})

const pressButton = (name: string | RegExp) => fireEvent.click(screen.getByRole('button', { name }))

test('a choice without a value says so', async () => {
  await openForm()
  pressButton(CHOICE_FORM.start)
  save()
  expect(await screen.findByText(CHOICES.enterValue)).toBeTruthy()
})

test('a product that gets no choices after all has what was typed for the first of them', async () => {
  const { calls } = await openForm()
  pressButton(CHOICE_FORM.start)
  fireEvent.change(screen.getByLabelText(CHOICE_FORM.qty), { target: { value: '5' } })
  pressButton(CHOICE_FORM.removeAxis(''))
  calls.once(SAVE, { body: PRODUCT })
  save()
  await waitFor(() => expect(calls.sent(SAVE)).toMatchObject([{ body: { qty: 5 } }]))
})

test('a price that each value shares stays so when the axis beside it is removed', async () => {
  const choices = [10, 20].map((price) => ({
    ...{ _id: `0190f5a0-0000-7000-8000-0000000000${price}`, slug: `pen-${price}`, values: ['Small', `${price}`] },
    ...{ price, qty: 2, sku: '', photo: null },
  }))
  await openForm({ product: { ...PRODUCT, axes: ['Size', 'Wood'], choices } })
  pressButton(CHOICE_FORM.removeAxis('Size'))
  const prices = screen.getAllByLabelText<HTMLInputElement>(CHOICE_FORM.priceIs).map(({ value }) => value)
  expect(prices).toEqual(['each', '10.00', '20.00'])
})
