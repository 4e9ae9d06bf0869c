import { Link } from '#web/ui/Link.tsx'
import type { Dashboard } from '../../contract/dashboard.ts'
import { Section } from './Section.tsx'
import { UNPAID } from './texts.ts'

/** The number of placed orders that wait for their payment; nothing without any. */
export const Unpaid = ({ unpaid: { count, total } }: Pick<Dashboard, 'unpaid'>) =>
  count > 0 && (
    <Section title={UNPAID.title}>
      <p>{UNPAID.facts(count, total)}</p>
      <Link
        to="/admin/orderlist?payment=unpaid"
        className="-my-2 inline-flex min-h-11 items-center justify-self-start font-medium"
      >
        {UNPAID.see}
      </Link>
    </Section>
  )
