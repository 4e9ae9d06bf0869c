/** The edges of a phone's window that the header and the bar cover. */
const COVERED_MARGIN = '-72px 0px'

/** Hides the bar with price and button of a product page while the form that it repeats is in view. */
export function hideBuyBar(form: Element) {
  const watch = new IntersectionObserver(([entry]) => form.toggleAttribute('data-in-view', entry?.isIntersecting), {
    rootMargin: COVERED_MARGIN,
  })
  watch.observe(form)
}
