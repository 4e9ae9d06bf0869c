import { useRef } from 'react'
import type { PickedProduct } from '#contract/admin/goods.ts'
import { PLACEHOLDER_PHOTO } from '#contract/photos.ts'
import { GOODS } from '#web/texts/admin-goods.ts'
import { Button } from '#web/ui/Button.tsx'
import { Link } from '#web/ui/Link.tsx'
import { Photo } from '#web/ui/Photo.tsx'

type Props = { products: PickedProduct[]; onChange(products: PickedProduct[]): void }

/** The products that were picked, each with a button that removes it. */
export function PickedProducts({ products, onChange }: Props) {
  const list = useRef<HTMLUListElement>(null)
  if (products.length === 0) return null
  const remove = (id: string) => {
    onChange(products.filter(({ _id }) => _id !== id))
    // The focused button is gone.
    list.current?.focus()
  }
  return (
    <ul ref={list} tabIndex={-1} aria-label={GOODS.products} className="divide-y divide-line">
      {products.map(({ _id, name, sku, image }) => (
        <li key={_id} className="flex items-center gap-3 py-2">
          <Photo image={image ?? PLACEHOLDER_PHOTO} alt="" sizes="3rem" className="size-12 shrink-0 rounded-sm" />
          <span className="grid min-w-0 grow">
            <Link to={`/admin/products/${_id}/edit`} className="min-w-0 py-1 font-medium break-words">
              {name}
            </Link>
            <span className="text-sm text-muted">{sku}</span>
          </span>
          <Button type="button" variant="quiet" aria-label={GOODS.removeOne(name)} onClick={() => remove(_id)}>
            {GOODS.remove}
          </Button>
        </li>
      ))}
    </ul>
  )
}
