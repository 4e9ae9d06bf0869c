// @vitest-environment happy-dom
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { openScreen } from '#app/testing/screens.tsx'
import { expectCalls } from '#web/testing/calls.ts'
import { ADMIN, answeredAdminProduct } from '#web/testing/factories.ts'
import { COLLECTION_FORM as T } from '#web/texts/admin-collections.ts'
import { CollectionForm } from './CollectionForm.tsx'

const LIST = 'GET /api/products?view=admin&keyword='
const collection = {
  ...{ _id: 'gifts', name: 'Gifts', slug: 'gifts', text: '', photo: null, hidden: false, products: [], version: 'v1' },
}

test('pieces are found and added from inside a collection, and saved with it', async () => {
  const calls = expectCalls()
  const [bowl, cup] = [
    answeredAdminProduct({ _id: '0190f5a0-0000-7000-8000-000000000001', name: 'Bowl' }),
    answeredAdminProduct({ _id: '0190f5a0-0000-7000-8000-000000000002', name: 'Cup' }),
  ]
  const pageOf = (...products: object[]) => ({ body: { products, total: products.length, page: 1, pages: 1 } })
  calls.always(LIST, pageOf(bowl, cup))
  calls.always(`${LIST}cup`, pageOf(cup))
  calls.always('GET /api/shop', 'lost')
  openScreen(<CollectionForm collection={collection} listPath="/admin/collections" />, { path: '/', user: ADMIN })
  const add = (name: string) => screen.findByRole('button', { name: T.addOne(name) })
  await add('Bowl')
  fireEvent.change(screen.getByLabelText(T.find), { target: { value: 'cup' } })
  await waitFor(() => expect(screen.queryByRole('button', { name: T.addOne('Bowl') })).toBeNull())
  fireEvent.click(await add('Cup'))
  expect(document.activeElement).toBe(screen.getByLabelText(T.find))
  expect(screen.queryByRole('button', { name: T.addOne('Cup') })).toBeNull()
  expect(within(screen.getByRole('list', { name: T.pieces })).getByText('Cup')).toBeTruthy()
  calls.once('PUT /api/admin/collections/gifts', { status: 409, body: { code: 'collection_changed', message: 'No.' } })
  calls.once('GET /api/admin/collections/gifts', { status: 503 })
  fireEvent.click(screen.getByRole('button', { name: T.save }))
  await screen.findByText('No.')
  await waitFor(() =>
    expect(calls.sent('PUT /api/admin/collections/gifts').map(({ body }) => body)).toMatchObject([
      { productIds: [cup._id] },
    ]),
  )
})
