import type { components } from '../square-api.d.ts'

type Schemas = components['schemas']
type Body = Schemas['CreatePaymentResponse'] &
  Schemas['ListPaymentsResponse'] &
  Schemas['ListPaymentRefundsResponse'] &
  Schemas['ListDisputesResponse'] &
  Schemas['RefundPaymentResponse'] &
  Schemas['RetrieveLocationResponse']

/** What the simulator answers to a request. */
export type Answer = { status: number; body: Body }

/** What a test may ask of the work itself: a declined card, a list that lags or repeats a row, a refund that waits. */
export type Quirks = { decline?: string; lag?: number; repeatRow?: true; pageSize?: number; pending?: true }
