import { expect, test } from 'vitest'
import { barcodePicture } from '#web/testing/barcodes.ts'
import { code128In, grayOf } from './code-128.ts'

type Shown = { module?: number; turned?: boolean; dim?: boolean }

test.for([
  ['1Z999AA10123456784', {}],
  ['1Z999AA10123456784', { module: 3, turned: true }],
  ['420537039400111899223857263499', {}],
  ['420537039400111899223857263499', { dim: true }],
  ['4205370312349205590164917312345678', { turned: true }],
  ['9622001560001234567100794808390594', { module: 3 }],
  ['JD014600003123456789', {}],
  ['794644790132', { module: 1 }],
] as [string, Shown][])(
  'the barcode of %s is read, shown as %j',
  ([text, { module = 2, turned = false, dim = false }]) => {
    const { pixels, width, height } = barcodePicture(text, module)
    if (turned) pixels.reverse()
    const shown = dim ? pixels.map((value) => 60 + value / 4) : pixels
    expect(code128In(grayOf(shown), width, height)).toBe(text)
  },
)

test.for([
  ['white', () => 255],
  ['noise', (at: number) => (at * 7919) % 251],
  ['stripes', (at: number) => (Math.floor(at / 12) % 2) * 255],
] as const)('a picture of %s has no barcode', ([, valueAt]) => {
  const pixels = Uint8ClampedArray.from({ length: 320 * 240 * 4 }, (_, at) => valueAt(at))
  expect(code128In(grayOf(pixels), 320, 240)).toBeNull()
})

test('a barcode of which one bar is damaged is not misread', () => {
  const { pixels, width, height } = barcodePicture('1Z999AA10123456784', 2)
  // The bars of a symbol in the middle, painted white in every row.
  const damaged = pixels.map((value, at) => {
    const x = Math.floor(at / 4) % width
    return x > width / 2 && x < width / 2 + 8 ? 255 : value
  })
  expect(code128In(grayOf(damaged), width, height)).toBeNull()
})
