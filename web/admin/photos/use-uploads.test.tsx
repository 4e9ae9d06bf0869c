// @vitest-environment happy-dom
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { openScreen } from '#app/testing/screens.tsx'
import { PHOTO_FIELDS } from '#contract/admin/messages.ts'
import { PHOTO_FIELD, PHOTO_MAX_BYTES } from '#contract/admin/uploads.ts'
import type { ProductImage } from '#contract/products.ts'
import { expectCalls } from '#web/testing/calls.ts'
import { ADMIN } from '#web/testing/factories.ts'
import { PHOTOS } from '#web/texts/admin-products.ts'
import { FAILURE } from '#web/texts/failure.ts'
import { PhotoEditor } from './PhotoEditor.tsx'
import type { UploadStatus } from './use-uploads.ts'

const UPLOAD = 'POST /api/products/uploadImage'

const photo = (name: string): ProductImage => ({
  Location: `/images/${name}`,
  alt: name,
  width: 3,
  height: 2,
  placeholder: '',
})
const stored = (name: string) => ({ status: 201, body: [photo(name)] })

/** An admin with the photos of a pen, and the last status that the form around them got. */
function openEditor(...images: ProductImage[]) {
  const calls = expectCalls()
  let status: UploadStatus | undefined
  const note = (now: UploadStatus) => {
    status = now
  }
  const Form = () => {
    const [shown, setShown] = useState(images)
    return <PhotoEditor images={shown} onChange={setShown} onUploading={note} name="Pen" />
  }
  const opened = openScreen(<Form />, { path: '/', user: ADMIN })
  return { ...opened, calls, status: () => status }
}

const file = (name: string, type = 'image/jpeg', size = 1) =>
  Object.defineProperty(new File(['x'], name, { type }), 'size', { value: size })
const choose = (...files: File[]) => fireEvent.change(screen.getByLabelText(PHOTOS.choose), { target: { files } })

const sentNames = ({ calls }: ReturnType<typeof openEditor>) =>
  calls.sent(UPLOAD).map(({ body }) => ((body as FormData).get(PHOTO_FIELD) as File).name)
const shownNames = () =>
  screen.queryAllByRole('listitem').flatMap((item) => [...item.querySelectorAll('input')].map(({ value }) => value))

test('a photo is sent with the token of the admin, its progress shown, and joins the others', async () => {
  const editor = openEditor(photo('old.jpg'))
  const arrives = editor.calls.held(UPLOAD)
  choose(file('front.jpg'))
  const bar = await screen.findByLabelText<HTMLProgressElement>(PHOTOS.uploadOf('front.jpg'))
  await waitFor(() => expect(bar.value).toBe(50))
  await waitFor(() => expect(editor.status()).toEqual({ underWay: 1, failed: 0, failedNames: '' }))
  arrives(stored('front.jpg'))
  await waitFor(() => expect(shownNames()).toEqual(['old.jpg', 'front.jpg']))
  expect(screen.queryByRole('list', { name: PHOTOS.uploads })).toBeNull()
  await waitFor(() => expect(editor.status()).toEqual({ underWay: 0, failed: 0, failedNames: '' }))
  expect(editor.calls.sent(UPLOAD)).toMatchObject([{ token: `Bearer ${ADMIN.token}` }])
})

test('two files are sent at once, the next when one has ended, well or badly', async () => {
  const editor = openEditor()
  const answers = [1, 2, 3, 4].map(() => editor.calls.held(UPLOAD))
  choose(file('a.jpg'), file('b.jpg'), file('c.jpg'), file('d.jpg'))
  await waitFor(() => expect(sentNames(editor)).toEqual(['a.jpg', 'b.jpg']))
  expect(screen.getAllByText(PHOTOS.waiting)).toHaveLength(2)
  answers[1]?.('lost')
  await waitFor(() => expect(sentNames(editor)).toEqual(['a.jpg', 'b.jpg', 'c.jpg']))
  answers[0]?.(stored('a.jpg'))
  await waitFor(() => expect(sentNames(editor)).toEqual(['a.jpg', 'b.jpg', 'c.jpg', 'd.jpg']))
  await waitFor(() => expect(editor.status()).toEqual({ underWay: 2, failed: 1, failedNames: 'b.jpg' }))
  answers[2]?.(stored('c.jpg'))
  answers[3]?.(stored('d.jpg'))
  await waitFor(() => expect(editor.status()).toMatchObject({ underWay: 0, failed: 1 }))
})

test('photos stand in the order in which they were chosen, whichever arrives first', async () => {
  const editor = openEditor()
  const answers = [1, 2].map(() => editor.calls.held(UPLOAD))
  choose(file('a.jpg'), file('b.jpg'))
  answers[1]?.(stored('b.jpg'))
  await waitFor(() => expect(shownNames()).toEqual(['b.jpg']))
  answers[0]?.(stored('a.jpg'))
  await waitFor(() => expect(shownNames()).toEqual(['a.jpg', 'b.jpg']))
})

test('photos that arrive before the form has shown the first of them are all there', async () => {
  const editor = openEditor()
  const answers = [1, 2].map(() => editor.calls.held(UPLOAD))
  choose(file('a.jpg'), file('b.jpg'))
  await act(async () => {
    answers[0]?.(stored('a.jpg'))
    answers[1]?.(stored('b.jpg'))
    await new Promise((resolve) => setTimeout(resolve, 20))
    expect(shownNames()).toEqual([])
  })
  expect(shownNames()).toEqual(['a.jpg', 'b.jpg'])
})

test.for([
  ['is lost', 'lost', FAILURE.unreachable],
  ['is too slow for the shop', { status: 503, body: { code: 'busy', message: 'Try again soon.' } }, 'Try again soon.'],
  [
    'is refused as no photo',
    {
      status: 422,
      body: { code: 'invalid', message: 'Invalid.', issues: [{ path: 'Image', message: PHOTO_FIELDS.unsupported }] },
    },
    PHOTO_FIELDS.unsupported,
  ],
  ['has an answer without a photo', { status: 201, body: [] }, FAILURE.generic],
] as const)('an upload that %s shows the reason, and arrives at the next try', async ([, answer, reason]) => {
  const editor = openEditor()
  editor.calls.once(UPLOAD, answer)
  choose(file('front.jpg'))
  const alert = await screen.findByRole('alert')
  expect(alert.textContent).toContain(reason)
  await waitFor(() => expect(editor.status()).toEqual({ underWay: 0, failed: 1, failedNames: 'front.jpg' }))
  const arrives = editor.calls.held(UPLOAD)
  fireEvent.click(screen.getByRole('button', { name: PHOTOS.retryNamed('front.jpg') }))
  await screen.findByLabelText(PHOTOS.uploadOf('front.jpg'))
  expect(screen.queryByRole('alert')).toBeNull()
  arrives(stored('front.jpg'))
  await waitFor(() => expect(shownNames()).toEqual(['front.jpg']))
  await waitFor(() => expect(editor.status()).toEqual({ underWay: 0, failed: 0, failedNames: '' }))
})

test.for([
  ['no photo', file('notes.txt', 'text/plain'), PHOTO_FIELDS.unsupported],
  ['too large', file('huge.jpg', 'image/jpeg', PHOTO_MAX_BYTES + 1), PHOTOS.tooLarge(PHOTO_MAX_BYTES / 2 ** 20)],
] as const)('a file that is %s is not sent, and the others are', async ([, wrong, reason]) => {
  const editor = openEditor()
  editor.calls.once(UPLOAD, stored('front.jpg'))
  choose(wrong, file('front.jpg'))
  await waitFor(() => expect(shownNames()).toEqual(['front.jpg']))
  expect(sentNames(editor)).toEqual(['front.jpg'])
  expect(screen.getByRole('alert').textContent).toBe(`${wrong.name}${reason}`)
  expect(screen.queryByRole('button', { name: PHOTOS.retryNamed(wrong.name) })).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: PHOTOS.dismissNamed(wrong.name) }))
  expect(screen.queryByRole('alert')).toBeNull()
  await waitFor(() => expect(editor.status()).toEqual({ underWay: 0, failed: 0, failedNames: '' }))
})

test('a photo that is deleted while another is on its way stays deleted', async () => {
  const editor = openEditor(photo('old.jpg'), photo('side.jpg'))
  const arrives = editor.calls.held(UPLOAD)
  choose(file('front.jpg'))
  await screen.findByLabelText(PHOTOS.uploadOf('front.jpg'))
  fireEvent.click(screen.getByRole('button', { name: PHOTOS.deleteNamed(1) }))
  arrives(stored('front.jpg'))
  await waitFor(() => expect(shownNames()).toEqual(['side.jpg', 'front.jpg']))
})

test('leaving the form ends its uploads, and sends none of those that waited', async () => {
  const editor = openEditor()
  editor.calls.held(UPLOAD)
  editor.calls.held(UPLOAD)
  choose(file('a.jpg'), file('b.jpg'), file('c.jpg'))
  await waitFor(() => expect(sentNames(editor)).toHaveLength(2))
  editor.leave()
  await new Promise((resolve) => setTimeout(resolve, 20))
  expect(sentNames(editor)).toEqual(['a.jpg', 'b.jpg'])
})
