import type { AdminProduct } from '#contract/admin/products.ts'
import { formatMoment } from '#contract/dates.ts'
import { PRODUCT_PAGE } from '../../../texts/admin-products.ts'
import { useShop } from '../../shop/use-shop.ts'

/** The history of a product, latest first. */
export function TraceLog({ trace }: { trace: NonNullable<AdminProduct['productTrace']> }) {
  const { timeZone } = useShop()
  return (
    <section aria-labelledby="trace" className="mt-6 grid gap-4 border-t border-line pt-10">
      <h2 id="trace">{PRODUCT_PAGE.trace}</h2>
      <table className="w-full text-sm">
        <thead>
          <tr className="text-left">
            <th scope="col" className="w-48 py-2 pr-6">
              {PRODUCT_PAGE.date}
            </th>
            <th scope="col" className="py-2">
              {PRODUCT_PAGE.log}
            </th>
          </tr>
        </thead>
        <tbody className="divide-y divide-line">
          {trace.map(({ _id, createdAt, log }) => (
            <tr key={_id}>
              <td className="py-3 pr-6 align-top whitespace-nowrap">
                <time dateTime={createdAt}>{formatMoment(createdAt, timeZone)}</time>
              </td>
              <td className="py-3 break-words">{log}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
