/** Focuses the first invalid field of a form. Returns whether there is one. */
export function focusFirstInvalid(form: HTMLElement | null): boolean {
  const field = form?.querySelector<HTMLElement>('[aria-invalid="true"]')
  field?.focus()
  return Boolean(field)
}
