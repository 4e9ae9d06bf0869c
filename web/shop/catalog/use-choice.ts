import { useState } from 'react'
import { type ChosenValues, choiceOf } from '#contract/buy-fields.ts'
import type { Product } from '#contract/products.ts'
import { onlyChoiceLeft, withChosen } from './choices.ts'

const PARAMETER = 'choice'

/**
 * The choice of a product that the shopper has made, that the page's address names, or that is the only one left: its values, the choice itself
 * once it is complete, and `choose` for the value of an axis. `begin` takes the values that were chosen before the script
 * loaded, over those of the address. The address and the shown photo follow.
 */
export function useChoice(product: Pick<Product, 'axes' | 'choices' | 'images'>) {
  const { axes = [], choices = [], images } = product
  const [chosenValues, setChosenValues] = useState<ChosenValues>(
    () => onlyChoiceLeft(product)?.values ?? axes.map(() => undefined),
  )
  const take = (from: ChosenValues, pickedValues: PickedValue[]) => {
    const next = pickedValues.reduce((values, [axis, value]) => withChosen(product, values, axis, value), from)
    setChosenValues(next)
    const choice = choiceOf(product, next)
    if (choice) window.history.replaceState(window.history.state, '', addressOf(choice.slug))
    const [axis = 0, value] = pickedValues.at(-1) ?? []
    const choiceShown = choice ?? choices.find(({ photo, values }) => photo && values[axis] === value)
    if (choiceShown?.photo) showPhoto(images.findIndex(({ Location }) => Location === choiceShown.photo))
  }
  const begin = (early: ChosenValues) => {
    const slug = new URLSearchParams(window.location.search).get(PARAMETER)
    const valuesNamed = choices.find((choice) => choice.slug === slug)?.values
    take(
      valuesNamed ?? chosenValues,
      early.flatMap((value, axis): PickedValue[] => (value === undefined ? [] : [[axis, value]])),
    )
  }
  const choose = (axis: number, value: string) => take(chosenValues, [[axis, value]])
  return { chosen: chosenValues, choice: choiceOf(product, chosenValues), choose, begin }
}

type PickedValue = [axis: number, value: string]

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
