import { expect, test } from 'vitest'
import { TEXT } from '#contract/texts.ts'
import {
  forgotPasswordProblem,
  formProblemOf,
  profileProblem,
  registrationProblem,
  resetPasswordProblem,
  resetProblem,
  signInProblem,
} from './validation.ts'

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
] as const)('registering with %s', ([, fields, message, names]) => {
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

test('each empty field of a registration has its error', () => {
  const empty = { name: '', email: ' ', password: '', confirm: '' }
  expect(registrationProblem(empty)?.fields).toEqual({
    name: 'Enter your name.',
    email: 'Enter your email.',
    password: 'Enter your password.',
    confirm: 'Enter your password again.',
  })
})

test('signing in requires both fields', () => {
  expect(signInProblem(good)).toBeNull()
  expect(signInProblem({ ...good, password: '' })?.fields).toEqual({ password: 'Enter your password.' })
})

test("the server's messages appear at their fields", () => {
  const data = { message: 'No.', code: 'invalid_request', issues: [{ path: 'email', message: 'Not an address.' }] }
  expect(formProblemOf({ status: 400, data })).toMatchObject({ message: 'No.', fields: { email: 'Not an address.' } })
  expect(formProblemOf({ status: 401, data: { message: 'No.', code: 'x' } })).toEqual({
    message: 'No.',
    fields: {},
    code: 'x',
  })
})

test('requesting a password reset requires an email address', () => {
  expect(forgotPasswordProblem({ email: ' ' })).toEqual({
    message: TEXT.completeAllFields,
    fields: { email: 'Enter your email.' },
  })
  expect(forgotPasswordProblem({ email: 'ada@shop.example' })).toBe(null)
})

test.for([
  ['a new password', 'a new password', null],
  ['a new password', 'another', 'Passwords do not match!'],
  ['a new password', '', 'Passwords do not match!'],
] as const)('the new passwords %j and %j: %s', ([password, confirm, message]) => {
  expect(resetProblem({ password, confirm })?.message ?? null).toBe(message)
})

const TOO_COMMON = 'That password is too common.'
const NO_LINK = 'This link has expired or was used.'

test.for([
  [
    'beside its field',
    400,
    { code: 'invalid_request', message: TOO_COMMON, issues: [{ path: 'password', message: TOO_COMMON }] },
    { fields: { password: TOO_COMMON } },
  ],
  ['below the sentence', 400, { code: 'reset_invalid', message: NO_LINK }, { fields: {}, reason: NO_LINK }],
] as const)('the reason against a new password appears %s', ([, status, data, expectedReason]) => {
  expect(resetPasswordProblem({ status, data })).toEqual({
    message: 'Password Change Failed!',
    code: data.code,
    ...expectedReason,
  })
})
