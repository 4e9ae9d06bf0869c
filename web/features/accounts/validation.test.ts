import { expect, test } from 'vitest'
import { TEXT } from '#contract/texts.ts'
import { FIELD_NEEDED, profileProblem, refusalOf, registrationProblem, signInProblem } from './validation.ts'

const good = { name: 'Ada', email: 'ada@shop.example', password: 'a long password', confirm: 'a long password' }

test.for([
  ['everything right', {}, null, []],
  ['no name', { name: '' }, TEXT.completeAllFields, ['name']],
  ['a name of spaces', { name: '  ' }, TEXT.completeAllFields, ['name']],
  [
    'nothing at all',
    { name: '', email: '', password: '', confirm: '' },
    TEXT.completeAllFields,
    ['name', 'email', 'password', 'confirm'],
  ],
  ['an unequal confirmation', { confirm: 'another' }, TEXT.passwordsDoNotMatch, ['confirm']],
  [
    'an unequal confirmation and no email: what is missing comes first',
    { email: '', confirm: 'x' },
    TEXT.completeAllFields,
    ['email'],
  ],
] as const)('a new account with %s', ([, fields, message, names]) => {
  const problem = registrationProblem({ ...good, ...fields })
  expect(problem?.message ?? null).toBe(message)
  expect(Object.keys(problem?.fields ?? {})).toEqual(names)
})

test.for([
  ['both password fields empty', { password: '', confirm: '' }, null],
  ['both passwords alike', {}, null],
  ['only a password', { confirm: '' }, TEXT.passwordsDoNotMatch],
  ['only a confirmation', { password: '' }, TEXT.passwordsDoNotMatch],
  ['no email', { email: '' }, TEXT.completeAllFields],
] as const)('a profile with %s', ([, fields, message]) => {
  expect(profileProblem({ ...good, ...fields })?.message ?? null).toBe(message)
})

test('signing in needs both fields', () => {
  expect(signInProblem(good)).toBeNull()
  expect(signInProblem({ ...good, password: '' })?.fields).toEqual({ password: FIELD_NEEDED })
})

test("the server's words stand at the fields they are about", () => {
  const data = { message: 'No.', code: 'invalid_request', issues: [{ path: 'email', message: 'Not an address.' }] }
  expect(refusalOf({ status: 400, data })).toMatchObject({ message: 'No.', fields: { email: 'Not an address.' } })
  expect(refusalOf({ status: 401, data: { message: 'No.', code: 'x' } })).toEqual({
    message: 'No.',
    fields: {},
    code: 'x',
  })
})
