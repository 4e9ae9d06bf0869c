import { useCallback, useEffect, useState } from 'react'
import type { Product } from '#contract/products.ts'
import { callApi } from '#web/lib/call-api.ts'
import { ProductCard } from '#web/shop/catalog/ProductCard.tsx'
import { LAYOUT } from '#web/texts/shop.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { Button, ButtonLink } from '#web/ui/Button.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { Link } from '#web/ui/Link.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { MOST_PIECES_AT_ONCE } from '../limits.ts'
import { CardHeart } from './Heart.tsx'
import { storedWishes } from './stored-wishes.ts'
import { WISHES } from './texts.ts'
import { pageWishList } from './wish-list.ts'

const SIZES = '(min-width: 1400px) 21rem, (min-width: 768px) 23vw, 46vw'

/** The pieces of the wish list, the newest first. One that is taken off stays until the page is left. */
export function WishedPieces() {
  const ids = useListedIds()
  const [shownCount, setShownCount] = useState(MOST_PIECES_AT_ONCE)
  const { pieces, isLoading, hasFailed, retry } = usePieces(ids?.slice(0, shownCount))
  if (!ids) return <Skeleton className="h-96" />
  if (ids.length === 0)
    return (
      <EmptyState title={WISHES.empty}>
        <p className="text-muted">{WISHES.emptyLead}</p>
        <ButtonLink to="/shop">{LAYOUT.browse}</ButtonLink>
      </EmptyState>
    )
  const known = ids.slice(0, shownCount).filter((id) => pieces.has(id))
  const listedPieces = known.flatMap((id) => pieces.get(id) ?? [])
  const goneCount = known.length - listedPieces.length
  return (
    <div className="grid gap-8">
      <p className="flex flex-wrap gap-x-4 gap-y-1 text-muted">
        <span>
          {WISHES.count(ids.length - goneCount)}
          {goneCount > 0 && `. ${WISHES.gone(goneCount)}`}
        </span>
        {!storedWishes(window).account && (
          <span>
            {WISHES.onThisDevice} <Link to="/login?redirect=/wishes">{WISHES.signIn}</Link>
          </span>
        )}
      </p>
      {listedPieces.length > 0 && (
        <ul className="grid grid-cols-2 gap-x-4 gap-y-8 sm:gap-x-6 sm:gap-y-10 md:grid-cols-4">
          {listedPieces.map((piece) => (
            <Piece key={piece._id} piece={piece} />
          ))}
        </ul>
      )}
      {hasFailed && (
        <Alert kind="warning">
          {WISHES.failed}{' '}
          <Button variant="quiet" onClick={retry}>
            {WISHES.tryAgain}
          </Button>
        </Alert>
      )}
      {isLoading && <Skeleton className="h-64" />}
      {!isLoading && shownCount < ids.length && (
        <Button
          variant="secondary"
          className="justify-self-center"
          onClick={() => setShownCount(shownCount + MOST_PIECES_AT_ONCE)}
        >
          {WISHES.more}
        </Button>
      )}
    </div>
  )
}

/** Whether one like it has to be made, rather than to come back: that of several choices is chosen first. */
const isMadeAnew = ({ oneOfAKind, choices }: Product) => oneOfAKind || choices !== undefined

/** A piece; one that is sold stays, with the way to another one. */
const Piece = ({ piece }: { piece: Product }) => (
  <li className="grid min-w-0 content-start gap-1">
    <div className="relative">
      <div className={piece.qty === 0 ? 'grayscale' : ''}>
        <ProductCard product={piece} sizes={SIZES} />
      </div>
      <CardHeart product={piece} />
    </div>
    {piece.qty === 0 && (
      <Link to={`/requests/${isMadeAnew(piece) ? 'sister' : 'back'}/${piece.slug}`} className="py-2 font-medium">
        {isMadeAnew(piece) ? WISHES.makeAnother : WISHES.tellWhenBack}
      </Link>
    )}
  </li>
)

/** The ids of the list: new ones come first, and those taken off stay. Undefined until the shop has answered. */
function useListedIds() {
  const [ids, setIds] = useState<string[]>()
  useEffect(() => {
    const wishes = pageWishList()
    const update = () =>
      setIds((before = []) => {
        const now = wishes.ids()
        return now.every((id) => before.includes(id)) ? before : [...new Set([...now, ...before])]
      })
    let stop: (() => void) | undefined
    void wishes.start({ isForced: true }).then(() => {
      update()
      stop = wishes.subscribe(update)
    })
    return () => stop?.()
  }, [])
  return ids
}

/** The products with these ids, null for those that are not in the shop. Each is loaded once. */
function usePieces(ids: string[] = []) {
  const [pieces, setPieces] = useState<ReadonlyMap<string, Product | null>>(new Map())
  const [hasFailed, setFailed] = useState(false)
  const missing = ids
    .filter((id) => !pieces.has(id))
    .slice(0, MOST_PIECES_AT_ONCE)
    .join()
  const load = useCallback(async () => {
    if (!missing) return
    setFailed(false)
    try {
      const loaded = await loadPieces(missing)
      setPieces(
        (before) => new Map([...before, ...missing.split(',').map((id) => [id, loaded.get(id) ?? null] as const)]),
      )
    } catch {
      setFailed(true)
    }
  }, [missing])
  useEffect(() => void load(), [load])
  return { pieces, hasFailed, isLoading: missing !== '' && !hasFailed, retry: load }
}

async function loadPieces(ids: string) {
  const [answer, { schemas }] = await Promise.all([
    callApi({ url: `/api/wishes/products?ids=${ids}` }, undefined),
    import('#web/lib/wire.ts'),
  ])
  return new Map(schemas.Products.parse(answer).map((piece) => [piece._id, piece]))
}
