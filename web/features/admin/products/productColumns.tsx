import { useLocation } from 'react-router'
import { formatDollars } from '#contract/money.ts'
import { PLACEHOLDER_PHOTO } from '#contract/photos.ts'
import type { SellersProduct } from '#contract/product-edits.ts'
import { Badge } from '../../../ui/Badge.tsx'
import { ButtonLink } from '../../../ui/Button.tsx'
import { Photo } from '../../../ui/Photo.tsx'
import type { Column } from '../lists/DataTable.tsx'
import { DeleteButton } from '../lists/RowActions.tsx'

/** What the list shows of a product. */
export const productColumns: Column<SellersProduct>[] = [
  {
    heading: 'Image',
    cell: (product) => (
      <span className="flex items-center gap-4">
        <Photo
          image={product.images[0] ?? PLACEHOLDER_PHOTO}
          alt=""
          sizes="4rem"
          className="aspect-square w-16 shrink-0 rounded-md"
        />
        <span className="min-w-0 md:hidden">
          <Name product={product} />
        </span>
      </span>
    ),
  },
  { heading: 'SKU', cell: ({ sku }) => <span className="break-all">{sku || '–'}</span>, sort: 'sku' },
  { heading: 'Name', cell: (product) => <Name product={product} />, sort: 'name', isOnlyWide: true },
  { heading: 'Price', cell: ({ price }) => formatDollars(price), sort: 'price', isNumber: true },
  { heading: 'Category', cell: ({ categoryLabel }) => categoryLabel, sort: 'category' },
  { heading: 'Quantity', cell: (product) => <Quantity product={product} />, sort: 'qty', isNumber: true },
]

const Name = ({ product: { name, draft, featured, oneOfAKind } }: { product: SellersProduct }) => (
  <span className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1">
    <span className="min-w-0 font-medium break-words">{name}</span>
    {draft && <Badge kind="neutral">Draft</Badge>}
    {featured && <Badge kind="neutral">Featured</Badge>}
    {oneOfAKind && <Badge kind="neutral">One of a kind</Badge>}
  </span>
)

/** What is low or gone says so in a word. */
function Quantity({ product: { qty, draft, isLow } }: { product: SellersProduct }) {
  const word = draft ? null : qty === 0 ? 'Sold out' : isLow ? 'Low' : null
  return (
    <span className="inline-flex flex-wrap items-center gap-x-3 gap-y-1 md:justify-end">
      {word && <Badge kind={qty === 0 ? 'bad' : 'warning'}>{word}</Badge>}
      {qty}
    </span>
  )
}

type ActionsProps = { product: SellersProduct; isDeleting: boolean; onDelete(): void }

/** What can be done with a product of the list. */
export function ProductActions({ product: { _id, name }, isDeleting, onDelete }: ActionsProps) {
  const { pathname, search } = useLocation()
  return (
    <>
      <ButtonLink
        to={`/admin/products/${_id}/edit`}
        state={{ back: pathname + search }}
        variant="quiet"
        aria-label={`Edit ${name}`}
      >
        Edit
      </ButtonLink>
      <DeleteButton
        name={name}
        sentence={`${name} leaves the shop and this list. Orders that have it keep it.`}
        isDeleting={isDeleting}
        onDelete={onDelete}
      />
    </>
  )
}
