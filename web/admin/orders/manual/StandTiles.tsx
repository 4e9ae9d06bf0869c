import { useRef, useState } from 'react'
import type { Stand, StandProduct } from '#contract/admin/orders.ts'
import { formatDollars } from '#contract/money.ts'
import { PLACEHOLDER_PHOTO } from '#contract/photos.ts'
import { useAdminProductsQuery } from '#web/admin/calls/adminProductsApi.ts'
import { MANUAL_ORDER, STAND } from '#web/texts/admin-manual-orders.ts'
import { CHOICES } from '#web/texts/choices.ts'
import { Field } from '#web/ui/Field.tsx'
import { Photo } from '#web/ui/Photo.tsx'
import { useSettled } from '#web/ui/use-settled.ts'
import { ChoiceSheet } from './ChoiceSheet.tsx'
import { type Line, lineOf } from './manual-draft.ts'
import { hasWords, productsAfter, unitsOf } from './stand-stock.ts'

const TYPING_MS = 250

type Props = {
  /** With what is left of its products. */
  stand: Stand
  lines: Line[]
  /** The units that are sold on this device and not sent, by product. */
  unsentUnits: ReadonlyMap<string, number>
  onAdd(line: Line): void
}

/** What can be sold, as tiles: a tap adds one. One with choices or questions asks for these first. */
export function StandTiles({ stand, lines, unsentUnits, onAdd }: Props) {
  const [text, setText] = useState('')
  const words = text.trim()
  const found = useOthers(stand, words)
  const [asked, ask] = useState<StandProduct | null>(null)
  const lastTile = useRef<HTMLElement | null>(null)
  const left = [...stand.products, ...productsAfter(found, unsentUnits)].filter(({ qty }) => qty > 0)
  const shown = left.filter((product) => hasWords(product, words))
  const choose = (product: StandProduct, tile: HTMLElement) => {
    if (!product.choices && !product.asks) return onAdd(lineOf(product))
    lastTile.current = tile
    ask(product)
  }
  const close = () => {
    ask(null)
    lastTile.current?.focus()
  }
  return (
    <div className="grid gap-4">
      <Field
        label={MANUAL_ORDER.search}
        type="search"
        name="search"
        autoComplete="off"
        enterKeyHint="search"
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
      {shown.length === 0 && (
        <p className="text-muted">{words ? MANUAL_ORDER.noneFound : left.length === 0 && STAND.nothingLeft}</p>
      )}
      <ul
        aria-label={MANUAL_ORDER.found}
        className="grid grid-cols-3 gap-2 sm:grid-cols-4 sm:gap-3 lg:grid-cols-3 xl:grid-cols-4 2xl:grid-cols-5"
      >
        {shown.map((product) => (
          <li key={product._id}>
            <Tile product={product} inCart={unitsOf(product, lines)} onChoose={(tile) => choose(product, tile)} />
          </li>
        ))}
      </ul>
      {asked && (
        <ChoiceSheet
          product={asked}
          lines={lines}
          onAdd={(line) => {
            onAdd(line)
            close()
          }}
          onClose={close}
        />
      )}
    </div>
  )
}

/** What a search finds of the products that the stand has no room for. */
function useOthers({ products, hasMore }: Stand, words: string): StandProduct[] {
  const keyword = useSettled(words, TYPING_MS)
  const query = new URLSearchParams({ keyword, inStock: 'true' }).toString()
  const { data } = useAdminProductsQuery(query, { skip: !hasMore || keyword === '' })
  if (keyword !== words || !hasMore) return []
  const known = new Set(products.map(({ _id }) => _id))
  return (data?.products ?? []).filter(({ _id, draft }) => !draft && !known.has(_id))
}

type TileProps = { product: StandProduct; inCart: number; onChoose(tile: HTMLElement): void }

function Tile({ product, inCart, onChoose }: TileProps) {
  const { name, price, priceMax = price, qty, images } = product
  const dollars = formatDollars(price)
  return (
    <button
      type="button"
      disabled={inCart >= qty}
      onClick={({ currentTarget }) => onChoose(currentTarget)}
      className={`relative grid h-full w-full content-start gap-1 rounded-md border bg-card p-1.5 text-left transition-colors hover:border-accent disabled:text-muted ${
        inCart > 0 ? 'border-accent outline outline-accent' : 'border-line'
      }`}
    >
      <Photo image={images[0] ?? PLACEHOLDER_PHOTO} alt="" sizes="(min-width: 40rem) 12rem, 33vw" />
      <span className="line-clamp-2 px-0.5 text-sm leading-snug font-medium wrap-anywhere">{name}</span>
      <span className="px-0.5 text-sm tabular-nums">{priceMax > price ? CHOICES.from(dollars) : dollars}</span>
      <span className="px-0.5 text-xs text-muted">{inCart >= qty ? STAND.allInCart : MANUAL_ORDER.left(qty)}</span>
      {inCart > 0 && (
        <span className="absolute top-0 right-0 grid size-8 -translate-y-1 translate-x-1 place-items-center rounded-full bg-accent text-sm font-semibold text-paper tabular-nums">
          <span aria-hidden="true">{inCart}</span>
          <span className="sr-only">{STAND.inCart(inCart)}</span>
        </span>
      )}
    </button>
  )
}
