import type { Page } from '@playwright/test'
import { barcodePicture } from '#web/testing/barcodes.ts'
import { expect, expectAccessible, test } from '../fixtures.ts'

const NUMBER = '9400111899223857263499'

/** The gray values of one row of a label's barcode, to whose number USPS adds the ZIP code. */
function barsOf(barcode: string) {
  const { pixels, width, height } = barcodePicture(barcode, 2, { width: 640, height: 480 })
  const row = (height / 2) * width
  return Array.from({ length: width }, (_, x) => pixels[(row + x) * 4] ?? 0)
}

type Film = { stream: MediaStream; bars: number[] }

/** Gives the page a camera, which the browser of the journeys has not: the film of a canvas, at first of a white wall. */
const plugCamera = (page: Page) =>
  page.addInitScript(() => {
    const context = document.createElement('canvas').getContext('2d')
    if (!context) return
    Object.assign(context.canvas, { width: 640, height: 480 })
    const film: Film = { stream: context.canvas.captureStream(), bars: [] }
    const draw = () => {
      context.fillStyle = 'white'
      context.fillRect(0, 0, 640, 480)
      context.fillStyle = 'black'
      for (const [x, gray] of film.bars.entries()) if (gray === 0) context.fillRect(x, 160, 1, 160)
      requestAnimationFrame(draw)
    }
    draw()
    navigator.mediaDevices.getUserMedia = async () => film.stream
    Object.assign(window, { film })
  })

test('the seller scans the label of a parcel with the camera', { tag: '@phone' }, async ({ page, admin, shopper }) => {
  const order = await shopper.placeOrder('kids-gingham-clip-pair')
  await plugCamera(page)
  await admin.signIn(page)

  // From a page that may not use the camera, without a load, as the browser's Back button leads.
  await page.goto('/profile')
  await page.evaluate((path) => {
    history.pushState(null, '', path)
    dispatchEvent(new PopStateEvent('popstate'))
  }, `/order/${order._id}`)
  const desk = page.getByRole('region', { name: 'Order desk' })
  const scan = desk.getByRole('button', { name: 'Scan the label' })
  const dialog = page.getByRole('dialog', { name: 'Scan the label' })
  await scan.click()
  await expect(dialog.getByRole('status')).toContainText('The camera works once this page is loaded again.')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Reload the page' }).click()

  await expect(dialog).toBeHidden()
  await scan.click()
  await expect(dialog.getByText('Hold the barcode of the label straight in the frame.')).toBeVisible()
  await expectAccessible(page)
  const isOn = () => page.evaluate(() => (window as unknown as { film: Film }).film.stream.active)
  expect(await isOn()).toBe(true)
  await page.evaluate(
    (bars) => {
      ;(window as unknown as { film: Film }).film.bars = bars
    },
    barsOf(`42053703${NUMBER}`),
  )
  await expect(dialog).toBeHidden()
  await expect(desk.getByLabel('Tracking number')).toHaveValue(NUMBER)
  await expect(desk.getByLabel('Carrier')).toHaveValue('USPS')
  await expect(desk.getByText(`Scanned ${NUMBER} of USPS.`)).toBeVisible()
  await expect(scan).toBeFocused()
  expect(await isOn()).toBe(false)
  await expectAccessible(page)
})
