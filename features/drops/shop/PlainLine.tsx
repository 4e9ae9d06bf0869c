import { formatMoment } from '#contract/dates.ts'
import { formatDollars } from '#contract/money.ts'
import { PLACEHOLDER_PHOTO } from '#contract/photos.ts'
import { formatZonedMoment } from '#contract/zoned-moments.ts'
import { useShop } from '#web/shop/settings/use-shop.ts'
import { Button, ButtonLink } from '#web/ui/Button.tsx'
import { Head } from '#web/ui/Head.tsx'
import { Link } from '#web/ui/Link.tsx'
import { Panel } from '#web/ui/Panel.tsx'
import { Photo } from '#web/ui/Photo.tsx'
import { PlainAlert } from '#web/ui/PlainAlert.tsx'
import type { Drop, StandingInLine } from '../contract.ts'
import { viewOf } from './line-view.ts'
import { LINE_PANEL } from './panel-id.ts'
import { secondsUntilNext } from './poll-times.ts'
import { DROP, PLAIN_LINE } from './texts.ts'

/** Nobody could read a page that is replaced more often. */
const LEAST_SECONDS = 5
/** While it is the visitor's turn nothing else changes. */
const TURN_SECONDS = 30

/** When a browser loads the page of the line anew: at the pace of the scripted one; never once the drop has ended. */
export function refreshOf({ line, own, ticket, now }: StandingInLine) {
  if (!ticket || line.state === 'over' || line.state === 'canceled') return {}
  if (viewOf(line, own, now).isTurn) return { refreshSeconds: TURN_SECONDS }
  return { refreshSeconds: Math.max(LEAST_SECONDS, Math.round(secondsUntilNext(line, own.place, now))) }
}

/** Where a visitor without JavaScript stands in the line of a drop, and at their turn the way to order. */
export function PlainLine({ drop, line, own, ticket, now, problem }: StandingInLine) {
  const { timeZone } = useShop()
  const { title, words, until, join, link, isTurn } = viewOf(line, own, now)
  const hasOrdered = own.turn && own.turn !== 'over' && own.turn.order
  return (
    <div className="mx-auto grid w-full max-w-xl gap-8 px-5 pt-8 pb-16 sm:px-8 lg:pt-14 lg:pb-24">
      <Head title={drop.name} noIndex />
      <header className="grid gap-4 text-center">
        <p className="font-semibold text-accent">{formatZonedMoment(line.startsAt, timeZone)}</p>
        <h1 className="break-words">{drop.name}</h1>
      </header>
      {problem && <PlainAlert>{problem}</PlainAlert>}
      {ticket && (
        <Panel>
          <section
            id={LINE_PANEL}
            data-drop={drop._id}
            data-slug={drop.slug}
            data-ticket={ticket}
            data-number={own.number}
            className="grid justify-items-center gap-4 text-center"
          >
            <h2 className="text-xl">{title}</h2>
            <p>{isTurn ? PLAIN_LINE.turn : words}</p>
            {until && (isTurn || hasOrdered) && (
              <p className="font-semibold">{PLAIN_LINE.until(formatMoment(until, timeZone))}</p>
            )}
            {hasOrdered && <p>{PLAIN_LINE.pay}</p>}
            {join && <JoinForm drop={drop} label={join} />}
            {link && !hasOrdered && <Link to={link.to}>{link.label}</Link>}
          </section>
        </Panel>
      )}
      {isTurn && ticket && <Choices drop={drop} ticket={ticket} />}
      <div className="grid gap-3 text-center text-sm text-muted">
        {ticket && <p>{PLAIN_LINE.reload}</p>}
        <p>
          <Link to={`/drops/${drop.slug}`}>{DROP.toDrop}</Link>
        </p>
      </div>
    </div>
  )
}

/** Joins the line of a drop without scripts. */
export const JoinForm = ({ drop: { slug }, label }: { drop: Pick<Drop, 'slug'>; label: string }) => (
  <form method="post" action={`/drops/${slug}/line`}>
    <Button>{label}</Button>
  </form>
)

/** The pieces that are left, each with the form that orders it at this place. */
const Choices = ({ drop: { products }, ticket }: { drop: Drop; ticket: string }) => (
  <ul className="grid gap-4">
    {products
      .filter(({ qty }) => qty > 0)
      .map(({ slug, name, price, image }) => (
        <li key={slug} className="flex flex-wrap items-center gap-4">
          <Photo image={image ?? PLACEHOLDER_PHOTO} alt="" sizes="5rem" className="size-20 shrink-0 rounded-md" />
          <p className="grid min-w-0 grow basis-24">
            <span className="font-serif text-lg leading-snug break-words">{name}</span>
            <span className="text-muted">{formatDollars(price)}</span>
          </p>
          <ButtonLink to={`/checkout/${slug}?ticket=${ticket}`} aria-label={PLAIN_LINE.orderOne(name)}>
            {PLAIN_LINE.order}
          </ButtonLink>
        </li>
      ))}
  </ul>
)
