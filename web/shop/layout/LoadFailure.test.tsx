// @vitest-environment happy-dom
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { openScreen } from '#app/testing/screens.tsx'
import { catalogApi, useCategoriesQuery } from '#web/shop/catalog/catalogApi.ts'
import { expectCalls } from '#web/testing/calls.ts'
import { answeredProduct } from '#web/testing/factories.ts'
import { FAILURE } from '#web/texts/failure.ts'
import { DISMISS } from '#web/texts/shop.ts'
import { LoadFailure } from './LoadFailure.tsx'

const CATEGORIES = 'GET /api/categories'
const PRODUCT = 'GET /api/products/walnut-pen'
const BUSY = { status: 503, body: { code: 'busy', message: 'The shop is very busy.' } }

/** A page that shows categories and a product. */
function Page() {
  const categories = useCategoriesQuery()
  const product = catalogApi.useProductQuery('walnut-pen')
  return (
    <main id="main" tabIndex={-1}>
      <LoadFailure queries={[categories, product]} />
      {categories.data?.map(({ label }) => (
        <p key={label}>{label}</p>
      ))}
      <button type="button" onClick={categories.refetch}>
        Again
      </button>
    </main>
  )
}

function openPage(first: typeof BUSY | 'lost', second: object | 'lost' = { body: answeredProduct() }) {
  const calls = expectCalls()
  calls.once(CATEGORIES, first)
  calls.once(PRODUCT, second)
  openScreen(<Page />, { path: '/' })
  return calls
}

const PENS = { body: [{ name: 'pens', label: 'Pens', slug: 'pens' }] }

test('a failure shows the reason until the next try succeeds, and the focus stays in the page', async () => {
  const calls = openPage(BUSY)
  await screen.findByText(BUSY.body.message)
  calls.once(CATEGORIES, 'lost')
  const tryAgain = () => screen.getByRole('button', { name: FAILURE.tryAgain })
  fireEvent.click(tryAgain())
  await screen.findByText(FAILURE.unreachable)
  const answer = calls.held(CATEGORIES)
  tryAgain().focus()
  fireEvent.click(tryAgain())
  expect(tryAgain().getAttribute('aria-busy')).toBe('true')
  answer(PENS)
  await screen.findByText('Pens')
  expect(screen.queryByRole('alert')).toBeNull()
  expect(document.activeElement).toBe(document.getElementById('main'))
  expect(calls.sent(PRODUCT)).toHaveLength(1)
})

test('a dismissed failure is gone, and the next one shows again', async () => {
  const calls = openPage(BUSY)
  fireEvent.click(await screen.findByRole('button', { name: DISMISS }))
  expect(screen.queryByRole('alert')).toBeNull()
  calls.once(CATEGORIES, BUSY)
  fireEvent.click(screen.getByRole('button', { name: 'Again' }))
  await screen.findByText(BUSY.body.message)
})

test('several failures with one reason are one alert, whose button tries all of them', async () => {
  const calls = openPage('lost', 'lost')
  await waitFor(() => expect(screen.getAllByText(FAILURE.unreachable)).toHaveLength(1))
  calls.once(CATEGORIES, PENS)
  calls.once(PRODUCT, { body: answeredProduct() })
  fireEvent.click(screen.getByRole('button', { name: FAILURE.tryAgain }))
  await screen.findByText('Pens')
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull())
})
