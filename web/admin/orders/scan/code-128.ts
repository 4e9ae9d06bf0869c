import {
  BinaryBitmap,
  Code128Reader,
  DecodeHintType,
  GlobalHistogramBinarizer,
  NotFoundException,
  RGBLuminanceSource,
} from '@zxing/library'

const HINTS = new Map([[DecodeHintType.TRY_HARDER, true]])
const reader = new Code128Reader()

/** The text of the Code 128 barcode that lies across a picture of gray values, upside down or not; null without one. */
export function code128In(gray: Uint8ClampedArray<ArrayBuffer>, width: number, height: number): string | null {
  const bitmap = new BinaryBitmap(new GlobalHistogramBinarizer(new RGBLuminanceSource(gray, width, height)))
  try {
    return reader.decode(bitmap, HINTS).getText()
  } catch (error) {
    if (error instanceof NotFoundException) return null
    throw error
  }
}

/** The gray values of pixels of red, green, blue and opacity. */
export function grayOf(pixels: Uint8ClampedArray): Uint8ClampedArray<ArrayBuffer> {
  const gray = new Uint8ClampedArray(pixels.length / 4)
  for (let at = 0, from = 0; at < gray.length; at += 1, from += 4)
    gray[at] = ((pixels[from] ?? 0) + 2 * (pixels[from + 1] ?? 0) + (pixels[from + 2] ?? 0)) / 4
  return gray
}
