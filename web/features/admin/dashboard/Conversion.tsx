import { CONVERSION_DAYS, type Dashboard } from '#contract/dashboard.ts'
import { Section } from './Section.tsx'
import { counted } from './words.ts'

/** How many of the orders that were placed lately came to be paid, in a plain sentence. */
export const Conversion = ({ conversion: { placed, paid } }: Pick<Dashboard, 'conversion'>) => (
  <Section title="From placed to paid" aside={<span className="text-sm text-muted">Last {CONVERSION_DAYS} days</span>}>
    <p>{sentence(placed, paid)}</p>
    <div aria-hidden="true" className="h-2 overflow-hidden rounded-full bg-sand">
      <div className="h-full bg-good" style={{ width: `${placed > 0 ? (100 * paid) / placed : 0}%` }} />
    </div>
  </Section>
)

function sentence(placed: number, paid: number) {
  if (placed === 0) return 'No order was placed in this time.'
  const share = Math.round((100 * paid) / placed)
  return `Of ${counted(placed, 'order')} placed, ${paid.toLocaleString('en-US')} ${paid === 1 ? 'is' : 'are'} paid: ${share}%.`
}
