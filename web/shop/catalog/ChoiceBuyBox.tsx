import { useState } from 'react'
import { answerField, answersIn, axisField, valuesIn } from '#contract/buy-fields.ts'
import { fullChoiceName } from '#contract/choices.ts'
import { formatDollars } from '#contract/money.ts'
import type { Choice, Product } from '#contract/products.ts'
import { CHOICES } from '#web/texts/choices.ts'
import { useEarlyInput } from '#web/ui/use-early-input.ts'
import { AnswerFields, useAnswers } from './AnswerFields.tsx'
import { type BuyBoxProduct, BuyForm } from './BuyBox.tsx'
import { ChoiceFields } from './ChoiceFields.tsx'
import { priceRange } from './choices.ts'
import { useChoice } from './use-choice.ts'

type Family = BuyBoxProduct & Pick<Product, 'priceMax' | 'axes' | 'choices' | 'asks'>

/**
 * The buy box of a product that comes in choices or has questions. Price and stock are those of the choice once the
 * shopper has made one.
 */
export function ChoiceBuyBox({ product }: { product: Family }) {
  const { chosen, choice, choose, begin: beginChoice } = useChoice(product)
  const { answered, check, fields, begin: beginAnswers } = useAnswers(product._id, product.asks)
  const place = useEarlyInput<HTMLDivElement>((element) => {
    const early = new FormData(element.closest('form') ?? undefined)
    beginChoice(valuesIn(early, product.axes))
    beginAnswers(answersIn(early, product.asks))
  })
  const [hasTried, setTried] = useState(false)
  const missingAxis = chosen.indexOf(undefined)
  const isUndecided = Boolean(product.choices) && !choice
  const { lowest, isRange } = priceRange(product)
  return (
    <BuyForm
      product={choice ? boughtOf(product, choice) : product}
      isChoice={Boolean(choice)}
      isFamily={isUndecided}
      {...(isUndecided && isRange && { priceText: CHOICES.from(formatDollars(lowest)) })}
      answers={answered}
      check={() => {
        setTried(true)
        const wrong = check()
        if (missingAxis >= 0) fieldNamed(axisField(missingAxis))?.focus()
        else if (wrong) document.getElementById(answerField(wrong))?.focus()
        return missingAxis < 0 && !wrong
      }}
    >
      <div ref={place} className="grid gap-5">
        <ChoiceFields product={product} chosen={chosen} missing={hasTried ? missingAxis : -1} onChoose={choose} />
        <AnswerFields {...fields} />
      </div>
    </BuyForm>
  )
}

const fieldNamed = (name: string) => document.querySelector<HTMLElement>(`.buy-form [name="${name}"]`)

/** What goes into the cart: the choice, as a product. */
function boughtOf(product: Family, choice: Choice): BuyBoxProduct {
  const { _id, slug, price, wasPrice, qty, values, photo, makeDays } = choice
  const photosShown = product.images.filter(({ Location }) => Location === photo)
  return {
    ...product,
    ...{ _id, slug, price, wasPrice, qty, payingUntil: undefined, name: fullChoiceName(product.name, values) },
    ...(photosShown.length > 0 && { images: photosShown }),
    ...(makeDays && { makeDays }),
  }
}
