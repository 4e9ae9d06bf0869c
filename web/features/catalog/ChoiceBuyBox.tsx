import { formatDollars } from '#contract/money.ts'
import type { Choice, Product } from '#contract/products.ts'
import { CHOICES } from '../../texts/choices.ts'
import { AnswerFields, answerFieldId, useAnswers } from './AnswerFields.tsx'
import { type BuyBoxProduct, BuyForm } from './BuyBox.tsx'
import { ChoiceFields } from './ChoiceFields.tsx'
import { choiceName, priceRange } from './choices.ts'
import { useChoice } from './use-choice.ts'

type Family = BuyBoxProduct & Pick<Product, 'priceMax' | 'axes' | 'choices' | 'asks'>

/**
 * The buy box of a product that comes in choices or has questions. Price and stock are those of the choice once the
 * shopper has made one.
 */
export function ChoiceBuyBox({ product }: { product: Family }) {
  const { chosen, choice, choose } = useChoice(product)
  const { answered, check, fields } = useAnswers(product._id, product.asks)
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
        if (wrong) document.getElementById(answerFieldId(wrong))?.focus()
        return !wrong
      }}
    >
      <ChoiceFields product={product} chosen={chosen} onChoose={choose} />
      <AnswerFields {...fields} />
    </BuyForm>
  )
}

/** What goes into the cart: the choice, as a product. */
function boughtOf(product: Family, choice: Choice): BuyBoxProduct {
  const { _id, slug, price, qty, values, photo, makeDays = product.makeDays } = choice
  const shown = product.images.filter(({ Location }) => Location === photo)
  return {
    ...product,
    ...{ _id, slug, price, qty, payingUntil: undefined, name: choiceName(product.name, values) },
    ...(shown.length > 0 && { images: shown }),
    ...(makeDays && { makeDays }),
  }
}
