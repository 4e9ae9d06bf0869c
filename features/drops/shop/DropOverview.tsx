import { formatDollars } from '#contract/money.ts'
import { PLACEHOLDER_PHOTO } from '#contract/photos.ts'
import { formatZonedMoment } from '#contract/zoned-moments.ts'
import { useShop } from '#web/shop/settings/use-shop.ts'
import { Button } from '#web/ui/Button.tsx'
import { Head } from '#web/ui/Head.tsx'
import { Link } from '#web/ui/Link.tsx'
import { Panel } from '#web/ui/Panel.tsx'
import { Photo } from '#web/ui/Photo.tsx'
import { WasPrice } from '#web/ui/WasPrice.tsx'
import type { Drop } from '../contract.ts'
import { JoinForm } from './PlainLine.tsx'
import { LINE_PANEL } from './panel-id.ts'
import { DRAW, DROP, LINE } from './texts.ts'

const UNITS = Object.entries(DROP.units)

/** The page of a drop: the same for everybody. A script follows its line, and keeps the visitor's place. */
export function DropOverview({ drop }: { drop: Drop }) {
  const { timeZone } = useShop()
  const { name, slug, text, state, startsAt } = drop
  const starts = formatZonedMoment(startsAt, timeZone)
  return (
    <div className="mx-auto grid w-full max-w-page gap-8 px-5 pt-8 pb-16 sm:px-8 lg:gap-12 lg:pt-14 lg:pb-24">
      <Head title={name} description={text.slice(0, 160)} canonical={`/drops/${slug}`} />
      <header className="mx-auto grid w-full max-w-xl gap-4 text-center">
        <p className="font-semibold text-accent">{state === 'planned' ? DROP.starts(starts) : DROP.started(starts)}</p>
        <h1 className="break-words">{name}</h1>
        {text.split(/\n+/).map((paragraph, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: paragraphs may repeat, and they never change places
          <p key={index} className="break-words text-muted">
            {paragraph}
          </p>
        ))}
      </header>
      <div className="mx-auto w-full max-w-xl">
        <LinePanel drop={drop} />
      </div>
      {drop.products.length > 0 && <Products drop={drop} />}
      <Draw drop={drop} />
    </div>
  )
}

/** Where the visitor stands. The script fills it; until then it says what holds for everybody. */
function LinePanel({ drop }: { drop: Drop }) {
  const { _id, slug, state } = drop
  const sentences = {
    planned: LINE.closed,
    line: { title: LINE.late.title, words: '' },
    over: { title: DROP.over, words: DROP.overLead },
    canceled: { title: DROP.canceled, words: DROP.canceledLead },
  }[state]
  return (
    <Panel>
      <section
        id={LINE_PANEL}
        data-drop={_id}
        data-slug={slug}
        data-state={state}
        className="grid justify-items-center gap-5 text-center"
      >
        <div data-timer role="timer" aria-label={DROP.timer} hidden className="flex gap-4 sm:gap-8">
          {UNITS.map(([unit, label]) => (
            <p key={unit} data-part={unit} className="grid min-w-12">
              <span data-digits className="font-serif text-3xl tabular-nums">
                0
              </span>
              <span className="text-xs text-muted">{label}</span>
            </p>
          ))}
        </div>
        <div aria-live="polite" aria-atomic="true" className="grid gap-2">
          <h2 data-title className="text-xl">
            {sentences.title}
          </h2>
          <p data-words>{sentences.words}</p>
        </div>
        <p data-problem role="alert" className="text-bad empty:hidden" />
        <Button data-join hidden className="w-full sm:w-auto">
          {DROP.join}
        </Button>
        <a data-link href="/shop" hidden className="font-semibold">
          {DROP.browse}
        </a>
        {(state === 'planned' || state === 'line') && (
          <div className="without-scripts grid justify-items-center gap-4">
            <p className="text-sm text-muted">{DROP.noScripts}</p>
            <JoinForm drop={drop} label={DROP.joinPlain} />
          </div>
        )}
      </section>
    </Panel>
  )
}

const MANY = 'grid grid-cols-2 gap-x-4 gap-y-8 md:grid-cols-3 lg:grid-cols-4 lg:gap-x-6'
/** Less than a row of a wide screen stands in its middle. */
const FEW =
  'flex w-full flex-wrap justify-center gap-x-4 gap-y-8 lg:gap-x-6 *:w-[calc(50%-0.5rem)] *:only:w-64 *:md:w-64'

function Products({ drop: { state, products } }: { drop: Drop }) {
  const isFew = products.length < 4
  return (
    <section className={`grid gap-5 ${isFew ? 'justify-items-center text-center' : ''}`}>
      <h2>{products.length === 1 ? DROP.piece : DROP.pieces}</h2>
      {state === 'planned' && <p className="-mt-3 text-muted">{DROP.comes}</p>}
      <ul className={isFew ? FEW : MANY}>
        {products.map((product) => (
          <li key={product.slug}>
            <DropProduct piece={product} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function DropProduct({ piece }: { piece: Drop['products'][number] }) {
  const { name, slug, price, wasPrice, qty, image } = piece
  return (
    <Link to={`/products/${slug}`} className="grid content-start gap-1 rounded-md no-underline">
      <span className="relative mb-3 block">
        <Photo
          image={image ?? PLACEHOLDER_PHOTO}
          alt=""
          sizes="(min-width: 991px) 18rem, 45vw"
          className={`aspect-square rounded-md ${qty === 0 ? 'opacity-70' : ''}`}
        />
        {qty === 0 && (
          <span className="absolute top-3 left-3 rounded-full bg-ink px-3 py-1 text-xs font-semibold text-card">
            {DROP.soldOut}
          </span>
        )}
      </span>
      <span className="line-clamp-3 font-serif text-lg leading-snug break-words">{name} </span>
      <span className={wasPrice ? 'font-medium' : 'text-muted'}>
        <WasPrice cents={wasPrice ?? undefined} />
        {formatDollars(price)}
      </span>
    </Link>
  )
}

/** How anybody can check that nobody chose the order of the line. */
const Draw = ({ drop: { secretHash, secret, drawn } }: { drop: Drop }) => (
  <details className="mx-auto w-full max-w-xl text-sm text-muted">
    <summary className="inline-flex min-h-11 cursor-pointer items-center underline underline-offset-4">
      {DRAW.title}
    </summary>
    <div className="grid gap-3 pt-2">
      <p>{DRAW.words}</p>
      <dl className="grid gap-2">
        <Fact label={DRAW.hash}>{secretHash}</Fact>
        {secret && <Fact label={DRAW.secret}>{secret}</Fact>}
        {drawn !== null && <Fact label={DRAW.drawn}>{String(drawn)}</Fact>}
      </dl>
    </div>
  </details>
)

const Fact = ({ label, children }: { label: string; children: string }) => (
  <div>
    <dt className="font-semibold">{label}</dt>
    <dd className="font-mono text-xs break-all">{children}</dd>
  </div>
)
