// @vitest-environment happy-dom
import { beforeEach, expect, test } from 'vitest'
import { EARLY_ACCOUNT } from '#contract/deferred-scripts.ts'
import { SHAPES } from '#web/shop/visitor/stored-state.ts'
import { ADA } from '#web/testing/factories.ts'

const { dataset, style } = document.documentElement

beforeEach(() => {
  delete dataset.account
  style.removeProperty('--account')
})

test.for([
  ['a user', ADA, true],
  ['a name with a quotation mark', { ...ADA, name: 'Ada "Countess" Byron' }, true],
  ['nobody', null, false],
  ['a text', 'Ada', false],
  ['a name that is a number', { ...ADA, name: 7 }, false],
  ['a user without a name', { ...ADA, name: '' }, false],
  ['a user without a token', { ...ADA, token: undefined }, false],
  ['a user without roles', { ...ADA, isAdmin: undefined }, false],
] as const)('%s in the storage is named before the scripts load, as by them: %j', ([, storedText, isNamed]) => {
  localStorage.setItem('userInfo', JSON.stringify(storedText))
  new Function(EARLY_ACCOUNT)()
  const user = SHAPES.userInfo(JSON.parse(JSON.stringify(storedText)))
  expect([dataset.account !== undefined, user !== null]).toEqual([isNamed, isNamed])
  expect(style.getPropertyValue('--account')).toBe(user ? JSON.stringify(user.name) : '')
})
