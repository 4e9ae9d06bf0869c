import { expect, test } from 'vitest'
import { DEFAULT_SETTINGS } from '#contract/admin/defaults.ts'
import { SETTINGS_FIELDS } from '#contract/admin/messages.ts'
import { AMOUNT_FIELDS } from '#contract/messages.ts'
import { encoded } from '#web/admin/lib/wire.ts'
import { settingTexts, updateOf } from './setting-texts.ts'

test('the fields show dollars, percent and units, and their texts can be saved again', () => {
  const texts = settingTexts(DEFAULT_SETTINGS)
  expect(texts).toMatchObject({ tax: '0', shipDays: '', shippingOne: '3.50', shippingMore: '5.00', lowStock: '3' })
  expect(updateOf(texts)).toMatchObject({
    update: { name: 'My shop', tax: 0, shipDays: null, shippingOne: 350, shippingMore: 500, lowStock: 3 },
  })
})

test.for([
  ['tax', ' 8.25 % ', 825],
  ['tax', '0.07', 7],
  ['tax', '0.29', 29],
  ['shippingOne', '$4', 400],
  ['shippingOne', '$ 4.50', 450],
  ['lowStock', '0', 0],
  ['shipDays', ' 2 ', { from: 2, to: 2 }],
  ['shipDays', '1-3', { from: 1, to: 3 }],
  ['shipDays', ' ', null],
  ['shipDays', '5 – 10', { from: 5, to: 10 }],
] as const)('%s reads %j as %s', ([name, text, value]) => {
  expect(updateOf({ [name]: text })).toEqual({ update: { [name]: value }, problem: null })
})

test.for([
  ['tax', ''],
  ['tax', 'none'],
  ['shippingOne', '3,5'],
  ['shippingMore', ' '],
  ['lowStock', 'a few'],
  ['shipDays', 'soon'],
  ['shipDays', '1-2-3'],
] as const)('%s refuses %j', ([name, text]) => {
  const read = updateOf({ [name]: text, tagline: '' })
  expect(read).toEqual({ update: { tagline: '' }, problem: expect.anything() })
  expect(read.problem?.fields).toEqual({ [name]: expect.stringMatching(/\.$/) })
})

test('a checkbox is a boolean, and omitted settings stay omitted', () => {
  expect(updateOf({ orderMails: 'on', name: 'Rosas Pots' }).update).toEqual({ orderMails: true, name: 'Rosas Pots' })
  expect(updateOf({ orderMails: '' }).update).toEqual({ orderMails: false })
})

test('switches of features are fields with names of their own, and only those that are given are saved', () => {
  const texts = settingTexts({ ...DEFAULT_SETTINGS, switches: { glazes: true, kilns: false } })
  expect(texts).toMatchObject({ 'switches.glazes': 'on', 'switches.kilns': '' })
  expect(texts).not.toHaveProperty('switches')
  expect(updateOf({ 'switches.kilns': 'on', tagline: 'Pots' })).toEqual({
    update: { switches: { kilns: true }, tagline: 'Pots' },
    problem: null,
  })
})

test('time off is saved whole, and without days there is none', () => {
  const all = { from: '2098-12-01', to: '2098-12-10', text: 'At the lake.', orders: 'later' }
  expect(updateOf({ to: all.to }, all).update).toEqual({ closed: all })
  expect(updateOf({ from: '', to: '' }, { ...all, from: '', to: '' }).update).toEqual({ closed: null })
  expect(updateOf({ tagline: 'Pots' }).update).toEqual({ tagline: 'Pots' })
})

test('time off that is over is not shown in the form', () => {
  const closed = { from: '2020-12-01', to: '2020-12-10', text: 'At the lake.', orders: 'later' } as const
  expect(settingTexts({ ...DEFAULT_SETTINGS, closed })).toMatchObject({ from: '', to: '', text: '', orders: 'stop' })
  const planned = { ...closed, to: '2098-12-10' }
  expect(settingTexts({ ...DEFAULT_SETTINGS, closed: planned })).toMatchObject(planned)
})

test.for([
  ['tax', '8.875', AMOUNT_FIELDS.percentDecimals],
  ['tax', '101', AMOUNT_FIELDS.percentRange],
  ['shippingOne', '1000.01', SETTINGS_FIELDS.shippingTooHigh],
  ['lowStock', '2.5', SETTINGS_FIELDS.wholeLevel],
  ['lowStock', '10001', SETTINGS_FIELDS.levelTooHigh],
  ['name', ' ', SETTINGS_FIELDS.enterName],
  ['socialUrl', 'social', SETTINGS_FIELDS.invalidLink],
  ['shipDays', '3-1', SETTINGS_FIELDS.shipDays],
  ['shipDays', '0', SETTINGS_FIELDS.shipDays],
] as const)('%s of %j is refused with a sentence at its field', async ([name, text, message]) => {
  const { update } = updateOf({ [name]: text })
  const issues = [{ path: name, message }]
  await expect(encoded('SettingsUpdate', update)).rejects.toMatchObject({
    data: { message, issues },
  })
})
