// @vitest-environment happy-dom
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { openScreen } from '#app/testing/screens.tsx'
import type { EditedLook } from '#contract/admin/look.ts'
import { expectCalls } from '#web/testing/calls.ts'
import { ADMIN, EDITED_LOOK } from '#web/testing/factories.ts'
import { MOVING } from '#web/texts/admin.ts'
import { LOOK, LOOK_COLORS, LOOK_FONTS, LOOK_HERO, LOOK_HOME, LOOK_MARK, LOOK_PHOTO } from '#web/texts/admin-look.ts'
import LookPage from './LookPage.tsx'

const READ = 'GET /api/look'
const SAVE = 'PUT /api/look'
const PUBLISH = 'POST /api/look/publish'
const PREVIEW = 'GET /api/look/preview?path=%2F&scheme=light'

const draft = (version: string, look: Partial<EditedLook['look']>): EditedLook => ({
  ...EDITED_LOOK,
  look: { ...EDITED_LOOK.look, ...look },
  isDraft: true,
  version,
})
const hero = (title: string) => ({ ...EDITED_LOOK.look.hero, title })

async function openLook() {
  const calls = expectCalls()
  calls.once(READ, { body: EDITED_LOOK })
  calls.always(PREVIEW, { body: '<!doctype html>' })
  // The shop's own settings, which a published look changes.
  calls.always('GET /api/shop', 'lost')
  const opened = openScreen(<LookPage />, { path: '/admin/look', user: ADMIN })
  await screen.findByLabelText(LOOK_HERO.headline)
  const sent = (call: string) =>
    calls.sent(call).map(({ body }) => body as { look: EditedLook['look']; version: string })
  return { ...opened, calls, sent }
}

const type = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } })
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))
const status = (text: string) => waitFor(() => expect(screen.getByText(text)).toBeTruthy())

test('changes are saved as one draft after a pause, and published with the version that the save returned', async () => {
  const { calls, sent } = await openLook()
  calls.once(SAVE, { body: draft('v2', { hero: hero('Stoneware from Leeds') }) })
  for (const title of ['S', 'Stoneware', 'Stoneware from Leeds']) type(LOOK_HERO.headline, title)
  await status(LOOK.draft)
  expect(sent(SAVE)).toMatchObject([{ look: { hero: { title: 'Stoneware from Leeds' } }, version: 'v1' }])

  calls.once(PUBLISH, { body: { ...draft('v3', { hero: hero('Stoneware from Leeds') }), isDraft: false } })
  press(LOOK.publish)
  await status(LOOK.published)
  expect(calls.sent(PUBLISH).map(({ body }) => body)).toEqual([{ version: 'v2' }])
})

test('what is typed while a save is under way is saved after it, and is not overwritten by its answer', async () => {
  const { calls, sent } = await openLook()
  const answer = calls.held(SAVE)
  type(LOOK_HERO.headline, 'First')
  await waitFor(() => expect(sent(SAVE)).toHaveLength(1))
  type(LOOK_HERO.headline, 'Second')
  calls.once(SAVE, { body: draft('v3', { hero: hero('Second') }) })
  answer({ body: draft('v2', { hero: hero('First') }) })
  await waitFor(() => expect(sent(SAVE)).toHaveLength(2))
  expect(sent(SAVE)[1]).toMatchObject({ look: { hero: { title: 'Second' } }, version: 'v2' })
  await status(LOOK.draft)
  expect(screen.getByLabelText<HTMLInputElement>(LOOK_HERO.headline).value).toBe('Second')
})

test('a headline typed during an upload is saved with the photo', async () => {
  const { calls, sent } = await openLook()
  const answer = calls.held('POST /api/products/uploadImage')
  const files = [new File(['pixels'], 'hero.png', { type: 'image/png' })]
  fireEvent.change(screen.getByLabelText(LOOK_PHOTO.add(LOOK_HERO.photo)), { target: { files } })
  type(LOOK_HERO.headline, 'Stoneware from Leeds')
  const photo = {
    Location: '/images/hero.jpg',
    alt: '',
    width: 40,
    height: 40,
    placeholder: '',
    focus: { x: 50, y: 50 },
  }
  calls.always(SAVE, { body: draft('v2', { hero: { ...hero('Stoneware from Leeds'), photo } }) })
  answer({ status: 201, body: [{ Location: photo.Location, alt: '', width: 40, height: 40, placeholder: '' }] })
  await waitFor(() =>
    expect(sent(SAVE).at(-1)?.look.hero).toMatchObject({
      title: 'Stoneware from Leeds',
      photo: { Location: photo.Location },
    }),
  )
  await status(LOOK.draft)
})

test('a press on Publish right after typing saves first', async () => {
  const { calls, sent } = await openLook()
  calls.once(SAVE, { body: draft('v2', { hero: hero('At once') }) })
  calls.once(PUBLISH, { body: { ...draft('v3', { hero: hero('At once') }), isDraft: false } })
  type(LOOK_HERO.headline, 'At once')
  press(LOOK.publish)
  await status(LOOK.published)
  expect(sent(SAVE)).toHaveLength(1)
})

test('a refused draft is not published, stays on screen and is saved with the next change', async () => {
  const { calls, sent } = await openLook()
  const message = 'Text cannot be read on #888888.'
  calls.once(SAVE, {
    status: 422,
    body: { code: 'look_refused', message, issues: [{ path: 'look.background', message }] },
  })
  type(LOOK_COLORS.background, '#888888')
  await waitFor(() => expect(screen.getAllByText(message)).toHaveLength(2))
  expect(screen.getByText(LOOK.notSaved)).toBeTruthy()
  calls.once(SAVE, { status: 422, body: { code: 'look_refused', message } })
  press(LOOK.publish)
  await waitFor(() => expect(sent(SAVE)).toHaveLength(2))
  expect(calls.sent(PUBLISH)).toEqual([])

  calls.once(SAVE, { body: draft('v2', { background: '#ffffff' }) })
  type(LOOK_COLORS.background, '#ffffff')
  await status(LOOK.draft)
  expect(screen.queryByText(message)).toBeNull()
})

test('after another admin changed the look, it is loaded again with what was changed here', async () => {
  const { calls, sent } = await openLook()
  calls.once(SAVE, { status: 409, body: { code: 'look_changed', message: 'Changed.' } })
  type(LOOK_HERO.headline, 'Mine')
  await screen.findByText('Changed.')
  // Until then nothing is sent again.
  type(LOOK_HERO.headline, 'Mine too')
  press(LOOK.publish)
  await waitFor(() => expect(screen.getByRole('button', { name: LOOK.load }).ariaBusy).not.toBe('true'))
  calls.once(READ, { status: 500, body: { code: 'internal', message: 'Not now.' } })
  press(LOOK.load)
  await screen.findByText('Not now.')
  const theirs = { hero: { ...hero('Theirs'), line: 'Their line' }, fonts: 'modern' } as const
  calls.once(READ, { body: draft('v9', theirs) })
  calls.once(SAVE, { body: draft('v10', { ...theirs, hero: { ...theirs.hero, title: 'Mine too' } }) })
  press(LOOK.load)
  await status(LOOK.draft)
  expect(sent(SAVE)).toHaveLength(2)
  expect(sent(SAVE)[1]).toMatchObject({
    look: { hero: { title: 'Mine too', line: 'Their line' }, fonts: 'modern' },
    version: 'v9',
  })
  expect(screen.getByLabelText<HTMLInputElement>(LOOK_HERO.line).value).toBe('Their line')
  expect(screen.getByLabelText<HTMLInputElement>(LOOK_FONTS.pairs.modern.join(' ')).checked).toBe(true)
  expect(screen.queryByText('Not now.')).toBeNull()
})

test('leaving the screen saves what was typed last', async () => {
  const { calls, sent, go } = await openLook()
  calls.once(SAVE, { body: draft('v2', { hero: hero('Last words') }) })
  type(LOOK_HERO.headline, 'Last words')
  go('/admin/dashboard')
  await waitFor(() => expect(sent(SAVE)).toMatchObject([{ look: { hero: { title: 'Last words' } } }]))
})

test('sections are moved, hidden and shown; a half-typed color is not sent', async () => {
  const { calls, sent } = await openLook()
  calls.once(SAVE, { body: draft('v2', { home: ['story', 'newest'] }) })
  press(MOVING.move(LOOK_HOME.sections.story, 'up'))
  fireEvent.click(screen.getByLabelText(LOOK_HOME.sections.featured))
  fireEvent.click(screen.getByLabelText(LOOK_HOME.sections.newest))
  type(LOOK_COLORS.background, '#ff')
  await status(LOOK.draft)
  expect(sent(SAVE)).toMatchObject([{ look: { home: ['story', 'newest'], background: '#faf6ee' } }])
})

test('a shop of its own is not offered the flower of the demo', async () => {
  const { calls } = await openLook()
  expect(calls.sent(READ)).toHaveLength(1)
  expect(screen.queryByLabelText(LOOK_MARK.kinds.flower)).toBeNull()
})
