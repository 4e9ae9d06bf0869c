// A photo for a review: made smaller by the browser, which also opens what the shop does not, such as HEIC on an iPhone.
import type { ReviewPhoto } from '#contract/reviews.ts'
import { messageOf } from '#web/lib/api-failure.ts'
import { readPhoto } from './reviewsApi.ts'
import { WRITE_REVIEWS } from './written-texts.ts'

const LONGEST_SIDE = 2_400
const QUALITY = 0.9

/** What file choosers offer. An iPhone then hands over its HEIC photos as JPEG. */
export const ACCEPTED_PHOTOS = 'image/jpeg,image/png,image/webp'

/** Uploads a photo as JPEG. Throws an error whose message is for the user. */
export async function sendPhoto(link: string, file: File): Promise<ReviewPhoto> {
  const body = await jpegOf(file)
  if (!body) throw new Error(WRITE_REVIEWS.unreadable(file.name))
  const headers = { 'content-type': 'image/jpeg', 'x-review-link': link }
  const answer = await fetch('/api/reviews/photos', { method: 'POST', headers, body }).catch(() => undefined)
  const data = await answer?.json().catch(() => null)
  if (!answer?.ok) throw new Error(messageOf({ status: answer?.status ?? 0, data }))
  return readPhoto(data)
}

/** The picture of a file, upright, as a JPEG; null when this browser cannot open it. */
async function jpegOf(file: File): Promise<Blob | null> {
  const picture = await createImageBitmap(file).catch(() => null)
  if (!picture) return null
  const scale = Math.min(1, LONGEST_SIDE / Math.max(picture.width, picture.height))
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(picture.width * scale))
  canvas.height = Math.max(1, Math.round(picture.height * scale))
  const context = canvas.getContext('2d')
  if (!context) return null
  // A JPEG has no transparency: what shows through is paper.
  context.fillStyle = '#fff'
  context.fillRect(0, 0, canvas.width, canvas.height)
  context.drawImage(picture, 0, 0, canvas.width, canvas.height)
  picture.close()
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/jpeg', QUALITY))
}
