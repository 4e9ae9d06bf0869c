import { PHOTO_FORMATS, PHOTO_WIDTHS, type PhotoFormat, type PhotoWidth, SHARED_PHOTO } from '#contract/photos.ts'

/** A photograph in one of the widths and formats in which it is served; the JPEG is cut to the shape of a shared page. */
export type Form = { width: PhotoWidth; format: PhotoFormat | typeof SHARED_PHOTO.format }

/** One file of the store: the JPEG of a photograph, or a form made from it. */
export type PhotoFile = { id: string; form?: Form }

/** Every form that a photograph has sooner or later. */
export const FORMS: Form[] = [
  ...PHOTO_WIDTHS.flatMap((width) => PHOTO_FORMATS.map((format) => ({ width, format }))),
  { width: SHARED_PHOTO.width, format: SHARED_PHOTO.format },
]

const JPEG_NAME = /^([a-z0-9-]{1,64})\.jpg$/
const FORM_NAME = /^([a-z0-9-]{1,64})-(\d{1,5})\.([a-z]+)$/

/** The file that a name in an address or in the store means; null when no file is ever called so. */
export function photoFile(name: string): PhotoFile | null {
  const [, jpeg] = JPEG_NAME.exec(name) ?? []
  if (jpeg) return { id: jpeg }
  const [, id, digits, extension] = FORM_NAME.exec(name) ?? []
  const form = FORMS.find(({ width, format }) => String(width) === digits && format === extension)
  return id && form ? { id, form } : null
}

/** What the file is called in an address and in the store. */
export const nameOf = ({ id, form }: PhotoFile) => (form ? `${id}-${form.width}.${form.format}` : `${id}.jpg`)

/** All files that a photograph may have. */
export const filesOf = (id: string): PhotoFile[] => [{ id }, ...FORMS.map((form) => ({ id, form }))]
