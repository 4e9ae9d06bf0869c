import { expect, test } from 'vitest'
import type { AdminProduct } from '#contract/admin/products.ts'
import { answeredAdminProduct } from '#web/testing/factories.ts'
import { markupOf, textOf } from './description-text.ts'
import { editOf, entriesOf, errorsOf, mergedOnto } from './entries.ts'
import { newQuestion } from './questions/question-entries.ts'

const PEN: AdminProduct = answeredAdminProduct({
  price: 1250,
  qty: 5,
  description: '<p>Warm.</p>\n<p>Turned by hand.</p>',
})
const DRAFT: AdminProduct = { ...PEN, name: 'New product', price: 0, qty: 0, slug: 'new-product-1', draft: true }

test('saving an unchanged form changes nothing', () => {
  const { name, sku, category, description, color, slug, featured, oneOfAKind, version } = PEN
  expect(editOf(entriesOf(PEN), PEN).edit).toEqual({
    ...{ name, sku, category, description, color, slug, featured, oneOfAKind, version },
    ...{ price: 1250, qty: 5, qtyLoaded: 5, images: [], collectionIds: [] },
    ...{ materials: '', size: '', weight: '', care: '', edition: '' },
  })
})

test('the price before is saved, cleared, and in a sale left alone, where prices are the regular ones', () => {
  const reduced = { ...PEN, wasPrice: 2000 }
  expect(entriesOf(reduced).wasPrice).toBe('20.00')
  expect(editOf({ ...entriesOf(PEN), wasPrice: '15' }, PEN).edit?.wasPrice).toBe(1500)
  expect(editOf({ ...entriesOf(reduced), wasPrice: '' }, reduced).edit?.wasPrice).toBeNull()
  const inSale = { ...reduced, regularPrices: { [PEN._id]: 2500 } }
  expect(entriesOf(inSale)).toMatchObject({ price: '25.00', wasPrice: '' })
  const { edit } = editOf(entriesOf(inSale), inSale)
  expect([edit?.price, edit?.hasRegularPrices, edit && 'wasPrice' in edit]).toEqual([2500, true, false])
})

test('a draft shows no placeholders and may leave fields empty; a product for sale may not', () => {
  const entries = entriesOf(DRAFT)
  expect(entries).toMatchObject({ name: '', price: '', qty: '1', category: 'pens', slug: '' })
  expect(editOf(entries, DRAFT).edit).toMatchObject({ name: undefined, price: undefined, category: 'pens' })
  expect(editOf({ ...entries, category: '' }, { ...DRAFT, draft: false }).errors).toMatchObject({
    name: 'Enter a name.',
    price: 'Enter a price in dollars and cents, such as 12.50.',
    category: 'Choose a category.',
  })
})

test.for([
  ['12.5', 1250],
  ['$ 1,250.00', 125_000],
  ['12,50', 1250],
  ['.5', 50],
  ['0', 0],
  ['-1', null],
  ['1.005', null],
  ['twelve', null],
  ['', null],
] as const)('a price typed as %s is %s cents', ([price, amount]) => {
  const { edit, errors } = editOf({ ...entriesOf(PEN), price }, PEN)
  expect(edit?.price ?? null).toBe(amount)
  expect(errors ? Object.keys(errors) : null).toEqual(amount === null ? ['price'] : null)
})

test('a merge takes over fields that another admin saved, keeps the fields edited here, and moves the stock by the difference', () => {
  const theirs = { ...PEN, name: 'Oak Pen', price: 1400, color: 'Dark', qty: 3, version: 'two' }
  const mine = { ...entriesOf(PEN), name: 'Ash Pen', color: 'Dark', qty: '6' }
  const merged = mergedOnto({ loaded: PEN, values: mine }, theirs)
  expect(merged.fields).toEqual({ ...entriesOf(theirs), name: 'Ash Pen', qty: '4' })
  expect([merged.theirs, merged.both]).toEqual([['price', 'color'], ['name']])
  expect(mergedOnto({ loaded: PEN, values: { ...mine, qty: '0' } }, theirs).fields.qty).toBe('3')
})

test.for([
  ['0', null],
  ['1', null],
  ['2', 'A one-of-a-kind product can only have a quantity of 0 or 1.'],
] as const)('a one-of-a-kind product with a quantity of %s gets the error %j', ([qty, error]) => {
  expect(editOf({ ...entriesOf(PEN), oneOfAKind: true, qty }, PEN).errors?.qty ?? null).toBe(error)
})

test('a one-of-a-kind product that came back into stock stays one of a kind', () => {
  const sold = { ...PEN, oneOfAKind: true, qty: 0 }
  const mine = { ...entriesOf(sold), qty: '1' }
  expect(mergedOnto({ loaded: sold, values: mine }, { ...sold, qty: 1 }).fields.qty).toBe('1')
})

test('the messages of an error appear beside their fields', () => {
  const issues = [
    { path: 'images.1', message: 'Not ours.' },
    { path: 'slug', message: 'Taken.' },
    { path: 'slug', message: 'Again.' },
    { path: 'other', message: 'Unknown.' },
  ]
  expect(errorsOf(issues)).toEqual({ images: 'Not ours.', slug: 'Taken.' })
})

test.for([
  ['One.', '<p>One.</p>'],
  ['One.\n\nTwo,\nthree.', '<p>One.</p>\n<p>Two,<br />three.</p>'],
  ['*One* and **two**\n\n- a\n- *b*', '<p><i>One</i> and <b>two</b></p>\n<ul><li>a</li><li><i>b</i></li></ul>'],
  ['2 * 3 * 4', '<p>2 * 3 * 4</p>'],
  ['', ''],
] as const)('paragraphs become markup and come back: %j', ([text, markup]) => {
  expect(markupOf(text)).toBe(markup)
  expect(textOf(markup)).toBe(text)
})

test.for([
  ['<p>Salt &amp; pepper, 3 &lt; 4, 5 &gt; 4, &quot;fine&quot;</p>', 'Salt & pepper, 3 < 4, 5 > 4, "fine"'],
  ['<p>Write &lt;i&gt; and &amp;lt; here</p>', 'Write &lt;i> and &amp;lt; here'],
] as const)('entities show as signs where they cannot be mistaken for markup: %s', ([markup, text]) => {
  expect(textOf(markup)).toBe(text)
})

const BOWL_IDS = [1, 2].map((number) => `0190f5a0-0000-7000-8000-00000000000${number}`)
const BOWL: AdminProduct = {
  ...PEN,
  axes: ['Size'],
  choices: ['Small', 'Large'].map((size, at) => ({
    ...{ _id: BOWL_IDS[at] ?? '', slug: `bowl-${at}`, values: [size], price: 1250, qty: 2, sku: '', photo: null },
  })),
}

test('an axis that another admin adds comes with its choices, and one that is renamed here keeps those of here', () => {
  const theirs: AdminProduct = {
    ...BOWL,
    axes: ['Size', 'Wood'],
    choices: BOWL.choices?.map((choice) => ({ ...choice, values: [...choice.values, 'Oak'] })) ?? [],
  }
  expect(mergedOnto({ loaded: BOWL, values: entriesOf(BOWL) }, theirs).fields).toEqual(entriesOf(theirs))
  const mine = mergedOnto({ loaded: BOWL, values: { ...entriesOf(BOWL), axes: ['Bowl size'] } }, theirs).fields
  expect([mine.axes, mine.choices.map(({ values }) => values)]).toEqual([['Bowl size'], [['Small'], ['Large']]])
})

test('a choice that another admin deleted can be saved again', () => {
  const theirs: AdminProduct = { ...BOWL, choices: BOWL.choices?.slice(0, 1) ?? [], version: 'two' }
  const entries = entriesOf(BOWL)
  const edited = entries.choices.map((choice) => ({ ...choice, qty: '7' }))
  const merged = mergedOnto({ loaded: BOWL, values: { ...entries, choices: edited } }, theirs)
  expect(editOf(merged.fields, theirs).edit?.choices).toMatchObject([
    { _id: BOWL_IDS[0], qty: 7, qtyLoaded: 2 },
    { _id: undefined, qty: 7, values: ['Large'] },
  ])
})

test('a product that has lost its last axis is saved with the values that its choice had', () => {
  const entries = entriesOf(BOWL)
  const [small] = entries.choices
  if (!small) throw new Error('The bowl has choices.')
  const { edit } = editOf({ ...entries, axes: [], choices: [{ ...small, values: [] }] }, BOWL)
  expect(edit).toMatchObject({ axes: [], choices: [{ _id: BOWL_IDS[0], values: ['Small'] }] })
  const { edit: other } = editOf({ ...entries, axes: [], choices: [{ ...small, _id: undefined, values: [] }] }, BOWL)
  expect(other).toMatchObject({ axes: [], choices: [{ values: ['Size'] }] })
})

test.for(['Color', ' colour', 'Colors'])('with an axis “%s” the color is not saved, however long it is', (axis) => {
  const bowl = { ...BOWL, axes: [axis], color: 'Sea blue, '.repeat(10) }
  const { edit, errors } = editOf(entriesOf(bowl), bowl)
  expect([errors, edit?.color]).toEqual([null, undefined])
})

test('a product with choices is not one of a kind', () =>
  expect(editOf({ ...entriesOf(BOWL), oneOfAKind: true }, BOWL).edit?.oneOfAKind).toBe(false))

test.for([
  [null, undefined, []],
  [{ min: '3', max: '' }, { min: 3, max: 3 }, []],
  [{ min: '', max: '' }, undefined, ['makeDays', 'makeDays.min', 'makeDays.max']],
] as const)('days to make typed as %j', ([makeDays, saved, errors]) => {
  const { edit, errors: found } = editOf({ ...entriesOf(PEN), makeDays }, PEN)
  expect([edit?.makeDays, Object.keys(found ?? {})]).toEqual([saved, [...errors]])
  if (found) expect(found['makeDays.min']).toBe('Enter a whole number of days from 1 to 365.')
})

test.for([
  [{ label: '' }, 'label', 'Enter the question.'],
  [{ price: 'five' }, 'price', 'Enter an amount in dollars and cents, such as 12.50.'],
  [{ max: '0' }, 'max', 'Enter a whole number from 1 to 250, or leave this blank.'],
  [{ lines: 'two' }, 'lines', 'Enter a whole number from 1 to 10, or leave this blank.'],
  [{ kind: 'choice' }, 'options', 'Enter what the buyer can choose from, one on each line.'],
] as const)('a question with %j says at its field what to enter', ([typed, field, sentence]) => {
  const asks = [{ ...newQuestion(), label: 'Name', ...typed }]
  expect(editOf({ ...entriesOf(PEN), asks }, PEN).errors?.[`asks.0.${field}`]).toBe(sentence)
})
