import { WISH_LIST } from './wish-list-id.ts'

/** Where a browser has wishes, or an account that may have some. */
const KEYS = ['wishes', 'wishList', 'userInfo']

/** Starts the wish list where there may be one to show, else with the first press of a heart, which then counts. */
export function waitForPress() {
  const start = async () => (await import('./start-wishes.ts')).startWishes()
  if (document.getElementById(WISH_LIST) || mayHaveWishes()) return void start()
  const hear = ({ target }: Event) => {
    const heart = target instanceof Element ? target.closest<HTMLElement>('button[data-wish]') : null
    if (!heart) return
    document.removeEventListener('click', hear)
    start().then(
      () => heart.click(),
      () => document.addEventListener('click', hear),
    )
  }
  document.addEventListener('click', hear)
}

/** The storage may be off. */
function mayHaveWishes() {
  try {
    return KEYS.some((key) => localStorage.getItem(key) !== null)
  } catch {
    return false
  }
}
