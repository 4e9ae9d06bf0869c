import { useRef } from 'react'
import { PLACEHOLDER_PHOTO } from '#contract/photos.ts'
import { Button } from '#web/ui/Button.tsx'
import { Link } from '#web/ui/Link.tsx'
import { Photo } from '#web/ui/Photo.tsx'
import type { EditedDrop } from '../contract.ts'
import { DROP_FORM } from './texts.ts'

type Products = EditedDrop['products']

/** The products of a drop, to remove. */
export function DroppedProducts({ products, onChange }: { products: Products; onChange(products: Products): void }) {
  const list = useRef<HTMLUListElement>(null)
  if (products.length === 0) return <p className="text-muted">{DROP_FORM.noPieces}</p>
  const remove = (id: string) => {
    onChange(products.filter(({ _id }) => _id !== id))
    // The focused button is gone.
    list.current?.focus()
  }
  return (
    <ul ref={list} tabIndex={-1} aria-label={DROP_FORM.pieces} className="divide-y divide-line">
      {products.map(({ _id, name, sku, qty, image }) => (
        <li key={_id} className="flex items-center gap-3 py-2">
          <Photo image={image ?? PLACEHOLDER_PHOTO} alt="" sizes="3rem" className="size-12 shrink-0 rounded-sm" />
          <span className="grid min-w-0 grow">
            <Link to={`/admin/products/${_id}/edit`} className="min-w-0 py-1 font-medium break-words">
              {name}
            </Link>
            <span className="text-sm text-muted">{[sku, DROP_FORM.stock(qty)].filter(Boolean).join(' · ')}</span>
          </span>
          <Button type="button" variant="quiet" aria-label={DROP_FORM.removeOne(name)} onClick={() => remove(_id)}>
            {DROP_FORM.remove}
          </Button>
        </li>
      ))}
    </ul>
  )
}
