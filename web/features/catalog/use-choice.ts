import { useEffect, useState } from 'react'
import type { Product } from '#contract/products.ts'
import { type ChosenValues, choiceOf, withChosen } from './choices.ts'

const PARAMETER = 'choice'

/**
 * The choice of a product that the shopper has made, or that the page's address names: its values, the choice itself
 * once it is complete, and `choose` for the value of an axis. The address and the shown photo follow.
 */
export function useChoice(product: Pick<Product, 'axes' | 'choices' | 'images'>) {
  const { axes = [], choices = [], images } = product
  const [chosen, setChosen] = useState<ChosenValues>(() => axes.map(() => undefined))
  // Only in the browser: the page is the same for all addresses.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, for the address that the page was opened with
  useEffect(() => {
    const slug = new URLSearchParams(window.location.search).get(PARAMETER)
    const named = slug && choices.find((choice) => choice.slug === slug)
    if (!named) return
    setChosen(named.values)
    showPhoto(images.findIndex(({ Location }) => Location === named.photo))
  }, [])
  const choose = (axis: number, value: string) => {
    const next = withChosen(product, chosen, axis, value)
    setChosen(next)
    const choice = choiceOf(product, next)
    if (choice) window.history.replaceState(window.history.state, '', addressOf(choice.slug))
    const shown = choice ?? choices.find(({ photo, values }) => photo && values[axis] === value)
    if (shown?.photo) showPhoto(images.findIndex(({ Location }) => Location === shown.photo))
  }
  return { chosen, choice: choiceOf(product, chosen), choose }
}

function addressOf(slug: string) {
  const address = new URL(window.location.href)
  address.searchParams.set(PARAMETER, slug)
  return address
}

/** The photo at this place of the page's gallery, which is hydrated apart: its slides can be scrolled at once. */
function showPhoto(index: number) {
  const slide = document.getElementById(`photo-${index + 1}`)
  slide?.parentElement?.scrollTo({
    left: slide.offsetLeft - (slide.parentElement.firstElementChild as HTMLElement).offsetLeft,
  })
}
