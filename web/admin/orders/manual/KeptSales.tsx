import { SignOutQuestion } from './SignOutQuestion.tsx'
import { useSaleSending } from './send-sales.ts'

/** On every screen of the desk: sends the sales that this browser keeps, and asks before a seller leaves them behind. */
export function KeptSales() {
  useSaleSending()
  return <SignOutQuestion />
}
