import type { Shelf } from '#contract/admin/dashboard.ts'
import { counted, STOCK } from '../../../texts/admin.ts'
import { Badge } from '../../../ui/Badge.tsx'
import { Link } from '../../../ui/Link.tsx'
import { EmptyNote, Section } from './Section.tsx'

type Props = { title: string; shelf: Shelf; nothing: string }

/** Products with low or no stock, with links to edit them. */
export const Stock = ({ title, shelf: { count, products }, nothing }: Props) => (
  <Section title={title} aside={<span className="font-medium">{counted(count, 'product')}</span>}>
    {count === 0 ? (
      <EmptyNote>{nothing}</EmptyNote>
    ) : (
      <ul className="divide-y divide-line">
        {products.map(({ _id, name, qty }) => (
          <li key={_id} className="flex items-center justify-between gap-4">
            <Link to={`/admin/products/${_id}/edit`} className="flex min-h-11 min-w-0 items-center break-words">
              {name}
            </Link>
            <Badge kind={qty === 0 ? 'bad' : 'neutral'}>{qty === 0 ? STOCK.soldOut : STOCK.left(qty)}</Badge>
          </li>
        ))}
      </ul>
    )}
    {count > products.length && <p className="text-sm text-muted">{STOCK.more(count - products.length)}</p>}
  </Section>
)
