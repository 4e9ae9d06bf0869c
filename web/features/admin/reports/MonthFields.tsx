import { formatMonth } from '#contract/dates.ts'
import { STATEMENT } from '../../../texts/admin-reports.ts'
import { SelectField } from '../../../ui/Field.tsx'
import type { Months } from './use-months.ts'

const MONTHS = Array.from({ length: 12 }, (_, at) => String(at + 1).padStart(2, '0'))

/** The fields in which the seller chooses a year, and a month of it. */
export const MonthFields = ({ months: { year, month, years, setYear, setMonth } }: { months: Months }) => (
  <>
    <SelectField label={STATEMENT.month} value={month} onChange={({ currentTarget }) => setMonth(currentTarget.value)}>
      {MONTHS.map((one) => (
        <option key={one} value={one}>
          {formatMonth(`${year}-${one}`).replace(/ .*/, '')}
        </option>
      ))}
      <option value="">{STATEMENT.wholeYear}</option>
    </SelectField>
    <SelectField label={STATEMENT.year} value={year} onChange={({ currentTarget }) => setYear(currentTarget.value)}>
      {years.map((one) => (
        <option key={one}>{one}</option>
      ))}
    </SelectField>
  </>
)
