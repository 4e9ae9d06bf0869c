// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { isOfList, type ListAddress } from './list-address.ts'
import { SearchBox } from './SearchBox.tsx'

/** The address of a list whose keyword is rendered, and which takes its time to render another. */
const addressWith = (keyword: string): ListAddress => ({
  read: () => keyword,
  change: () => undefined,
  page: 1,
  hrefOf: () => '',
  goTo: () => undefined,
  query: '',
})

afterEach(cleanup)

const box = () => screen.getByRole<HTMLInputElement>('searchbox')

test('an answer that comes while the user types on leaves what is typed', () => {
  const { rerender } = render(<SearchBox label="Search" address={addressWith('')} />)
  fireEvent.change(box(), { target: { value: 'mug' } })
  fireEvent.change(box(), { target: { value: 'mug red' } })
  rerender(<SearchBox label="Search" address={addressWith('mug')} />)
  expect(box().value).toBe('mug red')
})

test('a keyword that something else changes is shown', () => {
  const { rerender } = render(<SearchBox label="Search" address={addressWith('mug')} />)
  fireEvent.change(box(), { target: { value: 'mugs' } })
  fireEvent.blur(box())
  rerender(<SearchBox label="Search" address={addressWith('')} />)
  expect(box().value).toBe('')
})

test.each([
  ['/admin/customers', '/admin/customers', true],
  ['/admin/productlist/2', '/admin/productlist', true],
  ['/admin/customers/9f0c', '/admin/customers', false],
  ['/admin/productlist/2/edit', '/admin/productlist', false],
  ['/admin/orderlist', '/admin/orders', false],
])('%s is a view of the list %s: %s', (pathname, listPath, isView) => {
  expect(isOfList(pathname, listPath)).toBe(isView)
})
