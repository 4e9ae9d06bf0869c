import { useState } from 'react'
import { type ChosenValues, choiceOf } from '#contract/buy-fields.ts'
import type { Product } from '#contract/products.ts'
import { withChosen } from './choices.ts'

const PARAMETER = 'choice'

/**
 * The choice of a product that the shopper has made, or that the page's address names: its values, the choice itself
 * once it is complete, and `choose` for the value of an axis. `begin` takes the values that were chosen before the script
 * loaded, over those of the address. The address and the shown photo follow.
 */
export function useChoice(product: Pick<Product, 'axes' | 'choices' | 'images'>) {
  const { axes = [], choices = [], images } = product
  const [chosen, setChosen] = useState<ChosenValues>(() => axes.map(() => undefined))
  const take = (from: ChosenValues, picked: Picked[]) => {
    const next = picked.reduce((values, [axis, value]) => withChosen(product, values, axis, value), from)
    setChosen(next)
    const choice = choiceOf(product, next)
    if (choice) window.history.replaceState(window.history.state, '', addressOf(choice.slug))
    const [axis = 0, value] = picked.at(-1) ?? []
    const shown = choice ?? choices.find(({ photo, values }) => photo && values[axis] === value)
    if (shown?.photo) showPhoto(images.findIndex(({ Location }) => Location === shown.photo))
  }
  const begin = (early: ChosenValues) => {
    const slug = new URLSearchParams(window.location.search).get(PARAMETER)
    const named = choices.find((choice) => choice.slug === slug)?.values
    take(
      named ?? chosen,
      early.flatMap((value, axis): Picked[] => (value === undefined ? [] : [[axis, value]])),
    )
  }
  const choose = (axis: number, value: string) => take(chosen, [[axis, value]])
  return { chosen, choice: choiceOf(product, chosen), choose, begin }
}

type Picked = [axis: number, value: string]

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
