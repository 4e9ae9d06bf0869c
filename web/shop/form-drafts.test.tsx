// @vitest-environment happy-dom
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { openScreen } from '#app/testing/screens.tsx'
import { TEXT } from '#contract/texts.ts'
import { DropForm } from '#features/drops/admin/DropForm.tsx'
import { DROP_FORM, DROPS } from '#features/drops/admin/texts.ts'
import WriteReviewsPage from '#features/reviews/shop/WriteReviewsPage.tsx'
import { WRITE_REVIEWS } from '#features/reviews/shop/written-texts.ts'
import { CollectionForm } from '#web/admin/collections/CollectionForm.tsx'
import { CouponForm } from '#web/admin/coupons/CouponForm.tsx'
import { UserForm } from '#web/admin/users/UserForm.tsx'
import { signedOut } from '#web/lib/sessionSlice.ts'
import { keysInTab } from '#web/lib/tab-storage.ts'
import { ProfileForm } from '#web/shop/accounts/ProfileForm.tsx'
import { expectCalls } from '#web/testing/calls.ts'
import { ADMIN } from '#web/testing/factories.ts'
import { UNSAVED } from '#web/texts/account.ts'
import { COUPON_FORM, USER_FORM } from '#web/texts/admin.ts'
import { COLLECTION_FORM } from '#web/texts/admin-collections.ts'
import { syncWithStorage } from './visitor/storage.ts'

const OTHER = { ...ADMIN, _id: '0198a0f2-7c1e-7000-8000-0000000000a2' }
const COUPON = {
  ...{
    _id: '0198a0f2-7c1e-7000-8000-0000000000c1',
    code: 'SPRING',
    amount: 500,
    oneTime: false,
    freeShip: false,
    percent: null,
    rule: null,
    products: [],
    notOnSale: false,
    minGoods: 0,
    starts: null,
    maxUses: null,
    perPerson: false,
  },
  ...{ taxFree: false, expires: null, isSaved: true, uses: 0 },
}
const { token: _, ...DETAILS } = ADMIN
const BOB = { ...DETAILS, _id: '0198a0f2-7c1e-7000-8000-0000000000b2', name: 'Bob', isAdmin: false }
const COLLECTION = {
  ...{ _id: '0198a0f2-7c1e-7000-8000-0000000000d1', slug: 'autumn', name: 'Autumn', text: 'Warm.', photo: null },
  ...{ hidden: false, products: [], version: '1' },
}
const DROP = {
  ...{ _id: '0198a0f2-7c1e-7000-8000-0000000000e1', slug: 'mugs', name: 'Mugs', text: '', state: 'planned' as const },
  ...{ startsAt: '2027-01-05T17:00:00.000Z', minutes: 10, announced: false, pieces: 0, sold: 0, products: [] },
  ...{ line: { tickets: 0, admitted: 0, left: 0, paying: 0, choosing: 0 }, version: '1' },
}
const PIECES = {
  name: 'Ann',
  pieces: [{ line: 1, name: 'Mug', slug: 'mug', image: null, review: null }],
}
const SECRET = 'correct horse battery'

const FORMS = [
  {
    form: 'profile',
    screen: <ProfileForm details={DETAILS} />,
    field: TEXT.name,
    saved: DETAILS.name,
    box: null,
    call: 'PUT /api/users/profile',
    answer: { ...ADMIN, name: 'Typed', device: 'mark' },
  },
  {
    form: 'coupon',
    screen: <CouponForm coupon={COUPON} listPath="/list" />,
    field: COUPON_FORM.code,
    saved: COUPON.code,
    box: COUPON_FORM.oneTime,
    call: `PUT /api/coupons/${COUPON._id}`,
    answer: { ...COUPON, amount: 5, code: 'Typed' },
  },
  {
    form: 'user',
    screen: <UserForm user={BOB} listPath="/list" />,
    field: TEXT.name,
    saved: BOB.name,
    box: USER_FORM.isApi,
    call: `PUT /api/users/${BOB._id}`,
    answer: { ...BOB, name: 'Typed' },
  },
  {
    form: 'collection',
    screen: <CollectionForm collection={COLLECTION} listPath="/list" />,
    field: COLLECTION_FORM.fields.name,
    saved: COLLECTION.name,
    box: COLLECTION_FORM.hidden,
    button: COLLECTION_FORM.save,
    call: `PUT /api/admin/collections/${COLLECTION._id}`,
    answer: { ...COLLECTION, name: 'Typed', version: '2' },
  },
  {
    form: 'drop',
    screen: <DropForm drop={DROP} listPath="/list" />,
    field: DROPS.newName,
    saved: DROP.name,
    box: DROP_FORM.announced,
    button: DROP_FORM.save,
    call: `PUT /api/admin/drops/${DROP._id}`,
    answer: { ...DROP, name: 'Typed', version: '2' },
  },
  {
    form: 'review',
    screen: <WriteReviewsPage />,
    /** The link of the email opens it, without an account. */
    link: '#order.signature',
    field: WRITE_REVIEWS.name,
    saved: PIECES.name,
    box: WRITE_REVIEWS.starsOf(5, 'Love it'),
    button: WRITE_REVIEWS.publish.one,
    call: 'PUT /api/reviews/written',
    answer: { ...PIECES, name: 'Typed' },
  },
]
type Form = (typeof FORMS)[number]

beforeEach(() => {
  sessionStorage.clear()
  localStorage.clear()
})

async function openForm({ screen: form, link = '', field }: Form, user = ADMIN) {
  window.location.hash = link
  const calls = expectCalls()
  calls.always('GET /api/shop', { status: 503 })
  calls.always('GET /api/rates', { status: 503 })
  calls.always('GET /api/categories', { status: 503 })
  calls.always('GET /api/admin/collections', { status: 503 })
  calls.always('GET /api/products?view=admin&keyword=', { status: 503 })
  calls.always('POST /api/reviews/opened', { body: PIECES })
  const tab = openScreen(form, { path: '/form', user })
  await screen.findByLabelText(field)
  return { ...tab, calls }
}

const drafts = () => keysInTab().filter((key) => key.startsWith('draft:'))
const control = (label: string) => screen.getByLabelText<HTMLInputElement>(label)
const shownValues = ({ field, box }: Form) => [control(field).value, box && control(box).checked]
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))

/** Types into the form, also a new password where it has one. */
function type({ field, box }: Form) {
  fireEvent.change(control(field), { target: { value: 'Typed' } })
  if (box) fireEvent.click(control(box))
  for (const label of [TEXT.password, TEXT.confirmPassword])
    if (screen.queryByLabelText(label)) fireEvent.change(control(label), { target: { value: SECRET } })
}

test.for(FORMS)(
  'what a session that ended left unsaved in the $form form is there again, without passwords, until it is saved',
  async (form) => {
    const { calls, store, leave } = await openForm(form)
    type(form)
    calls.once(form.call, { status: 401, body: { code: 'not_signed_in', message: 'Sign in.' } })
    press(form.button ?? TEXT.update)
    await (form.link ? screen.findByText('Sign in.') : waitFor(() => expect(store.getState().session.user).toBeNull()))
    expect(Object.values(sessionStorage).join()).not.toContain(SECRET)
    leave()
    const again = await openForm(form)
    expect(shownValues(form)).toEqual(['Typed', form.box && true])
    if (form.form === 'profile') expect(control(TEXT.password).value).toBe('')
    screen.getByText(UNSAVED.restored)
    again.calls.once(form.call, { body: form.answer })
    press(form.button ?? TEXT.update)
    await waitFor(() => expect(drafts()).toEqual([]))
  },
)

test.for(FORMS)(
  'what is unsaved in the $form form can be discarded, is for nobody else, and goes with a logout',
  async (form) => {
    const first = await openForm(form)
    type(form)
    first.leave()
    const other = await openForm(form, OTHER)
    expect(shownValues(form)).toEqual([form.saved, form.box && false])
    other.leave()
    localStorage.setItem('userInfo', JSON.stringify(ADMIN))
    const again = await openForm(form)
    onTestFinished(syncWithStorage(again.store))
    press(UNSAVED.discard)
    expect([shownValues(form), drafts()]).toEqual([[form.saved, form.box && false], []])
    expect(screen.queryByText(UNSAVED.restored)).toBeNull()
    type(form)
    expect(drafts()).toHaveLength(1)
    act(() => void again.store.dispatch(signedOut()))
    expect(drafts()).toEqual([])
  },
)

test.for(FORMS)('a draft of the $form form that is damaged in the storage counts as absent', async (form) => {
  const first = await openForm(form)
  type(form)
  const [key = ''] = drafts()
  first.leave()
  const damagedDraft = { by: ADMIN._id, value: { name: 7, code: [], products: [null], photo: 'none', day: {} } }
  sessionStorage.setItem(key, JSON.stringify(damagedDraft))
  await openForm(form)
  expect(shownValues(form)).toEqual([form.saved, form.box && false])
})
