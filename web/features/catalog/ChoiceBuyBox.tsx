import { answerField, answersIn, valuesIn } from '#contract/buy-fields.ts'
import { fullChoiceName } from '#contract/choices.ts'
import { formatDollars } from '#contract/money.ts'
import type { Choice, Product } from '#contract/products.ts'
import { CHOICES } from '../../texts/choices.ts'
import { useEarlyInput } from '../../ui/use-early-input.ts'
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
        const wrong = check()
        if (wrong) document.getElementById(answerField(wrong))?.focus()
        return !wrong
      }}
    >
      <div ref={place} className="grid gap-5">
        <ChoiceFields product={product} chosen={chosen} onChoose={choose} />
        <AnswerFields {...fields} />
      </div>
    </BuyForm>
  )
}

/** What goes into the cart: the choice, as a product. */
function boughtOf(product: Family, choice: Choice): BuyBoxProduct {
  const { _id, slug, price, qty, values, photo, makeDays } = choice
  const shown = product.images.filter(({ Location }) => Location === photo)
  return {
    ...product,
    ...{ _id, slug, price, qty, payingUntil: undefined, name: fullChoiceName(product.name, values) },
    ...(shown.length > 0 && { images: shown }),
    ...(makeDays && { makeDays }),
  }
}
