import { formatDollars } from '#contract/money.ts'
import type { Product } from '#contract/products.ts'
import { formatZonedMoment } from '#contract/zoned-moments.ts'
import { useShop } from '#web/shop/settings/use-shop.ts'
import { ButtonLink } from '#web/ui/Button.tsx'
import { Link } from '#web/ui/Link.tsx'
import { WasPrice } from '#web/ui/WasPrice.tsx'
import { TURN_CLOCK } from './panel-id.ts'
import { TurnClock } from './TurnClock.tsx'
import { DROP } from './texts.ts'

/** On the page of a piece: its drop, and before the start the price, because nobody can buy it yet. */
export function InDrop({ product: { drop, price, wasPrice } }: { product: Product }) {
  const { timeZone } = useShop()
  if (!drop) return null
  const { _id, name, slug, state, startsAt } = drop
  const path = `/drops/${slug}`
  if (state === 'line')
    return (
      <div className="rounded-md bg-sand px-4 py-3 break-words">
        <TurnClock id={TURN_CLOCK} drop={_id}>
          <p>{DROP.product(name)}</p>
        </TurnClock>
        <Link to={path}>{DROP.toLine}</Link>
      </div>
    )
  return (
    <>
      <p className="font-serif text-2xl">
        <WasPrice cents={wasPrice} />
        {formatDollars(price)}
      </p>
      <div className="grid justify-items-start gap-4 rounded-md bg-sand px-4 py-4 break-words sm:px-5">
        <p>{DROP.coming(name, formatZonedMoment(startsAt, timeZone))}</p>
        <ButtonLink to={path}>{DROP.toDrop}</ButtonLink>
      </div>
    </>
  )
}
