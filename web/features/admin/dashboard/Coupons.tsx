import { Link } from 'react-router'
import { type Dashboard, TRADE_DAYS } from '#contract/dashboard.ts'
import { formatDollars } from '#contract/money.ts'
import { Nothing, Section } from './Section.tsx'

/** Which coupons paid orders used, and what they cost. */
export const Coupons = ({ coupons }: Pick<Dashboard, 'coupons'>) => (
  <Section title="Coupons used" aside={<span className="text-sm text-muted">Last {TRADE_DAYS} days</span>}>
    {coupons.length === 0 ? (
      <Nothing>No paid order used a coupon.</Nothing>
    ) : (
      <table className="w-full text-sm">
        <caption className="sr-only">Coupons used in the last {TRADE_DAYS} days</caption>
        <thead>
          <tr>
            <th scope="col" className="py-2 text-left">
              Code
            </th>
            <th scope="col" className="py-2 pl-4 text-right">
              Uses
            </th>
            <th scope="col" className="py-2 pl-4 text-right">
              Discount given
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
