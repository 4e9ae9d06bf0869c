// @vitest-environment happy-dom
import { act, screen } from '@testing-library/react'
import { useState } from 'react'
import { beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { openScreen } from '#app/testing/screens.tsx'
import { money } from '#contract/codecs.ts'
import { ADMIN } from '#web/testing/factories.ts'
import { useDraft } from './use-draft.ts'

/** A record with an amount, which is in dollars on the wire and in cents here. */
const Pen = z.object({ _id: z.string(), name: z.string(), note: z.string(), price: money, version: z.string() })
type Pen = z.infer<typeof Pen>
const Fields = Pen.pick({ name: true, note: true }).extend({ tags: z.array(z.string()) })

const PEN: Pen = { _id: 'pen', name: 'Pen', note: 'Oak.', price: 1250, version: '1' }
const KEY = 'draft:pen'

let draft: ReturnType<typeof usePen>
const usePen = (stored: Pen) =>
  useDraft({
    ...{ key: 'pen', stored, schema: Pen, fields: Fields },
    valuesOf: ({ name, note }) => ({ name, note, tags: [] as string[] }),
  })
let load: (stored: Pen) => void
function Form({ pen }: { pen: Pen }) {
  const [stored, setStored] = useState(pen)
  load = (next) => act(() => setStored(next))
  draft = usePen(stored)
  return <p>{draft.values.name}</p>
}

beforeEach(() => sessionStorage.clear())

const open = (user = ADMIN, pen = PEN) => openScreen(<Form pen={pen} />, { path: '/pen', user })
const change = (some: Parameters<typeof draft.change>[0]) => act(() => draft.change(some))
const stored = () => JSON.parse(sessionStorage.getItem(KEY) ?? 'null') as unknown

test('only what is changed is stored, for the user who changed it, and nothing once it is as it was', () => {
  open()
  expect(stored()).toBeNull()
  change({ name: 'Oak Pen' })
  expect(stored()).toEqual({ by: ADMIN._id, value: { loaded: PEN, edits: { name: 'Oak Pen' } } })
  expect(draft.changed).toEqual(['name'])
  change(({ name }) => ({ name: name.replace('Oak ', '') }))
  expect([stored(), draft.changed]).toEqual([null, []])
})

test('a restored draft is an edit of the record that it was typed for, and can be discarded for the present one', () => {
  const { leave } = open()
  change({ name: 'Oak Pen' })
  leave()
  open()
  screen.getByText('Oak Pen')
  load({ ...PEN, name: 'Elm Pen', version: '2' })
  // Both changed the name, so the user is asked when she saves.
  expect([draft.isRestored, draft.loaded.version, draft.values.name]).toEqual([true, '1', 'Oak Pen'])
  act(() => draft.discard())
  expect([draft.isRestored, draft.loaded.version, draft.values.name, stored()]).toEqual([false, '2', 'Elm Pen', null])
})

test('a record that was loaded anew is taken over beneath the edits of other fields', () => {
  open()
  change({ name: 'Oak Pen' })
  load({ ...PEN, note: 'Elm.', version: '2' })
  expect(draft.loaded.version).toBe('2')
  expect(draft.values).toMatchObject({ name: 'Oak Pen', note: 'Elm.' })
  expect(draft.changed).toEqual(['name'])
})

test('a restored draft is an edit of the present record where only other fields have changed', () => {
  const { leave } = open()
  change({ name: 'Oak Pen' })
  leave()
  open(ADMIN, { ...PEN, note: 'Elm.', version: '2' })
  expect([draft.isRestored, draft.loaded.version, draft.changed]).toEqual([true, '2', ['name']])
  expect(draft.values).toMatchObject({ name: 'Oak Pen', note: 'Elm.' })
})

test('a form that its user has not changed leaves alone what another user has left', () => {
  const { leave } = open()
  change({ name: 'Oak Pen' })
  leave()
  const other = open({ ...ADMIN, _id: 'bob' })
  load({ ...PEN, note: 'Elm.', version: '2' })
  expect(draft.values.name).toBe('Pen')
  other.leave()
  open()
  expect(draft.values.name).toBe('Oak Pen')
})

test('a record that is loaded for a merge is merged once, also when the screen has it at the same time', async () => {
  open()
  change({ name: 'Oak Pen' })
  const now = { ...PEN, note: 'Elm.', version: '2' }
  const merged = await draft.reload(async () => {
    load(now)
    return { data: now, isSuccess: true }
  })
  expect(merged).toMatchObject({ theirs: ['note'], both: [], now: { version: '2' } })
})

test('what is typed while a save is under way stays, as an edit of what was saved', () => {
  open()
  change({ name: ' Oak Pen' })
  const sent = draft.values
  change({ note: 'Dark.' })
  act(() => draft.take({ ...PEN, name: 'Oak Pen', version: '2' }, sent))
  expect(draft.values).toMatchObject({ name: 'Oak Pen', note: 'Dark.' })
  expect([draft.changed, draft.loaded.version]).toEqual([['note'], '2'])
})

const value = { loaded: PEN, edits: { name: 'Oak Pen' } }
const owned = (value: unknown) => JSON.stringify({ by: ADMIN._id, value })

test('a draft is restored', () => {
  sessionStorage.setItem(KEY, owned(value))
  open()
  expect(draft.values.name).toBe('Oak Pen')
})

test.for([
  ['invalid JSON', '{'],
  ['null', 'null'],
  ['a number', '7'],
  ['an empty object', '{}'],
  ['a draft without an owner', JSON.stringify({ value })],
  ['the draft of another user', JSON.stringify({ by: 'bob', value })],
  ['null as the draft', owned(null)],
  ['a record alone', owned({ loaded: PEN })],
  ['edits alone', owned({ edits: value.edits })],
  ['an edit that is no text', owned({ ...value, edits: { name: 5 } })],
  ['an edit that is no list', owned({ ...value, edits: { tags: {} } })],
  ['edits that are no object', owned({ ...value, edits: 'name' })],
  ['a record that lacks a field', owned({ ...value, loaded: { ...PEN, price: undefined } })],
  ['another record', owned({ ...value, loaded: { ...PEN, _id: 'pencil' } })],
])('%s under the key counts as absent', ([, damaged]) => {
  sessionStorage.setItem(KEY, damaged as string)
  open()
  expect([draft.values.name, draft.isRestored]).toEqual(['Pen', false])
})
