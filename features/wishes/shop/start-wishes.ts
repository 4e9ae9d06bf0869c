import { startHearts } from './hearts.ts'
import { WISH_LIST } from './wish-list-id.ts'

/** Starts the hearts of a page, and shows the list on its own page. */
export async function startWishes() {
  startHearts()
  const place = document.getElementById(WISH_LIST)
  if (place) (await import('./show-wishes.tsx')).showWishes(place)
}
