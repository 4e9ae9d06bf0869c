/** The id of the list of the ways to ship. */
export const METHODS_ID = 'shipping-methods'

/**
 * Scrolls to the ways to ship and focuses the chosen one, if their last one is below what is visible of the page; a bar
 * at the lower edge hides it, too. Returns whether it did.
 */
export function leadToMethods() {
  const list = document.getElementById(METHODS_ID)
  const lastMethod = list?.lastElementChild
  if (!list || !lastMethod || !isBelowSight(lastMethod)) return false
  list.scrollIntoView({ block: 'center' })
  list.querySelector<HTMLElement>(':checked')?.focus({ preventScroll: true })
  return true
}

function isBelowSight(element: Element) {
  const { left, top, width, height } = element.getBoundingClientRect()
  return top > 0 && !element.contains(document.elementFromPoint(left + width / 2, top + height / 2))
}
