// The script of the catalog pages. It works on their plain HTML; React comes with the islands, when they are needed.
import './app.css'
import { preloadIslands, registerWorker } from '#web/lib/document.ts'
import { hydrateOnDemand, MAIN_ISLAND } from '#web/lib/hydrate-on-demand.ts'
import { hideBuyBar } from '#web/shop/catalog/buy-bar.ts'
import { showSecondPhotos } from '#web/shop/catalog/card-photos.ts'
import { startCarousel } from '#web/shop/catalog/carousel.ts'
import { LIST_LINKS } from '#web/shop/catalog/list-ids.ts'
import { loadReact } from '#web/shop/visitor/load-react.ts'
import { replaceMissingPhotos } from '#web/ui/missing-photos.ts'
import { FEATURE_SCRIPTS } from './slots/scripts.ts'

const hydrateNow = hydrateOnDemand(hydrate)
// Whoever looks at a product may put it into the cart; the header of other pages is rarely touched.
if (document.querySelector(MAIN_ISLAND)) preloadIslands()
// The address names a choice of the product, which the page's HTML does not know.
if (new URLSearchParams(window.location.search).has('choice')) hydrateNow()
replaceMissingPhotos(hydrateNow)
// The buy box says when the payment is over.
if (document.querySelector('[data-being-paid]')) hydrateNow()
showSecondPhotos()
const buyForm = document.querySelector('.buy-form')
if (buyForm) hideBuyBar(buyForm)
for (const carousel of document.querySelectorAll<HTMLElement>('[data-carousel]')) startCarousel(carousel)
if (document.getElementById(LIST_LINKS)) void improveList()
for (const { on, start } of FEATURE_SCRIPTS) {
  const element = document.querySelector<HTMLElement>(on)
  if (element) start(element)
}
registerWorker()

async function hydrate(onLoaded: () => void) {
  preloadIslands()
  await loadReact()
  const { hydrateIslands } = await import('./catalog-islands.tsx')
  onLoaded()
  await hydrateIslands()
}

/** Until this script is there the browser submits the filter form itself. */
async function improveList() {
  const { followFilters, showPresentList } = await import('#web/shop/catalog/filter-form.ts')
  showPresentList()
  followFilters()
}
