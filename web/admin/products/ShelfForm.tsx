import { useState } from 'react'
import { useNavigate } from 'react-router'
import { z } from 'zod'
import { AdminProduct } from '#contract/admin/products.ts'
import { PRODUCT_FIELD_NAMES } from '#contract/admin/texts.ts'
import { choiceName } from '#contract/choices.ts'
import { parseNumber } from '#contract/numbers.ts'
import { ProductImage } from '#contract/products.ts'
import { useLazyAdminProductQuery, useUpdateShelfMutation } from '#web/admin/calls/adminProductsApi.ts'
import { DraftNotices } from '#web/admin/forms/DraftNotices.tsx'
import { useDraftForm } from '#web/admin/forms/use-draft-form.ts'
import { mergeProblem, problemAt } from '#web/admin/forms/use-saved-draft.ts'
import { PhotoEditor } from '#web/admin/photos/PhotoEditor.tsx'
import type { UploadStatus } from '#web/admin/photos/use-uploads.ts'
import { PRODUCT_FORM } from '#web/texts/admin-products.ts'
import { PACKERS } from '#web/texts/packers.ts'
import { Button, ButtonLink } from '#web/ui/Button.tsx'
import { Field } from '#web/ui/Field.tsx'
import { Head } from '#web/ui/Head.tsx'
import { Panel } from '#web/ui/Panel.tsx'
import { useBack } from './use-back.ts'

/** `stock` is what is typed, by the id of the product, or of its choices if it has some. */
const ShelfEntries = z.object({ images: z.array(ProductImage), stock: z.record(z.string(), z.string()) })

/** What is counted: the product itself, or each of its choices. */
const stockedPieces = ({ _id, name, qty, choices }: AdminProduct) =>
  choices?.map((choice) => ({ _id: choice._id, name: choiceName(choice.values), qty: choice.qty })) ?? [
    { _id, name, qty },
  ]

/** The form of a product for packers: its photos and its stock. */
export function ShelfForm({ product }: { product: AdminProduct }) {
  const [{ underWay }, setUploading] = useState<UploadStatus>({ underWay: 0, failed: 0, failedNames: '' })
  const back = useBack()
  const editing = useShelfForm(product, back)
  const { form, values, loaded, errors, isSending, change } = editing
  return (
    <section aria-labelledby="shelf" className="grid max-w-4xl gap-6">
      <Head title={PACKERS.shelf} noIndex />
      <header className="grid gap-2">
        <h1 id="shelf">{loaded.name}</h1>
        <p className="text-muted">{PACKERS.shelfHint}</p>
      </header>
      <DraftNotices editing={editing} />
      <form {...form} className="grid gap-6">
        <Panel>
          <div className="grid gap-5 sm:grid-cols-2">
            {stockedPieces(loaded).map(({ _id, name }) => (
              <Field
                key={_id}
                label={PACKERS.pieces(name)}
                inputMode="numeric"
                autoComplete="off"
                value={values.stock[_id] ?? ''}
                error={errors[_id]}
                onChange={({ target }) => change(({ stock }) => ({ stock: { ...stock, [_id]: target.value } }))}
              />
            ))}
          </div>
        </Panel>
        <Panel>
          <section aria-labelledby="photos" className="grid gap-5">
            <h2 id="photos">{PRODUCT_FORM.photos}</h2>
            <PhotoEditor
              images={values.images}
              onChange={(edit) => change(({ images }) => ({ images: edit(images) }))}
              onUploading={setUploading}
              name={loaded.name}
            />
          </section>
        </Panel>
        <div className="flex flex-wrap gap-4">
          <Button isBusy={isSending || underWay > 0}>{PRODUCT_FORM.save}</Button>
          <ButtonLink to={back} variant="secondary">
            {PRODUCT_FORM.back}
          </ButtonLink>
        </div>
      </form>
    </section>
  )
}

function useShelfForm(product: AdminProduct, back: string) {
  const [update] = useUpdateShelfMutation()
  const [load] = useLazyAdminProductQuery()
  const navigate = useNavigate()
  return useDraftForm({
    key: `shelf:${product._id}`,
    stored: product,
    schema: AdminProduct,
    fields: ShelfEntries,
    valuesOf: (stored: AdminProduct) => ({
      images: stored.images,
      stock: Object.fromEntries(stockedPieces(stored).map(({ _id, qty }) => [_id, String(qty)])),
    }),
    conflict: {
      codes: ['product_changed', 'stock_too_low'],
      load: () => load(product._id),
      problem: mergeProblem('product', { images: PRODUCT_FORM.photos, stock: PRODUCT_FIELD_NAMES.qty }),
    },
    async save({ values: { images, stock }, loaded, changed }) {
      const counted = stockedPieces(loaded).map(({ _id, qty }) => ({
        _id,
        qty: parseNumber(stock[_id] ?? ''),
        qtyLoaded: qty,
      }))
      const odd = counted.find(({ qty }) => qty === null || !Number.isInteger(qty))
      if (odd) return problemAt(odd._id, PACKERS.wholeNumber)
      const moved = counted.flatMap(({ qty, ...piece }) =>
        qty !== null && qty !== piece.qtyLoaded ? [{ ...piece, qty }] : [],
      )
      const own = moved.find(({ _id }) => _id === loaded._id)
      return update({
        id: loaded._id,
        ...(changed.includes('images') && { images, version: loaded.version }),
        ...(own ? { qty: own.qty, qtyLoaded: own.qtyLoaded } : moved.length > 0 && { choices: moved }),
      })
    },
    onSaved: ({ name }) => navigate(back, { replace: true, state: { banner: PACKERS.saved(name) } }),
  })
}
