// What Square's API takes and answers, by the types of Square's own client. square-openapi.json describes the same.
import type { serialization } from 'square'

/** The client reads amounts as big integers; in JSON they are numbers. */
type Json<Body> = Body extends bigint
  ? never
  : Body extends object
    ? { [Field in keyof Body]: Json<Body[Field]> }
    : Body

export type Money = Json<serialization.Money.Raw>
export type Payment = Json<serialization.Payment.Raw>
export type CardPaymentDetails = Json<serialization.CardPaymentDetails.Raw>
export type ProcessingFee = Json<serialization.ProcessingFee.Raw>
export type Refund = Json<serialization.PaymentRefund.Raw>
export type Dispute = Json<serialization.Dispute.Raw>
export type DisputeState = serialization.DisputeState.Raw
export type Payout = Json<serialization.Payout.Raw>
export type PayoutEntry = Json<serialization.PayoutEntry.Raw>
export type Location = Json<serialization.Location.Raw>
export type NewPayment = Json<serialization.CreatePaymentRequest.Raw>
export type NewRefund = Json<serialization.RefundPaymentRequest.Raw>
/** The client lacks a code that square-openapi.json has. */
export type ErrorCode = serialization.ErrorCode.Raw | 'VERSION_MISMATCH'
export type ErrorCategory = serialization.ErrorCategory.Raw
/** Why a card was declined. */
export type CardError = serialization.Error_.Raw
/** As it arrives: Square adds codes and categories. */
export type SquareError = { category?: string; code?: string; detail?: string | null; field?: string | null }

/** The body of an answer: the fields that its call is about. */
export type AnswerBody = {
  errors?: SquareError[]
  payment?: Payment
  payments?: Payment[]
  refund?: Refund
  refunds?: Refund[]
  disputes?: Dispute[]
  payouts?: Payout[]
  payout_entries?: PayoutEntry[]
  location?: Location
  locations?: Location[]
  /** Where the next page of a list begins. */
  cursor?: string
}
