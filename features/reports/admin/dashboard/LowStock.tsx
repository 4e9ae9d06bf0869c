import { counted } from '#web/texts/admin.ts'
import { Badge } from '#web/ui/Badge.tsx'
import { Link } from '#web/ui/Link.tsx'
import type { Dashboard } from '../../contract/dashboard.ts'
import { EmptyNote, Section } from './Section.tsx'
import { LOW_STOCK } from './texts.ts'

/** Products to list, sold out ones first. */
const SHOWN = 6

/** The products that are sold out or low in stock, with links to edit them. */
export function LowStock({ lowStock, low, soldOut }: Pick<Dashboard, 'lowStock' | 'low' | 'soldOut'>) {
  const count = soldOut.count + low.count
  const products = [...soldOut.products, ...low.products].slice(0, SHOWN)
  return (
    <Section title={LOW_STOCK.title} aside={<span className="font-medium">{counted(count, 'product')}</span>}>
      {count === 0 ? (
        <EmptyNote>{LOW_STOCK.nothing(lowStock)}</EmptyNote>
      ) : (
        <ul className="divide-y divide-line">
          {products.map(({ _id, name, qty }) => (
            <li key={_id} className="flex items-center justify-between gap-4">
              <Link to={`/admin/products/${_id}/edit`} className="flex min-h-11 min-w-0 items-center wrap-anywhere">
                {name}
              </Link>
              <span className="whitespace-nowrap">
                <Badge kind={qty === 0 ? 'bad' : 'neutral'}>
                  {qty === 0 ? LOW_STOCK.soldOut : LOW_STOCK.left(qty)}
                </Badge>
              </span>
            </li>
          ))}
        </ul>
      )}
      {count > products.length && <p className="text-sm text-muted">{LOW_STOCK.more(count - products.length)}</p>}
    </Section>
  )
}
