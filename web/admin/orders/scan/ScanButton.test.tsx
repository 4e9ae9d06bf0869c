// @vitest-environment happy-dom
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, onTestFinished, test, vi } from 'vitest'
import { openScreen } from '#app/testing/screens.tsx'
import { Order } from '#contract/orders.ts'
import { TEXT } from '#contract/texts.ts'
import { expectCalls } from '#web/testing/calls.ts'
import { ADMIN, answeredOrder } from '#web/testing/factories.ts'
import { PACKAGE, SCAN } from '#web/texts/admin-orders.ts'
import { ShippingForm } from '../ShippingForm.tsx'

const ORDER = Order.parse(answeredOrder())
const UPS = '1Z999AA10123456784'

/** A browser with a camera, in front of which the test holds barcodes. `isOn` is whether it films. */
function camera(refusal?: DOMException) {
  const state = { isOn: false, barcodes: [] as string[], opened: 0 }
  const stream = Object.defineProperties(new MediaStream(), {
    getTracks: { value: () => [{ stop: () => Object.assign(state, { isOn: false }) }] },
    active: { get: () => state.isOn },
  })
  const getUserMedia = async () => {
    state.opened += 1
    if (refusal) throw refusal
    state.isOn = true
    return stream
  }
  class BarcodeDetector {
    static getSupportedFormats = async () => ['qr_code', 'code_128']
    detect = async () => state.barcodes.map((rawValue) => ({ rawValue }))
  }
  vi.stubGlobal('BarcodeDetector', BarcodeDetector)
  Object.defineProperty(navigator, 'mediaDevices', { value: { getUserMedia }, configurable: true })
  onTestFinished(() => {
    vi.unstubAllGlobals()
    Reflect.deleteProperty(navigator, 'mediaDevices')
  })
  return state
}

function openForm() {
  expectCalls()
  return openScreen(<ShippingForm order={ORDER} onChangeAddress={() => {}} />, {
    path: '/order/:id',
    at: `/order/${ORDER._id}`,
    user: ADMIN,
  })
}

const scan = () => fireEvent.click(screen.getByRole('button', { name: SCAN.title }))
const numberField = () => screen.getByLabelText<HTMLInputElement>(PACKAGE.trackingNumber)
const carrierField = () => screen.getByLabelText<HTMLSelectElement>(PACKAGE.carrier)

test('a scanned barcode fills in the tracking number and its carrier, and turns the camera off', async () => {
  const device = camera()
  openForm()
  fireEvent.change(carrierField(), { target: { value: 'DHL' } })
  scan()
  await screen.findByText(SCAN.hint)
  expect(device.isOn).toBe(true)
  device.barcodes = ['42053703', '420537039400111899223857263499']
  await waitFor(() => expect(numberField().value).toBe('9400111899223857263499'))
  expect(carrierField().value).toBe('USPS')
  expect(screen.getByText(SCAN.scanned('9400111899223857263499', 'USPS')).role).toBe('status')
  expect(device.isOn).toBe(false)
  expect(screen.queryByRole('dialog')).toBeNull()
  fireEvent.change(numberField(), { target: { value: UPS } })
  expect(carrierField().value).toBe('UPS')
  expect(screen.queryByText(/^Scanned/)).toBeNull()
})

test('a barcode of no known carrier is taken only when the seller says so', async () => {
  const device = camera()
  openForm()
  scan()
  await screen.findByText(SCAN.hint)
  device.barcodes = ['LOT-77-B']
  await screen.findByText(SCAN.unknown('LOT77B'))
  expect(numberField().value).toBe('')
  expect(device.isOn).toBe(true)
  fireEvent.click(screen.getByRole('button', { name: SCAN.useAnyway }))
  expect(numberField().value).toBe('LOT77B')
  expect(carrierField().value).toBe('')
  await waitFor(() => expect(device.isOn).toBe(false))
})

test.for([
  ['the button to type instead', () => fireEvent.click(screen.getByRole('button', { name: SCAN.type }))],
  ['a press outside', () => fireEvent.click(screen.getByRole('dialog'))],
  ['navigation', ({ go }: ReturnType<typeof openForm>) => go('/admin/orderlist')],
  ['navigation to another order', ({ go }: ReturnType<typeof openForm>) => go('/order/other')],
  ['closing the tab', ({ leave }: ReturnType<typeof openForm>) => leave()],
] as const)('%s turns the camera off', async ([way, close]) => {
  const device = camera()
  const opened = openForm()
  scan()
  await screen.findByText(SCAN.hint)
  close(opened)
  await waitFor(() => expect(device.isOn).toBe(false))
  device.barcodes = [UPS]
  await act(() => new Promise((resolve) => setTimeout(resolve, 200)))
  expect(device.opened).toBe(1)
  if (way.includes('type')) expect([document.activeElement, numberField().value]).toEqual([numberField(), ''])
})

test('a camera that starts after the dialog was closed is turned off at once', async () => {
  const device = camera()
  openForm()
  scan()
  fireEvent.click(screen.getByRole('button', { name: SCAN.type }))
  await waitFor(() => expect(device.opened).toBe(1))
  await waitFor(() => expect(device.isOn).toBe(false))
})

test.for([
  ['NotAllowedError', 'denied'],
  ['SecurityError', 'denied'],
  ['NotFoundError', 'missing'],
  ['OverconstrainedError', 'missing'],
  ['NotSupportedError', 'missing'],
  ['NotReadableError', 'busy'],
  ['AbortError', 'busy'],
] as const)('after %s the dialog says what is wrong, and tries again', async ([name, trouble]) => {
  const device = camera(new DOMException('', name))
  openForm()
  scan()
  expect((await screen.findByText(SCAN.troubles[trouble])).closest('[role=alert]')).not.toBeNull()
  expect(screen.getByRole('button', { name: SCAN.type })).toBeDefined()
  fireEvent.click(screen.getByRole('button', { name: SCAN.again }))
  await waitFor(() => expect(device.opened).toBe(2))
  await screen.findByText(SCAN.troubles[trouble])
})

test('a camera that is unplugged is said to give no picture', async () => {
  const device = camera()
  openForm()
  scan()
  await screen.findByText(SCAN.hint)
  device.isOn = false
  await screen.findByText(SCAN.troubles.busy)
})

test('a document that may not use the camera has to be loaded again', async () => {
  const device = camera()
  Object.defineProperty(document, 'featurePolicy', { value: { allowsFeature: () => false }, configurable: true })
  onTestFinished(() => void Reflect.deleteProperty(document, 'featurePolicy'))
  openForm()
  scan()
  await screen.findByText(SCAN.troubles.elsewhere)
  expect(screen.getByRole('button', { name: SCAN.reload })).toBeDefined()
  expect(device.opened).toBe(0)
})

test('a browser without cameras has no button to scan', () => {
  openForm()
  expect(screen.queryByRole('button', { name: SCAN.title })).toBeNull()
  expect(numberField()).toBeDefined()
})

test('once an order is marked as shipped, the next one to ship is a press away', async () => {
  const next = { ...ORDER_ROW, _id: '0198a0f2-7c1e-7000-8000-000000000002', number: 1002 }
  const calls = expectCalls()
  const parcel = { _id: next._id, ...{ carrier: null, trackingNumber: null, items: [{ line: 1, qty: 1 }] } }
  const shippedOrder = { ...answeredOrder(), parcels: [{ ...parcel, shippedAt: '2026-01-06T10:00:00.000Z' }] }
  calls.once(`PUT /api/orders/${ORDER._id}/shipped`, { body: shippedOrder })
  calls.always('GET /api/orders?delivery=waiting', { body: { orders: [ORDER_ROW, next], page: 1, pages: 1, total: 2 } })
  openScreen(<ShippingForm order={{ ...ORDER, isPaid: true, payment: 'paid' }} onChangeAddress={() => {}} />, {
    path: '/order/:id',
    at: `/order/${ORDER._id}`,
    user: ADMIN,
  })
  fireEvent.click(screen.getByRole('button', { name: TEXT.markShipped }))
  fireEvent.click(screen.getByRole('button', { name: 'Ship and email', hidden: true }))
  const link = await screen.findByRole('link', { name: PACKAGE.next(1002) })
  expect(link.getAttribute('href')).toBe(`/order/${next._id}`)
})

const ORDER_ROW = {
  ...{ _id: ORDER._id, number: ORDER.number, user: { name: 'Ada', email: 'ada@shopper.example' }, totalPrice: 24.59 },
  ...{ isPaid: true, paidAt: '2026-01-05T10:00:00.000Z', isDemo: false, paidBy: null, isDelivered: false },
  ...{
    refunded: 0,
    isRefunded: false,
    items: 1,
    pieces: [{ name: 'Walnut Pen', qty: 1 }],
    createdAt: '2026-01-05T10:00:00.000Z',
  },
}
