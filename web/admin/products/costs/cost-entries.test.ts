import { expect, test } from 'vitest'
import { answeredAdminProduct } from '#web/testing/factories.ts'
import { editOf, entriesOf } from '../entries.ts'
import { costEntriesOf } from './cost-entries.ts'

const BLANK = { material: '', packaging: '', postage: '', minutes: '' }
const SAVED = { material: 210, packaging: 60, postage: 420, minutes: 45 }

test.for([
  [BLANK, undefined, undefined],
  [BLANK, SAVED, null],
  // What is left blank counts as nothing, but minutes are then not counted.
  [{ ...BLANK, material: ' $2.10 ' }, undefined, { material: 210, packaging: 0, postage: 0, minutes: null }],
  [{ ...BLANK, minutes: '45' }, SAVED, { material: 0, packaging: 0, postage: 0, minutes: 45 }],
  [{ ...BLANK, material: '0' }, undefined, { material: 0, packaging: 0, postage: 0, minutes: null }],
] as const)('costs typed as %j over %j are saved as %j', ([typed, loaded, saved]) => {
  const product = answeredAdminProduct(loaded ? { costs: loaded } : {})
  expect(editOf({ ...entriesOf(product), costs: typed }, product).edit?.costs).toEqual(saved)
})

test.for([
  ['material', 'two'],
  ['packaging', '-1'],
  ['postage', '1.005'],
  ['minutes', '1.5'],
  ['minutes', 'an hour'],
] as const)('%s typed as %j says at its field what to enter', ([field, text]) => {
  const product = answeredAdminProduct({})
  const { errors } = editOf({ ...entriesOf(product), costs: { ...BLANK, [field]: text } }, product)
  expect(errors?.[`costs.${field}`]).toMatch(/^Enter /)
})

test('an unchanged form saves the costs as they are', () => {
  const product = answeredAdminProduct({ costs: SAVED })
  expect(entriesOf(product).costs).toEqual({ material: '2.10', packaging: '0.60', postage: '4.20', minutes: '45' })
  expect(editOf(entriesOf(product), product).edit?.costs).toEqual(SAVED)
  expect(costEntriesOf(undefined)).toEqual(BLANK)
})
