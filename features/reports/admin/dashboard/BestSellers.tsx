import { PLACEHOLDER_PHOTO } from '#contract/photos.ts'
import { Link } from '#web/ui/Link.tsx'
import { Photo } from '#web/ui/Photo.tsx'
import { type BestSeller, TRADE_DAYS } from '../../contract/dashboard.ts'
import { EmptyNote, Section } from './Section.tsx'
import { BEST_SELLERS, DASHBOARD } from './texts.ts'

/** The products that sold best lately. */
export const BestSellers = ({ bestSellers }: { bestSellers: BestSeller[] }) => (
  <Section
    title={BEST_SELLERS.title}
    aside={<span className="text-sm text-muted">{DASHBOARD.lastDays(TRADE_DAYS)}</span>}
  >
    {bestSellers.length === 0 ? (
      <EmptyNote>{BEST_SELLERS.nothing}</EmptyNote>
    ) : (
      <ol className="divide-y divide-line">
        {bestSellers.map((product) => (
          <li key={product._id} className="flex items-center gap-4 py-2">
            <Photo
              image={product.image ?? PLACEHOLDER_PHOTO}
              alt=""
              sizes="3.5rem"
              className="size-14 shrink-0 rounded-md"
            />
            <div className="min-w-0 grow">
              <Name {...product} />
              <p className="text-sm text-muted tabular-nums">{BEST_SELLERS.facts(product.pieces, product.amount)}</p>
            </div>
          </li>
        ))}
      </ol>
    )}
  </Section>
)

const Name = ({ _id, name, isDeleted }: BestSeller) =>
  isDeleted ? (
    <p className="font-medium break-words">{name}</p>
  ) : (
    <Link to={`/admin/products/${_id}/edit`} className="inline-block py-1 font-medium break-words">
      {name}
    </Link>
  )
