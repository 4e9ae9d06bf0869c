import type { ReactNode } from 'react'
import { formatDay } from '#contract/dates.ts'
import { closedText } from '#contract/time-off.ts'
import { useShop } from '#web/shop/settings/use-shop.ts'
import { ORDER_PAGE } from '#web/texts/checkout.ts'
import { Icon } from '#web/ui/Icon.tsx'
import { Link } from '#web/ui/Link.tsx'
import type { Dashboard } from '../../contract/dashboard.ts'
import { Section } from './Section.tsx'
import { DASHBOARD } from './texts.ts'

const COLORS = { bad: 'text-bad', warning: 'text-warning', info: 'text-muted' }

type Notice = { color: keyof typeof COLORS; text: string; links: { to: string; label: string }[] }

/** Wishes of shoppers and problems, each with where to go; nothing without any. */
export function Waiting({ dashboard }: { dashboard: Dashboard }) {
  const { timeZone } = useShop()
  const notices = noticesOf(dashboard, timeZone)
  if (notices.length === 0) return null
  return (
    <Section title={DASHBOARD.waiting}>
      <ul className="divide-y divide-line">
        {notices.map((notice) => (
          <Row key={notice.text} notice={notice}>
            {notice.text}
          </Row>
        ))}
      </ul>
    </Section>
  )
}

const Row = ({ notice: { color, links }, children }: { notice: Notice; children: ReactNode }) => (
  <li className="flex gap-3 py-2">
    <Icon name="notice" className={`mt-2.5 size-5 ${COLORS[color]}`} />
    <div className="min-w-0 grow">
      <p className="pt-2">{children}</p>
      {links.map(({ to, label }) => (
        <Link key={to} to={to} className="mr-4 inline-flex min-h-11 items-center font-medium">
          {label}
        </Link>
      ))}
    </div>
  </li>
)

/** What needs an answer first, then what the seller should know. */
function noticesOf(dashboard: Dashboard, timeZone: string): Notice[] {
  const {
    cancelRequests,
    requests,
    returns = 0,
    reviews,
    disputes,
    discrepancies,
    manyDeclines,
    backups,
    closed,
  } = dashboard
  const notices: (Notice | false | null | undefined)[] = [
    cancelRequests.count > 0 && {
      color: 'warning',
      text: DASHBOARD.asksToCancel(cancelRequests.count),
      links: cancelRequests.next.map(({ _id, number }) => ({
        to: `/order/${_id}`,
        label: ORDER_PAGE.numbered(number),
      })),
    },
    returns > 0 && {
      color: 'warning',
      text: DASHBOARD.returns(returns),
      links: [{ to: '/admin/returns', label: DASHBOARD.seeReturns }],
    },
    requests > 0 && {
      color: 'info',
      text: DASHBOARD.requests(requests),
      links: [{ to: '/admin/requests', label: DASHBOARD.seeRequests }],
    },
    reviews > 0 && {
      color: 'info',
      text: DASHBOARD.reviews(reviews),
      links: [{ to: '/admin/reviews?show=waiting', label: DASHBOARD.seeReviews }],
    },
    disputes.count > 0 && {
      color: 'bad',
      text: DASHBOARD.disputes(disputes.count),
      links: disputes.next.map(({ _id, number, dueAt }) => ({
        to: `/order/${_id}`,
        label: DASHBOARD.answerBy(number, dueAt && formatDay(dueAt, timeZone)),
      })),
    },
    discrepancies > 0 && {
      color: 'bad',
      text: DASHBOARD.discrepancies(discrepancies),
      links: [{ to: '/admin/discrepancies', label: DASHBOARD.seeDiscrepancies }],
    },
    manyDeclines && { color: 'warning', text: DASHBOARD.manyDeclines, links: [] },
    backups && {
      color: backups === 'unpracticed' ? 'info' : 'warning',
      text: DASHBOARD.backups[backups],
      links: [{ to: '/admin/backups', label: DASHBOARD.seeBackups }],
    },
    closed && {
      color: 'info',
      text: `${DASHBOARD.away} ${closedText(closed)}`,
      links: [{ to: '/admin/settings/time-off', label: DASHBOARD.changeTimeOff }],
    },
  ]
  return notices.filter((notice) => Boolean(notice)) as Notice[]
}
