import { type ReactNode, use } from 'react'
import { formatDay } from '#contract/dates.ts'
import { closedText } from '#contract/time-off.ts'
import type { Task } from '#web/admin/slots/admin-feature.ts'
import { AdminSlotsContext } from '#web/admin/slots/admin-slots.ts'
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
  const { tasks } = use(AdminSlotsContext)
  const notices = noticesOf(dashboard, tasks, timeZone)
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
function noticesOf(dashboard: Dashboard, tasks: readonly Task[], timeZone: string): Notice[] {
  const { cancelRequests, waiting, disputes, manyDeclines, backups, closed } = dashboard
  const { discrepancies = 0 } = waiting
  const notices: (Notice | false | null | undefined)[] = [
    cancelRequests.count > 0 && {
      color: 'warning',
      text: DASHBOARD.asksToCancel(cancelRequests.count),
      links: cancelRequests.next.map(({ _id, number }) => ({
        to: `/order/${_id}`,
        label: ORDER_PAGE.numbered(number),
      })),
    },
    ...tasks.map(({ waiting: name, color, text, link }) => {
      const count = waiting[name] ?? 0
      return count > 0 && { color, text: text(count), links: [link] }
    }),
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
