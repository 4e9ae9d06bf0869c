import type { ZipPlace } from '#contract/zip-places.ts'
import { useLazyZipPlaceQuery } from '#web/shop/cart/ratesApi.ts'

/** Fills in the city and the state of a form once the ZIP code has five digits. What was typed there stays. */
export function useZipFill() {
  const [look] = useLazyZipPlaceQuery()
  return async (field: HTMLInputElement) => {
    const { form } = field
    const zip = zipIn(field)
    if (!zip || !form || PLACE.every((name) => fieldIn(form, name)?.value)) return
    const { data } = await look(zip, true)
    if (data && zipIn(field) === zip) fill(form, data)
  }
}

/** The five digits; the four after them may be typed and formatted while the shop looks. */
const zipIn = ({ value }: HTMLInputElement) => /^\d{5}/.exec(value)?.[0]

const PLACE = ['city', 'state'] as const

function fieldIn(form: HTMLFormElement, name: string) {
  const field = form.elements.namedItem(name)
  return field instanceof HTMLInputElement || field instanceof HTMLSelectElement ? field : undefined
}

function fill(form: HTMLFormElement, place: ZipPlace) {
  for (const name of PLACE) {
    const field = fieldIn(form, name)
    const text = place[name]
    if (!field || field.value || !text) continue
    // A state to which the shop does not ship is none of the options.
    field.value = text
    for (const type of ['input', 'change']) field.dispatchEvent(new Event(type, { bubbles: true }))
  }
}
