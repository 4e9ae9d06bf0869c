// @vitest-environment happy-dom
import { fireEvent, screen, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { beforeEach, expect, test } from 'vitest'
import { openScreen } from '#app/testing/screens.tsx'
import { DEFAULT_SETTINGS } from '#contract/admin/defaults.ts'
import { PRODUCT_FIELD_NAMES } from '#contract/admin/texts.ts'
import { TEXT } from '#contract/texts.ts'
import DiscountEditPage from '#features/discounts/admin/DiscountEditPage.tsx'
import { DISCOUNTS } from '#features/discounts/admin/texts.ts'
import DropEditPage from '#features/drops/admin/DropEditPage.tsx'
import { DROP_FORM, DROPS } from '#features/drops/admin/texts.ts'
import LetterPage from '#features/letters/admin/LetterPage.tsx'
import { LETTER_FORM } from '#features/letters/admin/texts.ts'
import WelcomePage from '#features/own-shop/admin/WelcomePage.tsx'
import ReturnPolicyPage from '#features/returns/admin/ReturnPolicyPage.tsx'
import { RETURN_POLICY } from '#features/returns/admin/texts.ts'
import ReviewListPage from '#features/reviews/admin/ReviewListPage.tsx'
import { ASKING, REVIEW_LIST } from '#features/reviews/admin/texts.ts'
import SaleEditPage from '#features/sales/admin/SaleEditPage.tsx'
import { SALES } from '#features/sales/admin/texts.ts'
import { WEBHOOK_FORM } from '#features/webhooks/admin/texts.ts'
import WebhookPage from '#features/webhooks/admin/WebhookPage.tsx'
import CollectionEditPage from '#web/admin/collections/CollectionEditPage.tsx'
import CouponEditPage from '#web/admin/coupons/CouponEditPage.tsx'
import LookPage from '#web/admin/look/LookPage.tsx'
import NewOrderPage from '#web/admin/orders/NewOrderPage.tsx'
import ProductEditPage from '#web/admin/products/ProductEditPage.tsx'
import SettingPartPage from '#web/admin/settings/SettingPartPage.tsx'
import TextPageEditPage from '#web/admin/text-pages/TextPageEditPage.tsx'
import { expectCalls } from '#web/testing/calls.ts'
import { ADMIN, answeredAdminProduct, EDITED_LOOK } from '#web/testing/factories.ts'
import { COUPON_FORM, MERGED } from '#web/texts/admin.ts'
import { COLLECTION_FORM } from '#web/texts/admin-collections.ts'
import { LOOK_HERO } from '#web/texts/admin-look.ts'
import { MANUAL_ORDER } from '#web/texts/admin-manual-orders.ts'
import { PAGE_FORM } from '#web/texts/admin-pages.ts'
import { HOME_SETTINGS, SHOP_SETTINGS } from '#web/texts/admin-settings.ts'

const ID = '0198a0f2-7c1e-7000-8000-0000000000d1'
const PRODUCT = answeredAdminProduct()
const COUPON = {
  ...{ _id: ID, code: 'SPRING', amount: 5, oneTime: false, freeShip: false, taxFree: false, expires: null },
  ...{ percent: null, rule: null, products: [], notOnSale: false, minGoods: 0, starts: null },
  ...{ maxUses: null, perPerson: false, isSaved: true, uses: 0 },
}
const COLLECTION = {
  ...{ _id: ID, slug: 'autumn', name: 'Autumn', text: 'Warm.', photo: null, hidden: false, products: [] },
  version: '1',
}
const DROP = {
  ...{ _id: ID, slug: 'mugs', name: 'Mugs', text: 'Blue.', state: 'planned', startsAt: '2027-01-05T17:00:00.000Z' },
  ...{ minutes: 10, announced: false, pieces: 0, sold: 0, products: [], version: '1' },
  line: { tickets: 0, admitted: 0, left: 0, paying: 0, choosing: 0 },
}
const DISCOUNT = {
  ...{ _id: ID, name: 'Two mugs', amount: 0, percent: 12.5, rule: null, products: [], notOnSale: false, minGoods: 0 },
  ...{ starts: null, expires: null, isSaved: true, version: '1' },
}
const SALE = {
  ...{ _id: ID, name: 'Weekend', percent: 20, price: null, only: null, starts: '2027-01-09', ends: '2027-01-10' },
  ...{ startsAt: '2027-01-09T06:00:00.000Z', endsAt: '2027-01-11T06:00:00.000Z', state: 'planned', products: [] },
  version: '1',
}
const PAGE = {
  ...{ slug: 'care', title: 'Care', body: 'Wash by hand.', place: 'footer', state: 'live', version: '1' },
  updatedAt: '2026-11-22T09:00:00.000Z',
}
const LETTER = {
  ...{ _id: ID, subject: 'New mugs', body: 'They are blue.', state: 'draft', sentAt: null, sent: 0, unsent: 0 },
  ...{ updatedAt: '2026-11-22T09:00:00.000Z', version: '1' },
}
const WEBHOOK = {
  ...{ _id: ID, url: 'https://hooks.example/a', topics: ['order.paid'], isOn: true, offReason: null },
  ...{ failingSince: null, rotatedAt: null, createdAt: '2026-11-22T09:00:00.000Z' },
}
const LETTERS = { letters: [], subscribers: 2, ended: 0, isOffered: true, hasPostalAddress: true }
const SETTINGS = { ...DEFAULT_SETTINGS, tax: 5.5, shippingOne: 3.5, shippingMore: 5, version: 'v1' }
const REVIEW = {
  ...{ _id: ID, stars: 5, words: 'Lovely.', name: 'Ann', photos: [], state: 'shown', heldFor: null, showsAt: null },
  ...{ hiddenFor: null, reply: 'Thanks.', createdAt: '2026-11-22T09:00:00.000Z' },
  ...{ product: { _id: ID, name: 'Mug', slug: 'mug' }, order: { _id: ID, number: 1 } },
}
const REVIEWS = {
  'GET /api/reviews': {
    body: { reviews: [REVIEW], counts: { waiting: 0, hidden: 0 }, page: 1, pages: 1, total: 1 },
  },
  'GET /api/review-settings': { body: { isOn: true, days: 7 } },
}
const OWN_SHOP = {
  ...{ hasDemo: false, keepsDemo: false, welcome: { step: 3, isDone: false } },
  tasks: {
    ...{ products: 0, takesCards: false, sendsMail: false, hasShipDays: false, hasAddress: false, hasPolicies: false },
  },
}
const STAND = { isTaxIncluded: false, hasPickup: false }
const REFUSED = { status: 422, body: { code: 'look_refused', message: 'No.' } }

const NO_PRODUCTS = { body: { products: [], page: 1, pages: 1, total: 0 } }

type Form = {
  of: string
  page: ReactNode
  path: string
  at?: string
  /** The button that opens the form, if it is not open. */
  opener?: string
  label: string
  answers: object
}

/** Every form of the admin, with what the shop answers and the field that is typed into. */
const SCREENS: Form[] = [
  {
    of: 'product',
    page: <ProductEditPage />,
    path: '/admin/products/:id/edit',
    at: `/admin/products/${PRODUCT._id}/edit`,
    label: PRODUCT_FIELD_NAMES.name,
    answers: { [`GET /api/products/${PRODUCT._id}`]: { body: PRODUCT } },
  },
  {
    of: 'coupon',
    page: <CouponEditPage />,
    path: '/admin/coupon/:id/edit',
    at: `/admin/coupon/${ID}/edit`,
    label: COUPON_FORM.code,
    answers: { [`GET /api/coupons/${ID}`]: { body: COUPON } },
  },
  {
    of: 'collection',
    page: <CollectionEditPage />,
    path: '/admin/collections/:id/edit',
    at: `/admin/collections/${ID}/edit`,
    label: COLLECTION_FORM.fields.text,
    answers: { [`GET /api/admin/collections/${ID}`]: { body: COLLECTION } },
  },
  {
    of: 'drop',
    page: <DropEditPage />,
    path: '/admin/drops/:id/edit',
    at: `/admin/drops/${ID}/edit`,
    label: DROP_FORM.text,
    answers: { [`GET /api/admin/drops/${ID}`]: { body: DROP } },
  },
  {
    of: 'discount',
    page: <DiscountEditPage />,
    path: '/admin/discounts/:id/edit',
    at: `/admin/discounts/${ID}/edit`,
    label: DISCOUNTS.name,
    answers: { [`GET /api/admin/discounts/${ID}`]: { body: DISCOUNT } },
  },
  {
    of: 'sale',
    page: <SaleEditPage />,
    path: '/admin/sales/:id/edit',
    at: `/admin/sales/${ID}/edit`,
    label: SALES.name,
    answers: {
      [`GET /api/sales/${ID}`]: { body: SALE },
      [`POST /api/sales/preview?pageNumber=1&sale=${ID}`]: { body: { products: [], page: 1, pages: 1, total: 0 } },
    },
  },
  {
    of: 'text page',
    page: <TextPageEditPage />,
    path: '/admin/pages/:slug/edit',
    at: '/admin/pages/care/edit',
    label: PAGE_FORM.fields.body,
    answers: {
      'GET /api/pages/care': { body: PAGE },
      'POST /api/pages/preview': { body: { blocks: [], leftOut: [] } },
    },
  },
  {
    of: 'letter',
    page: <LetterPage />,
    path: '/admin/letters/:id/edit',
    at: `/admin/letters/${ID}/edit`,
    label: LETTER_FORM.fields.body,
    answers: {
      [`GET /api/letters/${ID}`]: { body: LETTER },
      'GET /api/letters': { body: LETTERS },
      'GET /api/products/admin': NO_PRODUCTS,
      'POST /api/letters/preview': { body: { html: '', leftOut: [] } },
    },
  },
  {
    of: 'settings',
    page: <SettingPartPage />,
    path: '/admin/settings/:part',
    at: '/admin/settings/shop',
    label: SHOP_SETTINGS.tagline,
    answers: {},
  },
  {
    of: 'look, which the shop refuses,',
    page: <LookPage />,
    path: '/admin/look',
    label: LOOK_HERO.path,
    answers: { 'PUT /api/look': REFUSED },
  },
  {
    of: 'return policy',
    page: <ReturnPolicyPage />,
    path: '/admin/returns/policy',
    label: RETURN_POLICY.days,
    answers: { 'GET /api/returns/policy': { body: { days: 30, exchanges: false, postage: 'buyer' } } },
  },
  {
    ...{
      of: 'settings of asking for reviews',
      page: <ReviewListPage />,
      path: '/admin/reviews',
      opener: ASKING.change,
    },
    ...{ label: ASKING.days, answers: REVIEWS },
  },
  {
    ...{ of: 'answer to a review', page: <ReviewListPage />, path: '/admin/reviews', label: REVIEW_LIST.yourAnswer },
    ...{ opener: REVIEW_LIST.by(REVIEW_LIST.editAnswer, REVIEW.name), answers: REVIEWS },
  },
  {
    of: 'endpoint',
    page: <WebhookPage />,
    path: '/admin/settings/webhooks/:id',
    at: `/admin/settings/webhooks/${ID}`,
    label: WEBHOOK_FORM.url,
    answers: {
      [`GET /api/webhook-endpoints/${ID}`]: { body: WEBHOOK },
      [`GET /api/webhook-endpoints/${ID}/deliveries`]: { body: [] },
    },
  },
  { of: 'welcome', page: <WelcomePage />, path: '/admin/welcome', label: HOME_SETTINGS.story, answers: {} },
  {
    of: 'manual order',
    page: <NewOrderPage />,
    path: '/admin/orders/new',
    label: MANUAL_ORDER.note,
    answers: {
      'GET /api/orders/manual/today': { body: { orders: 0, cash: 0, other: 0, card: 0 } },
      'GET /api/orders/manual/stand': {
        body: { products: [], hasMore: false, tax: { ppm: 0, mode: 'flat', shipping: false }, ...STAND },
      },
    },
  },
]
function screenOf(name: string): Form {
  const form = SCREENS.find(({ of }) => of === name)
  if (!form) throw new Error(`There is no form of a ${name}.`)
  return form
}

beforeEach(() => sessionStorage.clear())

function expectReads({ answers }: Pick<Form, 'answers'>) {
  const calls = expectCalls()
  const all = {
    'GET /api/categories': { body: [{ name: 'pens', label: 'Pens', slug: 'pens' }] },
    'GET /api/admin/collections': { body: [] },
    'GET /api/products?view=admin&keyword=': NO_PRODUCTS,
    'GET /api/rates': { status: 503 },
    'GET /api/shop': { status: 503 },
    'GET /api/look': { body: EDITED_LOOK },
    'GET /api/look/preview?path=%2F&scheme=light': { body: '<!doctype html>' },
    'GET /api/settings': { body: SETTINGS },
    'GET /api/own-shop': { body: OWN_SHOP },
    ...answers,
  }
  for (const [call, answer] of Object.entries(all)) calls.always(call, answer)
  return calls
}

const open = ({ page, path, at = path }: Form, user = ADMIN) => openScreen(page, { path, at, user })
const field = (label: string) => screen.findByLabelText<HTMLInputElement>(label, { exact: true })
/** The field of the form, which is opened first if need be. */
async function openField({ label, opener }: Pick<Form, 'label' | 'opener'>) {
  if (opener) fireEvent.click(await screen.findByRole('button', { name: opener }))
  return field(label)
}
async function type(form: Pick<Form, 'label' | 'opener'>, value: string) {
  fireEvent.input(await openField(form), { target: { value } })
}

const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))

test.for(SCREENS)(
  'what is typed into the form of the $of is there again after leaving by the tab bar',
  async (form) => {
    expectReads(form)
    const { go } = open(form)
    await type(form, 'typed')
    go('/admin/elsewhere')
    await waitFor(() => expect(screen.queryByLabelText(form.label)).toBeNull())
    go(form.at ?? form.path)
    expect((await field(form.label)).value).toBe('typed')
  },
)

test.for(SCREENS)(
  'what is typed into the form of the $of is there again after a reload, for nobody else',
  async (form) => {
    expectReads(form)
    const { leave } = open(form)
    const before = (await openField(form)).value
    fireEvent.input(await field(form.label), { target: { value: 'typed' } })
    leave()
    const other = open(form, { ...ADMIN, _id: '0198a0f2-7c1e-7000-8000-0000000000a2' })
    expect((await openField(form)).value).toBe(before)
    other.leave()
    open(form)
    expect((await field(form.label)).value).toBe('typed')
  },
)

const TWO_EDIT = [
  {
    ...screenOf('collection'),
    ...{
      record: COLLECTION,
      url: `/api/admin/collections/${ID}`,
      name: COLLECTION_FORM.fields.name,
      code: 'collection_changed',
    },
  },
  {
    ...screenOf('drop'),
    ...{ record: DROP, url: `/api/admin/drops/${ID}`, name: DROPS.newName, code: 'drop_changed' },
  },
]

test.for(TWO_EDIT)(
  'what somebody else saved in a $of meanwhile is merged and said, and the next press saves both',
  async ({ record, url, name, code, ...form }) => {
    const calls = expectReads(form)
    open(form)
    await type(form, 'typed')
    calls.once(`PUT ${url}`, { status: 409, body: { code, message: 'No.' } })
    const theirs = { ...record, name: 'Theirs', text: 'Theirs, too.', version: '2' }
    calls.always(`GET ${url}`, { body: theirs })
    press('Save')
    const notice = await screen.findByText(new RegExp(MERGED.changedByOthers(form.of)))
    expect(notice.textContent).toContain(MERGED.theirs(name))
    expect(notice.textContent).toContain(MERGED.both(form.label))
    expect([(await field(name)).value, (await field(form.label)).value]).toEqual(['Theirs', 'typed'])
    calls.once(`PUT ${url}`, { body: { ...theirs, text: 'typed', version: '3' } })
    press('Save')
    await waitFor(() => expect(screen.queryByLabelText(name)).toBeNull())
    const bodies = calls.sent(`PUT ${url}`).map(({ body }) => body)
    expect(bodies).toMatchObject([
      { name: record.name, text: 'typed', version: '1' },
      { name: 'Theirs', text: 'typed', version: '2' },
    ])
    expect(sessionStorage.length).toBe(0)
  },
)

test('a coupon is saved in the fields that were changed, so that those of another admin stay', async () => {
  const form = screenOf('coupon')
  const calls = expectReads(form)
  open(form)
  await type(form, 'TYPED')
  calls.once(`PUT /api/coupons/${ID}`, { body: { ...COUPON, code: 'TYPED' } })
  press(TEXT.update)
  await waitFor(() => expect(calls.sent(`PUT /api/coupons/${ID}`).map(({ body }) => body)).toEqual([{ code: 'TYPED' }]))
})
