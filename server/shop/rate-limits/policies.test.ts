import { expect, test } from 'vitest'
import { addedPolicies, POLICIES } from './policies.ts'

test('no two actions of the shop and its features share counters', () => {
  const names = [...Object.values(POLICIES), ...addedPolicies].map(({ name }) => name)
  expect(addedPolicies.length).toBeGreaterThan(5)
  expect(names).toEqual([...new Set(names)])
})
