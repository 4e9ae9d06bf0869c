import { useRef, useState } from 'react'
import type { CollectedProduct } from '#contract/admin/collections.ts'
import type { AdminProduct } from '#contract/admin/products.ts'
import { PLACEHOLDER_PHOTO } from '#contract/photos.ts'
import { useAdminProductsQuery } from '#web/admin/calls/adminProductsApi.ts'
import { LoadFailure } from '#web/shop/layout/LoadFailure.tsx'
import { COLLECTION_FORM } from '#web/texts/admin-collections.ts'
import { Button } from '#web/ui/Button.tsx'
import { Field } from '#web/ui/Field.tsx'
import { Photo } from '#web/ui/Photo.tsx'
import { useSettled } from '#web/ui/use-settled.ts'

const PAUSE_MS = 250
const MOST_SHOWN = 6

type Props = { products: Pick<CollectedProduct, '_id'>[]; onAdd(product: CollectedProduct, source: AdminProduct): void }

/** A search for pieces that are not in the collection, the newest ones at first, each with a button that adds it. */
export function AddPieces({ products, onAdd }: Props) {
  const field = useRef<HTMLDivElement>(null)
  const [text, setText] = useState('')
  const [added, setAdded] = useState('')
  const query = useAdminProductsQuery(new URLSearchParams({ keyword: useSettled(text.trim(), PAUSE_MS) }).toString())
  const collected = new Set(products.map(({ _id }) => _id))
  const others = query.data?.products.filter(({ _id }) => !collected.has(_id)).slice(0, MOST_SHOWN)
  const add = (product: AdminProduct) => {
    onAdd(collectedFrom(product), product)
    setAdded(product.name)
    // The focused button is gone.
    field.current?.querySelector('input')?.focus()
  }
  return (
    <div className="grid gap-3 border-t border-line pt-5">
      <div ref={field}>
        <Field
          label={COLLECTION_FORM.find}
          type="search"
          value={text}
          maxLength={100}
          autoComplete="off"
          enterKeyHint="search"
          onChange={({ currentTarget }) => setText(currentTarget.value)}
          // Enter would save the collection.
          onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
        />
      </div>
      <p role="status" className={added ? 'text-sm text-muted' : 'sr-only'}>
        {added && COLLECTION_FORM.added(added)}
      </p>
      <LoadFailure queries={[query]} />
      {others?.length === 0 && <p className="text-muted">{COLLECTION_FORM.noneFound}</p>}
      <ul aria-label={COLLECTION_FORM.others} className="divide-y divide-line empty:hidden">
        {others?.map((product) => (
          <li key={product._id} className="flex items-center gap-3 py-2">
            <Photo
              image={product.images[0] ?? PLACEHOLDER_PHOTO}
              alt=""
              sizes="3rem"
              className="size-12 shrink-0 rounded-sm"
            />
            <span className="min-w-0 grow break-words">{product.name}</span>
            <Button
              type="button"
              variant="quiet"
              aria-label={COLLECTION_FORM.addOne(product.name)}
              onClick={() => add(product)}
            >
              {COLLECTION_FORM.add}
            </Button>
          </li>
        ))}
      </ul>
    </div>
  )
}

const collectedFrom = ({ _id, name, sku, qty, draft = false, images }: AdminProduct): CollectedProduct => ({
  ...{ _id, name, sku, qty, draft },
  image: images[0] ?? null,
})
