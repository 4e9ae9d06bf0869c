import { CONVERSION_DAYS, type Dashboard } from '../../contract/dashboard.ts'
import { Section } from './Section.tsx'
import { CONVERSION, DASHBOARD } from './texts.ts'

/** The share of recent orders that were paid, as a sentence. */
export const Conversion = ({ conversion: { placed, paid } }: Pick<Dashboard, 'conversion'>) => (
  <Section
    title={CONVERSION.title}
    aside={<span className="text-sm text-muted">{DASHBOARD.lastDays(CONVERSION_DAYS)}</span>}
  >
    <p>{placed > 0 ? CONVERSION.sentence(placed, paid) : CONVERSION.nothing}</p>
    <div aria-hidden="true" className="h-2 overflow-hidden rounded-full bg-sand">
      <div className="h-full bg-good" style={{ width: `${placed > 0 ? (100 * paid) / placed : 0}%` }} />
    </div>
  </Section>
)
