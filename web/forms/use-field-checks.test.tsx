// @vitest-environment happy-dom
import { fireEvent, render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { controlTime } from '#app/testing/screens.tsx'
import { useFieldChecks } from './use-field-checks.ts'

const checked: string[] = []

function Form({ hasCity = true }) {
  const { found, handlers } = useFieldChecks((name, text) => {
    checked.push(`${name} ${text}`)
    return text ? null : `Enter the ${name}.`
  })
  return (
    <form {...handlers}>
      <input name="address" aria-label="Address" />
      {hasCity && <input name="city" aria-label="City" />}
      <p role="status">{Object.values(found).filter(Boolean).join(' ')}</p>
    </form>
  )
}

test('a field is checked when it is left after typing, unless it is gone by then', async () => {
  const { pass } = controlTime()
  const { rerender } = render(<Form />)
  for (const label of ['Address', 'City']) {
    fireEvent.input(screen.getByLabelText(label), { target: { value: ' ' } })
    fireEvent.input(screen.getByLabelText(label), { target: { value: '' } })
    fireEvent.blur(screen.getByLabelText(label))
  }
  checked.length = 0
  rerender(<Form hasCity={false} />)
  await pass(200)
  expect(checked).toEqual(['address '])
  expect(screen.getByRole('status').textContent).toBe('Enter the address.')
})
