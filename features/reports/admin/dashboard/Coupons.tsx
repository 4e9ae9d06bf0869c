import { formatDollars } from '#contract/money.ts'
import { Link } from '#web/ui/Link.tsx'
import { type Dashboard, TRADE_DAYS } from '../../contract/dashboard.ts'
import { EmptyNote, Section } from './Section.tsx'
import { COUPONS_USED, DASHBOARD } from './texts.ts'

/** The coupons that paid orders used, and their discounts. */
export const Coupons = ({ coupons }: Pick<Dashboard, 'coupons'>) => (
  <Section
    title={COUPONS_USED.title}
    aside={<span className="text-sm text-muted">{DASHBOARD.lastDays(TRADE_DAYS)}</span>}
  >
    {coupons.length === 0 ? (
      <EmptyNote>{COUPONS_USED.nothing}</EmptyNote>
    ) : (
      <table className="w-full text-sm">
        <caption className="sr-only">{COUPONS_USED.caption(TRADE_DAYS)}</caption>
        <thead>
          <tr>
            <th scope="col" className="py-2 text-left">
              {COUPONS_USED.code}
            </th>
            <th scope="col" className="py-2 pl-4 text-right">
              {COUPONS_USED.uses}
            </th>
            <th scope="col" className="py-2 pl-4 text-right">
              {COUPONS_USED.discount}
            </th>
          </tr>
        </thead>
        <tbody className="divide-y divide-line border-t border-line">
          {coupons.map(({ _id, code, uses, discount }) => (
            <tr key={_id}>
              <th scope="row" className="text-left font-medium text-ink">
                <Link to={`/admin/coupon/${_id}/edit`} className="inline-flex min-h-11 items-center break-all">
                  {code}
                </Link>
              </th>
              <td className="pl-4 text-right tabular-nums">{uses.toLocaleString('en-US')}</td>
              <td className="pl-4 text-right tabular-nums">{formatDollars(discount)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    )}
  </Section>
)
