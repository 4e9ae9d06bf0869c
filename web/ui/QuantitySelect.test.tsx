import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
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
