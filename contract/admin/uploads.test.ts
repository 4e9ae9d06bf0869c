import { expect, test } from 'vitest'
import { isPhotoFile } from './uploads.ts'

test.for([
  ['mug.jpg', 'image/jpeg', true],
  ['IMG_0001.HEIC', 'image/heic', true],
  // A system that does not know HEIC gives its files no type.
  ['IMG_0001.HEIC', '', true],
  ['mug.heif', '', true],
  ['mug.tiff', 'image/tiff', false],
  ['mug.jpg', '', false],
  ['mug.heic.html', 'text/html', false],
] as const)('%s of the type "%s" is a photo: %s', ([name, type, is]) => expect(isPhotoFile({ name, type })).toBe(is))
