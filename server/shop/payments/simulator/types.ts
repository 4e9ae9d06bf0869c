import type { components } from '../square-api.d.ts'

type Schemas = components['schemas']
type Body = Schemas['CreatePaymentResponse'] &
  Schemas['ListPaymentsResponse'] &
  Schemas['ListPaymentRefundsResponse'] &
  Schemas['ListDisputesResponse'] &
  Schemas['ListPayoutsResponse'] &
  Schemas['ListPayoutEntriesResponse'] &
  Schemas['RefundPaymentResponse'] &
  Schemas['RetrieveLocationResponse'] &
  Schemas['ListLocationsResponse']

/** HTTP status and body of an answer. */
export type Answer = { status: number; body: Body }

/** Faults inside the work: a declined card, a list that lags or repeats a row, a refund that stays pending. */
export type Quirks = { decline?: string; lag?: number; repeatRow?: true; pageSize?: number; pending?: true }
