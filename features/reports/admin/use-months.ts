import { useState } from 'react'
import { dayOf } from '#contract/dates.ts'
import { useShop } from '#web/shop/settings/use-shop.ts'

const YEARS_SHOWN = 6

/** The year and month of a report: this month of the shop to begin with. Without a month it is the whole year. */
export function useMonths() {
  const today = dayOf(new Date(), useShop().timeZone)
  const [year, setYear] = useState(today.slice(0, 4))
  const [month, setMonth] = useState(today.slice(5, 7))
  const [from, to] = month === '' ? [`${year}-01`, `${year}-12`] : [`${year}-${month}`, `${year}-${month}`]
  const years = Array.from({ length: YEARS_SHOWN }, (_, back) => String(Number(today.slice(0, 4)) - back))
  return { year, month, from, to, years, setYear, setMonth }
}

export type Months = ReturnType<typeof useMonths>
