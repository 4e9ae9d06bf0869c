import { formatDollars } from '#contract/money.ts'
import type { DropLink } from '#contract/products.ts'
import { formatZonedMoment } from '#contract/zoned-moments.ts'
import { DROP } from '../../texts/drops.ts'
import { ButtonLink } from '../../ui/Button.tsx'
import { Link } from '../../ui/Link.tsx'
import { useShop } from '../shop/use-shop.ts'

/** On the page of a piece: its drop, and before the start the price, because nobody can buy it yet. */
export function InDrop({ drop: { name, slug, state, startsAt }, price }: { drop: DropLink; price: number }) {
  const { timeZone } = useShop()
  const path = `/drops/${slug}`
  if (state === 'line')
    return (
      <p className="rounded-md bg-sand px-4 py-3 break-words">
        {DROP.product(name)} <Link to={path}>{DROP.toLine}</Link>
      </p>
    )
  return (
    <>
      <p className="font-serif text-2xl">{formatDollars(price)}</p>
      <div className="grid justify-items-start gap-4 rounded-md bg-sand px-4 py-4 break-words sm:px-5">
        <p>{DROP.coming(name, formatZonedMoment(startsAt, timeZone))}</p>
        <ButtonLink to={path}>{DROP.toDrop}</ButtonLink>
      </div>
    </>
  )
}
