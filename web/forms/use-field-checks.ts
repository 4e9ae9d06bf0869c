import { type FocusEvent, type FormEvent, useRef, useState } from 'react'

type Found = Record<string, string | undefined>

/** About the length of a click: an error that appears before its end would move the pressed button away. */
const PRESS_MS = 200

/**
 * Validates each field when the user leaves it after typing, and clears its error as soon as it is valid. `found` goes
 * on top of the errors of the last submit; `forget` clears it on submit.
 */
export function useFieldChecks(check: (name: string, text: string, form: HTMLFormElement | null) => string | null) {
  const [found, setFound] = useState<Found>({})
  const typedIn = useRef(new Set<string>())
  const note = (name: string, problem: string | undefined) => setFound((before) => ({ ...before, [name]: problem }))
  const handlers = {
    onInput({ target }: FormEvent) {
      const { name, value, form } = target as HTMLInputElement
      typedIn.current.add(name)
      if (!check(name, value, form)) note(name, undefined)
    },
    onBlur({ target }: FocusEvent) {
      const field = target as HTMLInputElement
      const { name, form } = field
      if (!typedIn.current.delete(name)) return
      setTimeout(() => {
        if (field.isConnected) note(name, check(name, field.value, form) ?? undefined)
      }, PRESS_MS)
    },
  }
  return { found, handlers, forget: () => setFound({}) }
}
