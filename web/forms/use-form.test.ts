import { expect, test } from 'vitest'
import { withoutField } from './use-form.ts'

const problem = (...names: string[]) => ({
  message: 'No.',
  fields: Object.fromEntries(names.map((name) => [name, '!'])),
})

test.for([
  ['the field that was changed', problem('name', 'email'), 'name', problem('email')],
  ['all, when it was the only one', problem('name'), 'name', null],
  ['nothing, for a field without an error', problem('name'), 'email', problem('name')],
  ['nothing of a refusal that is about no field', problem(), 'name', problem()],
  ['passwords that differ, when the first is changed', problem('confirm'), 'password', null],
] as const)('a change removes the error of %s', ([, before, changed, left]) => {
  expect(withoutField(before, changed)).toEqual(left)
})
