// @vitest-environment happy-dom
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { openScreen } from '#app/testing/screens.tsx'
import type { AdminTextPage } from '#contract/admin/text-pages.ts'
import { expectCalls } from '#web/testing/calls.ts'
import { ADMIN } from '#web/testing/factories.ts'
import { UNSAVED } from '#web/texts/account.ts'
import { MERGED } from '#web/texts/admin.ts'
import { PAGE_FORM } from '#web/texts/admin-pages.ts'
import TextPageEditPage from './TextPageEditPage.tsx'

const CARE: AdminTextPage = {
  slug: 'care',
  title: 'Care',
  body: 'Wash by hand.',
  place: 'footer',
  state: 'live',
  updatedAt: '2026-11-22T09:00:00.000Z',
  version: '1',
}
const READ = 'GET /api/pages/care'
const SAVE = 'PUT /api/pages/care'
const PUBLISH = 'PUT /api/pages/care/published'
const CHANGED = { status: 409, body: { code: 'page_changed', message: 'Someone else saved this page.' } }

beforeEach(() => sessionStorage.clear())

/** An admin in the editor of the page, with the calls that the shop has answered so far. */
async function openEditor(page = CARE, user = ADMIN) {
  const calls = expectCalls()
  calls.always(READ, { body: page })
  calls.always('POST /api/pages/preview', { body: { blocks: [], leftOut: [] } })
  calls.always('GET /api/shop', { status: 503 })
  const opened = openScreen(<TextPageEditPage />, {
    path: '/admin/pages/:slug/edit',
    at: '/admin/pages/care/edit',
    user,
  })
  await screen.findByLabelText(PAGE_FORM.fields.body)
  return { ...opened, calls }
}

const field = (name: 'title' | 'body') => screen.getByLabelText<HTMLInputElement>(PAGE_FORM.fields[name])
const type = (name: 'title' | 'body', value: string) => fireEvent.change(field(name), { target: { value } })
const values = () => [field('title').value, field('body').value]
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))

test('a published page is the one that was typed, and leaves nothing unsaved', async () => {
  const { calls } = await openEditor()
  type('body', 'Use soap.')
  expect(sessionStorage.length).toBe(1)
  const answer = calls.held(PUBLISH)
  press(PAGE_FORM.publishChanges)
  press(PAGE_FORM.publishChanges)
  type('title', 'Caring')
  answer({ body: { ...CARE, body: 'Use soap.', version: '2' } })
  await screen.findByText(PAGE_FORM.published)
  expect(calls.sent(PUBLISH)).toMatchObject([{ body: { title: 'Care', body: 'Use soap.', version: '1' } }])
  // What was typed while it was sent stays, and is not saved yet.
  expect(values()).toEqual(['Caring', 'Use soap.'])
  expect(screen.getByText(PAGE_FORM.notSaved)).toBeTruthy()
  press(PAGE_FORM.discard)
  await waitFor(() => expect(sessionStorage.length).toBe(0))
})

test('what somebody else saved meanwhile is merged, and nobody’s text is lost', async () => {
  const { calls } = await openEditor()
  type('body', 'Mine.')
  calls.once(SAVE, CHANGED)
  calls.once(READ, { body: { ...CARE, title: 'Caring', body: 'Theirs.', version: '2' } })
  press(PAGE_FORM.saveDraft)
  const notice = await screen.findByText(/This page was changed in another window/)
  expect(notice.textContent).toContain(MERGED.theirs('Title'))
  expect(notice.textContent).toContain(MERGED.both('Text'))
  expect(notice.textContent).toContain('Theirs.')
  expect(values()).toEqual(['Caring', 'Mine.'])
  calls.once(SAVE, { body: { ...CARE, title: 'Caring', body: 'Mine.', state: 'changed', version: '3' } })
  press(PAGE_FORM.saveDraft)
  await screen.findByText(PAGE_FORM.savedBeside)
  expect(calls.sent(SAVE).at(-1)).toMatchObject({ body: { title: 'Caring', body: 'Mine.', version: '2' } })
})

test('a refusal is shown, and the text stays', async () => {
  const { calls } = await openEditor({ ...CARE, state: 'draft' })
  type('body', 'Within [how many] days.')
  expect(screen.getByText(PAGE_FORM.gaps(['[how many]']))).toBeTruthy()
  calls.once(PUBLISH, { status: 422, body: { code: 'page_refused', message: 'Fill in [how many].' } })
  press(PAGE_FORM.publish)
  expect((await screen.findByRole('alert')).textContent).toContain('Fill in [how many].')
  expect(values()[1]).toBe('Within [how many] days.')
})

test('unsaved texts come back to the admin who typed them, and to nobody else', async () => {
  const first = await openEditor()
  type('body', 'Half a sent')
  first.leave()
  const again = await openEditor()
  expect(screen.getByText(UNSAVED.restored)).toBeTruthy()
  expect(values()).toEqual(['Care', 'Half a sent'])
  again.leave()
  await openEditor(CARE, { ...ADMIN, _id: '0198a0f2-7c1e-7000-8000-0000000000a2' })
  expect(values()).toEqual(['Care', 'Wash by hand.'])
})

test('a text that is not saved stays when its page is taken offline', async () => {
  const { calls } = await openEditor()
  type('body', 'Half a sent')
  calls.once('DELETE /api/pages/care/published', { body: { ...CARE, state: 'draft', version: '2' } })
  const [, confirm] = screen.getAllByRole('button', { name: PAGE_FORM.unpublish, hidden: true })
  fireEvent.click(confirm as HTMLElement)
  await screen.findByText(PAGE_FORM.unpublished)
  expect(values()).toEqual(['Care', 'Half a sent'])
  expect(screen.getByText(PAGE_FORM.notSaved)).toBeTruthy()
})

test('a deleted page leads back to the list, with a sentence', async () => {
  const { calls, place } = await openEditor()
  type('body', 'Half')
  calls.once('DELETE /api/pages/care', { body: { message: 'Care is deleted.' } })
  press('Delete Care')
  const [, confirm] = screen.getAllByRole('button', { name: PAGE_FORM.delete, hidden: true })
  fireEvent.click(confirm ?? screen.getByRole('button', { name: PAGE_FORM.delete, hidden: true }))
  await waitFor(() => expect(place()).toMatchObject({ path: '/admin/pages', state: { banner: 'Care is deleted.' } }))
  expect(sessionStorage.length).toBe(0)
})
