import type { CollectedProduct } from '#contract/admin/collections.ts'
import { PLACEHOLDER_PHOTO } from '#contract/photos.ts'
import { Movers } from '#web/admin/lists/Movers.tsx'
import { useMoving } from '#web/admin/lists/use-moving.ts'
import { MOVING } from '#web/texts/admin.ts'
import { COLLECTION_FORM } from '#web/texts/admin-collections.ts'
import { Badge } from '#web/ui/Badge.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Link } from '#web/ui/Link.tsx'
import { Photo } from '#web/ui/Photo.tsx'

type Props = { products: CollectedProduct[]; onChange(products: CollectedProduct[]): void }

/** The products of a collection, to order and to remove. */
export function CollectedProducts({ products, onChange }: Props) {
  const { list, moved, move } = useMoving({ rows: products, show: onChange })
  if (products.length === 0) return <p className="text-muted">{COLLECTION_FORM.noPieces}</p>
  const remove = (id: string) => {
    onChange(products.filter(({ _id }) => _id !== id))
    // The focused button is gone.
    list.current?.focus()
  }
  return (
    <>
      <p role="status" className="sr-only">
        {moved && MOVING.moved(moved.row.name, moved.to + 1, products.length)}
      </p>
      <ol ref={list} tabIndex={-1} aria-label={COLLECTION_FORM.pieces} className="divide-y divide-line">
        {products.map((product, index) => (
          <Row
            key={product._id}
            product={product}
            isFirst={index === 0}
            isLast={index === products.length - 1}
            onMove={(by) => move(index, by)}
            onRemove={() => remove(product._id)}
          />
        ))}
      </ol>
    </>
  )
}

type RowProps = {
  product: CollectedProduct
  isFirst: boolean
  isLast: boolean
  onMove(by: 1 | -1): void
  onRemove(): void
}

const Row = ({ product: { _id, name, sku, qty, draft, image }, isFirst, isLast, onMove, onRemove }: RowProps) => (
  <li className="flex items-center gap-3 py-2">
    <Movers {...{ name, isFirst, isLast, onMove }} className="-ml-3 max-sm:flex-col" />
    <Photo image={image ?? PLACEHOLDER_PHOTO} alt="" sizes="3rem" className="size-12 shrink-0 rounded-sm" />
    <span className="flex min-w-0 grow flex-wrap items-center gap-x-4">
      <span className="grid min-w-0 grow basis-36 justify-items-start">
        <Link to={`/admin/products/${_id}/edit`} className="min-w-0 py-1 font-medium break-words">
          {name}
        </Link>
        <span className="flex flex-wrap items-center gap-x-3 text-sm text-muted">
          {sku}
          {draft && <Badge kind="neutral">{COLLECTION_FORM.draft}</Badge>}
          {!draft && qty === 0 && <Badge kind="neutral">{COLLECTION_FORM.soldOut}</Badge>}
        </span>
      </span>
      <Button
        type="button"
        variant="quiet"
        className="mx-0 px-0!"
        aria-label={COLLECTION_FORM.removeOne(name)}
        onClick={onRemove}
      >
        {COLLECTION_FORM.remove}
      </Button>
    </span>
  </li>
)
