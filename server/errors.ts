import { DrizzleQueryError } from 'drizzle-orm'

/** The HTTP status of each code of an AppError. */
const STATUS = {
  invalid_request: 400,
  unauthenticated: 401,
  forbidden: 403,
  sign_in_again: 403,
  robot_check_required: 403,
  card_declined: 402,
  not_found: 404,
  reset_invalid: 400,
  registration_refused: 422,
  email_code_invalid: 422,
  email_refused: 422,
  password_wrong: 422,
  deletion_refused: 409,
  too_many_keys: 422,
  passkey_refused: 422,
  backup_busy: 409,
  backups_not_configured: 409,
  too_many_devices: 422,
  connection_configured: 409,
  restart_unavailable: 409,
  too_many_notes: 422,
  too_many_webhooks: 422,
  last_admin: 409,
  own_account: 409,
  price_changed: 409,
  price_differs: 409,
  price_unconfirmed: 422,
  items_gone: 409,
  items_being_paid: 409,
  choice_needed: 409,
  answer_needed: 422,
  postal_address_needed: 422,
  order_unclear: 409,
  order_added: 409,
  order_not_payable: 409,
  order_not_paid: 409,
  order_refunded: 409,
  order_canceled: 409,
  order_shipped: 409,
  undo_too_late: 409,
  address_changed: 409,
  order_not_cancelable: 409,
  order_closed: 409,
  ship_by_changed: 409,
  delay_refused: 422,
  delay_answered: 409,
  refund_refused: 409,
  return_refused: 409,
  discrepancy_closed: 409,
  order_too_large: 422,
  no_shipping: 422,
  tracking_file_refused: 422,
  import_refused: 422,
  import_running: 409,
  import_started: 409,
  payment_processing: 409,
  payment_unknown: 409,
  payment_given_up: 409,
  payment_unconfirmed: 503,
  coupon_invalid: 422,
  coupon_unusable: 409,
  code_refused: 422,
  category_taken: 409,
  category_in_use: 409,
  categories_changed: 409,
  collection_taken: 409,
  collection_changed: 409,
  customer_changed: 409,
  nothing_to_merge: 409,
  collections_changed: 409,
  collection_refused: 422,
  unsupported_encoding: 415,
  product_refused: 422,
  product_changed: 409,
  synonyms_refused: 422,
  settings_changed: 409,
  table_refused: 422,
  shop_closed: 409,
  drop_closed: 409,
  drop_changed: 409,
  drop_refused: 422,
  sale_refused: 422,
  sale_changed: 409,
  sale_overlaps: 409,
  letter_changed: 409,
  letter_refused: 422,
  place_needed: 409,
  not_admitted: 409,
  admission_ended: 409,
  shop_has_orders: 409,
  link_gone: 410,
  product_available: 409,
  request_answered: 409,
  review_closed: 409,
  page_taken: 409,
  page_changed: 409,
  pages_changed: 409,
  page_refused: 422,
  look_changed: 409,
  look_refused: 422,
  stock_too_low: 409,
  category_missing: 409,
  photo_unsupported: 415,
  photo_unreadable: 422,
  photo_too_large: 413,
  photos_too_many: 413,
  photos_full: 507,
  photos_unavailable: 503,
  rate_limited: 429,
  payments_unavailable: 503,
  robot_check_unavailable: 503,
  busy: 503,
} as const

export type ErrorCode = keyof typeof STATUS

/** An error for the caller: sent as `{ message, code, ...details }` with the status of its code. */
export class AppError extends Error {
  readonly code: ErrorCode
  readonly status: number
  readonly details: Record<string, unknown>

  constructor(code: ErrorCode, message: string, details: Record<string, unknown> = {}) {
    super(message)
    this.code = code
    this.status = STATUS[code]
    this.details = details
  }
}

/** The error for things that do not exist or do not belong to the caller. */
export const notFound = (sentence: string) => new AppError('not_found', sentence)

/** What keeps the shop or an owner's command from working, by code. docs/hosting.md says what to do about each. */
export const OPERATOR_ERRORS = [
  'admin_password_common',
  'backup_busy',
  'backup_damaged',
  'backup_exists',
  'backup_locked',
  'backup_not_found',
  'backup_too_small',
  'backup_version_differs',
  'configuration_invalid',
  'connections_too_few',
  'database_newer',
  'database_not_ours',
  'database_not_started',
  'database_older',
  'database_pooled',
  'database_program_missing',
  'database_read_only',
  'database_unreachable',
  'database_user_missing',
  'database_version_differs',
  'folder_not_ours',
  'folder_not_usable',
  'migration_blocked',
  'new_shop_not_filled',
  'pages_not_built',
  'payments_not_configured',
  'payments_real',
  'pooler_not_usable',
  'port_not_usable',
  'replica_not_usable',
  'shop_not_answering',
  'shop_not_empty',
  'shop_not_found',
  'worker_ended',
] as const

type OperatorErrorCode = (typeof OPERATOR_ERRORS)[number]

/** An error for whoever runs the shop, who can put its cause right: a sentence that says how, and a code to look up. */
export const operatorError = (code: OperatorErrorCode, message: string, cause?: unknown) =>
  Object.assign(new Error(message, { cause }), { code })

/**
 * What to print of an error that ends the program: the sentence of one that a person can put right, any other with its
 * stack. A failed query is printed without its values, which may be personal data.
 */
export function printable(error: unknown) {
  if (error instanceof AppError) return error.message
  if (error instanceof DrizzleQueryError) return error.cause
  const { code, message } = error as Partial<NodeJS.ErrnoException>
  return OPERATOR_ERRORS.some((operatorCode) => operatorCode === code) ? `${message} [${code}]` : error
}
