import { useState } from 'react'
import type { AdminProduct } from '#contract/admin/products.ts'
import { formatDollars } from '#contract/money.ts'
import { PLACEHOLDER_PHOTO } from '#contract/photos.ts'
import type { Product } from '#contract/products.ts'
import { messageOf } from '../../../../api-failure.ts'
import { MANUAL_ORDER } from '../../../../texts/admin-manual-orders.ts'
import { CHOICES } from '../../../../texts/choices.ts'
import { Field } from '../../../../ui/Field.tsx'
import { Photo } from '../../../../ui/Photo.tsx'
import { Skeleton } from '../../../../ui/Skeleton.tsx'
import { StandingAlert } from '../../../../ui/StandingAlert.tsx'
import { useSettled } from '../../../../ui/use-settled.ts'
import { LoadFailure } from '../../../layout/LoadFailure.tsx'
import { useAdminProductsQuery } from '../../products/adminProductsApi.ts'
import { type Line, lineOf } from './manual-draft.ts'
import { useLazyPieceQuery } from './manualOrdersApi.ts'
import { PieceForm } from './PieceForm.tsx'

const TYPING_MS = 250
const MOST_SHOWN = 8

/** Finds pieces by their words and adds them; one with choices or questions asks for these first. */
export function PiecePicker({ onAdd, error }: { onAdd(line: Line): void; error?: string | undefined }) {
  const [text, setText] = useState('')
  const keyword = useSettled(text.trim(), TYPING_MS)
  const list = useAdminProductsQuery(new URLSearchParams({ keyword }).toString(), {
    refetchOnMountOrArgChange: true,
  })
  const { data, error: failure } = list
  const [load, { error: notLoaded }] = useLazyPieceQuery()
  const [asked, ask] = useState<Product | null>(null)
  const add = async (row: AdminProduct) => {
    const { data: product } = await load(row._id)
    if (!product) return
    if (product.choices || product.asks) return ask(product)
    onAdd(lineOf(product))
  }
  const shown = (data?.products ?? []).filter(({ draft }) => !draft).slice(0, MOST_SHOWN)
  if (asked)
    return (
      <PieceForm
        product={asked}
        onAdd={(line) => {
          onAdd(line)
          ask(null)
        }}
        onCancel={() => ask(null)}
      />
    )
  return (
    <div className="grid gap-3">
      <Field
        label={MANUAL_ORDER.search}
        type="search"
        name="search"
        autoComplete="off"
        enterKeyHint="search"
        value={text}
        onChange={({ target }) => setText(target.value)}
        // Enter would send the form.
        onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
        {...(error && { error })}
      />
      <LoadFailure queries={[list]} />
      {notLoaded !== undefined && <StandingAlert of={notLoaded}>{messageOf(notLoaded)}</StandingAlert>}
      {!data && !failure && <Skeleton className="h-48" />}
      {data && shown.length === 0 && <p className="text-muted">{MANUAL_ORDER.noneFound}</p>}
      <ul aria-label={MANUAL_ORDER.found} className="divide-y divide-line">
        {shown.map((product) => (
          <li key={product._id}>
            <Found product={product} onChoose={() => void add(product)} />
          </li>
        ))}
      </ul>
    </div>
  )
}

const Found = ({ product, onChoose }: { product: AdminProduct; onChoose(): void }) => {
  const { name, price, priceMax = price, qty, images } = product
  const dollars = formatDollars(price)
  return (
    <button
      type="button"
      disabled={qty === 0}
      onClick={onChoose}
      className="flex min-h-16 w-full items-center gap-3 rounded-md px-1 py-2 text-left transition-colors hover:bg-sand disabled:text-muted disabled:hover:bg-transparent"
    >
      <Photo
        image={images[0]?.Location ?? PLACEHOLDER_PHOTO}
        alt=""
        sizes="3rem"
        className="size-12 shrink-0 rounded-sm"
      />
      <span className="min-w-0 grow">
        <span className="block font-medium wrap-anywhere">{name}</span>
        <span className="block text-sm text-muted">{qty === 0 ? MANUAL_ORDER.soldOut : MANUAL_ORDER.left(qty)}</span>
      </span>
      <span className="shrink-0 tabular-nums">{priceMax > price ? CHOICES.from(dollars) : dollars}</span>
    </button>
  )
}
