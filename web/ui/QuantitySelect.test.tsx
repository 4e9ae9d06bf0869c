// @vitest-environment happy-dom
import { act } from '@testing-library/react'
import { hydrateRoot } from 'react-dom/client'
import { renderToStaticMarkup, renderToString } from 'react-dom/server'
import { expect, onTestFinished, test, vi } from 'vitest'
import { QuantitySelect } from './QuantitySelect.tsx'

const markup = (max: number) =>
  renderToStaticMarkup(<QuantitySelect value={1} max={max} label="Quantity" onChange={() => undefined} />)
const options = (max: number) => [...markup(max).matchAll(/<option[^>]*>(\d+)</g)].map(([, qty]) => Number(qty))

test('the options run from 1 to the stock', () => {
  expect(options(1)).toEqual([1])
  expect(options(4)).toEqual([1, 2, 3, 4])
  expect(options(100)).toHaveLength(100)
})

test('a stock too large for a list gets a number field with the same limit', () => {
  expect(options(5000)).toEqual([])
  expect(markup(5000)).toMatch(/type="number" min="1" max="5000"/)
})

test.for([5, 500])(
  'a quantity of at most %i that is chosen before the script loads is reported once it has',
  async (max) => {
    const onChange = vi.fn()
    const quantity = <QuantitySelect value={1} max={max} label="Quantity" onChange={onChange} />
    const page = document.createElement('div')
    page.innerHTML = renderToString(quantity)
    const field = page.querySelector('select, input') as HTMLInputElement
    field.value = '3'
    const root = await act(async () => hydrateRoot(page, quantity))
    onTestFinished(() => act(() => root.unmount()))
    expect(onChange.mock.calls).toEqual([[3]])
    expect(field.value).toBe('3')
  },
)
