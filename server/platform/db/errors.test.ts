import { expect, test } from 'vitest'
import {
  isConnectionLost,
  isInvalidText,
  isNotConnectable,
  isUnavailable,
  isUniqueViolation,
  violatedConstraint,
} from './errors.ts'

const ofDriver = (code: string, message = '') => Object.assign(new Error(message), { code })
const ofQuery = (code: string) => new Error('Failed query', { cause: ofDriver(code) })

test.for([
  ['23505', { isUniqueViolation: true }],
  ['23503', {}],
  ['22021', { isInvalidText: true }],
  ['22P05', { isInvalidText: true }],
  ['55P03', { isUnavailable: true }],
  ['40P01', { isUnavailable: true }],
  ['53300', { isUnavailable: true }],
  ['57P01', { isUnavailable: true }],
  ['25006', { isUnavailable: true }],
  ['ECONNREFUSED', { isUnavailable: true, isNotConnectable: true }],
  ['EPIPE', { isUnavailable: true }],
  ['28P01', { isNotConnectable: true }],
  ['3D000', { isNotConnectable: true }],
  ['ENOTFOUND', { isNotConnectable: true }],
  ['42P01', {}],
] as const)('%s means %j, of a query and of the driver', ([code, meaning]) => {
  for (const error of [ofQuery(code), ofDriver(code)])
    expect({
      isUniqueViolation: isUniqueViolation(error),
      isInvalidText: isInvalidText(error),
      isUnavailable: isUnavailable(error),
      isNotConnectable: isNotConnectable(error),
    }).toEqual({
      isUniqueViolation: false,
      isInvalidText: false,
      isUnavailable: false,
      isNotConnectable: false,
      ...meaning,
    })
})

test.for([
  'timeout exceeded when trying to connect',
  'Connection terminated unexpectedly',
  'Query read timeout',
  'Client has encountered a connection error and is not queryable',
])('the driver says without a code that the database is unavailable: %s', (message) => {
  expect(isUnavailable(new Error('Failed query', { cause: new Error(message) }))).toBe(true)
  expect(isUnavailable(new Error('syntax error'))).toBe(false)
})

test.for([
  ['25006', true],
  ['57P01', true],
  ['57P03', true],
  ['08006', true],
  ['ECONNRESET', true],
  ['57014', false],
  ['55P03', false],
  ['40P01', false],
  ['23505', false],
] as const)('after %s a connection is of no more use: %s', ([code, isLost]) => {
  for (const error of [ofQuery(code), ofDriver(code)]) expect(isConnectionLost(error)).toBe(isLost)
})

test('the constraint that rejected a row has a name, and no other error has one', () => {
  const cause = Object.assign(new Error(), { code: '23514', constraint: 'coupons_code_reserved' })
  expect(violatedConstraint(new Error('Failed query', { cause }))).toBe('coupons_code_reserved')
  for (const other of [ofQuery('57P01'), new Error('syntax error'), 'a text', null, undefined])
    expect(violatedConstraint(other)).toBeUndefined()
})
