import { useLocation, useNavigate } from 'react-router'
import type { AdminProduct } from '#contract/admin/products.ts'
import { formatDollars } from '#contract/money.ts'
import { PLACEHOLDER_PHOTO } from '#contract/photos.ts'
import { useCopyProductMutation } from '#web/admin/calls/adminProductsApi.ts'
import { useIsOwner } from '#web/admin/lib/use-is-owner.ts'
import type { Column } from '#web/admin/lists/DataTable.tsx'
import { DeleteButton } from '#web/admin/lists/RowActions.tsx'
import { PRODUCT_LIST } from '#web/texts/admin-products.ts'
import { Badge } from '#web/ui/Badge.tsx'
import { Button, ButtonLink } from '#web/ui/Button.tsx'
import { Photo } from '#web/ui/Photo.tsx'

/** The columns of the product list. */
export const productColumns: Column<AdminProduct>[] = [
  {
    heading: PRODUCT_LIST.columns.image,
    cell: ({ images }) => (
      <Photo
        image={images[0] ?? PLACEHOLDER_PHOTO}
        alt=""
        sizes="4rem"
        className="aspect-square w-16 shrink-0 self-start rounded-md"
      />
    ),
  },
  {
    heading: PRODUCT_LIST.columns.sku,
    cell: ({ sku }) => (
      <span className="block max-w-40 truncate" title={sku}>
        {sku || '–'}
      </span>
    ),
    sort: 'sku',
  },
  { heading: PRODUCT_LIST.columns.name, cell: (product) => <Name product={product} />, sort: 'name' },
  {
    heading: PRODUCT_LIST.columns.price,
    cell: ({ price }) => formatDollars(price),
    sort: 'price',
    kind: 'number',
  },
  {
    heading: PRODUCT_LIST.columns.category,
    cell: ({ categoryLabel }) => categoryLabel,
    sort: 'category',
  },
  {
    heading: PRODUCT_LIST.columns.qty,
    cell: (product) => <Quantity product={product} />,
    sort: 'qty',
    kind: 'number',
  },
]

const Name = ({ product }: { product: AdminProduct }) => (
  <span className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1">
    <span className="min-w-0 font-medium break-words">{product.name}</span>
    {traitsOf(product).map((trait) => (
      <Badge key={trait} kind="neutral">
        {trait}
      </Badge>
    ))}
  </span>
)

const traitsOf = ({ draft, featured, oneOfAKind }: AdminProduct): string[] =>
  [draft && PRODUCT_LIST.draft, featured && PRODUCT_LIST.featured, oneOfAKind && PRODUCT_LIST.oneOfAKind].filter(
    (trait) => typeof trait === 'string',
  )

/** A product on a narrow page: all columns in three lines beside its photo. */
export const ProductFacts = ({ product }: { product: AdminProduct }) => (
  <span className="grid min-w-0 flex-1 gap-1">
    <span className="line-clamp-2 font-medium break-words">{product.name}</span>
    <span className="flex flex-wrap items-center gap-x-2 gap-y-1 tabular-nums">
      {formatDollars(product.price)}
      <span className="text-muted">{PRODUCT_LIST.stock(product.qty)}</span>
      <StockBadge product={product} />
    </span>
    <span className="text-xs break-words text-muted">
      {[product.sku, product.categoryLabel, ...traitsOf(product)].filter(Boolean).join(' · ')}
    </span>
  </span>
)

/** The quantity, with a badge when it is low or zero. */
const Quantity = ({ product }: { product: AdminProduct }) => (
  <span className="inline-flex flex-wrap items-center justify-end gap-x-3 gap-y-1">
    <StockBadge product={product} />
    {product.qty}
  </span>
)

function StockBadge({ product: { qty, draft, isLow } }: { product: AdminProduct }) {
  const word = draft ? null : qty === 0 ? PRODUCT_LIST.soldOut : isLow ? PRODUCT_LIST.low : null
  return word && <Badge kind={qty === 0 ? 'bad' : 'warning'}>{word}</Badge>
}

type ActionsProps = { product: AdminProduct; isDeleting: boolean; onDelete(): void; onRefused(failure: unknown): void }

/** The links and buttons of a product in the list. */
export function ProductActions({ product: { _id, name }, isDeleting, onDelete, onRefused }: ActionsProps) {
  const { pathname, search } = useLocation()
  const navigate = useNavigate()
  const [copy, { isLoading }] = useCopyProductMutation()
  const isOwner = useIsOwner()
  const back = pathname + search
  const duplicate = async () => {
    const { data, error } = await copy(_id)
    if (!data) return onRefused(error)
    const state = { back, banner: PRODUCT_LIST.duplicated(data.name) }
    navigate(`/admin/products/${data._id}/edit`, { state })
  }
  return (
    <>
      <ButtonLink
        to={`/admin/products/${_id}/edit`}
        state={{ back }}
        variant="quiet"
        aria-label={PRODUCT_LIST.editNamed(name)}
      >
        {PRODUCT_LIST.edit}
      </ButtonLink>
      {isOwner && (
        <>
          <Button
            variant="quiet"
            isBusy={isLoading}
            aria-label={PRODUCT_LIST.duplicateNamed(name)}
            onClick={() => void duplicate()}
          >
            {PRODUCT_LIST.duplicate}
          </Button>
          <DeleteButton
            name={name}
            sentence={PRODUCT_LIST.confirmDelete(name)}
            isDeleting={isDeleting}
            onDelete={onDelete}
          />
        </>
      )}
    </>
  )
}
