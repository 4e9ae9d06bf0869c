// @vitest-environment happy-dom
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { openScreen } from '#app/testing/screens.tsx'
import { expectCalls } from '#web/testing/calls.ts'
import { ADMIN } from '#web/testing/factories.ts'
import { TRACKING_UPLOAD, UNDO } from '#web/texts/admin-orders.ts'
import { TrackingUpload } from './TrackingUpload.tsx'

const PARCEL = '0190f5a0-0000-7000-8000-000000000009'
const ROWS = [{ line: 2, order: '1001', trackingNumber: '1Z999AA10123456784', carrier: 'UPS', outcome: 'ships' }]
const UPLOAD = 'POST /api/orders/tracking'
const TAKE_BACK = 'PUT /api/orders/unshipped'

test('what a tracking file has shipped is taken back by one press, while the emails wait', async () => {
  const calls = expectCalls()
  const sent = { parcels: [PARCEL], ready: [] }
  calls.once(UPLOAD, { body: { rows: ROWS, shipped: 0, sent: { parcels: [], ready: [] } } })
  openScreen(<TrackingUpload />, { path: '/admin/postage', user: ADMIN })
  fireEvent.change(screen.getByLabelText(TRACKING_UPLOAD.file), {
    target: { files: [new File(['Order ID'], 'labels.csv', { type: 'text/csv' })] },
  })
  const ship = await screen.findByRole('button', { name: TRACKING_UPLOAD.ship(1) })
  calls.once(UPLOAD, { body: { rows: ROWS, shipped: 1, sent } })
  fireEvent.click(ship)
  await screen.findByText(UNDO.allWait(TRACKING_UPLOAD.shipped(1)))
  calls.once(TAKE_BACK, { body: { takenBack: 1, tooLate: 0 } })
  fireEvent.click(screen.getByRole('button', { name: UNDO.button }))
  await screen.findByText(UNDO.takenBack({ takenBack: 1, tooLate: 0 }))
  expect(calls.sent(TAKE_BACK)).toMatchObject([{ body: sent }])
  await waitFor(() => expect(screen.queryByRole('button', { name: UNDO.button })).toBeNull())
})
