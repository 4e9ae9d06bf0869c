import { formatMonth } from '#contract/dates.ts'
import { SelectField } from '#web/ui/Field.tsx'
import { STATEMENT } from './texts.ts'
import type { Months } from './use-months.ts'

const MONTHS = Array.from({ length: 12 }, (_, at) => String(at + 1).padStart(2, '0'))

/** The fields in which the seller chooses a year, and a month of it or, if the report has years, all of it. */
export const MonthFields = ({ months, hasYears = false }: { months: Months; hasYears?: boolean }) => (
  <>
    <SelectField
      label={STATEMENT.month}
      value={months.month}
      onChange={({ currentTarget }) => months.setMonth(currentTarget.value)}
    >
      {MONTHS.map((one) => (
        <option key={one} value={one}>
          {formatMonth(`${months.year}-${one}`).replace(/ .*/, '')}
        </option>
      ))}
      {hasYears && <option value="">{STATEMENT.wholeYear}</option>}
    </SelectField>
    <SelectField
      label={STATEMENT.year}
      value={months.year}
      onChange={({ currentTarget }) => months.setYear(currentTarget.value)}
    >
      {months.years.map((one) => (
        <option key={one}>{one}</option>
      ))}
    </SelectField>
  </>
)
