// Audits calls in one place: what they were refused, and those that take something out of the shop or change who may do
// what. Events wait for up to a second and are written together, so that no call waits for its event.
import type { FastifyInstance, FastifyRequest, onResponseHookHandler } from 'fastify'
import type { AuditKind } from '#contract/admin/audit-log.ts'
import type { CallName } from '#contract/calls/define-calls.ts'
import { AppError, type ErrorCode } from '#server/errors.ts'
import type { Db } from '#server/platform/db/client.ts'
import { rateLimitedLog } from '#server/platform/lib/rate-limited-log.ts'
import { bearerToken } from '#server/shop/accounts/auth.ts'
import { isBounded, type NewAuditEvent, rowOf, saveRows } from '#server/shop/audit-log/audit-log.ts'
import { shortenedNetwork } from '#server/shop/audit-log/shortened-network.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** Writes the audit events that wait. */
    saveAuditEvents(): Promise<void>
  }
  interface FastifyRequest {
    /** What a route knows about its audit event: its kind where the call has several, and the account of a sign-in. */
    audited: { kind?: AuditKind; userId?: string | undefined } | null
  }
}

/** The event of a call that succeeded. */
const SUCCESSES: Partial<Record<CallName, AuditKind>> = {
  'POST /api/users/login': 'sign_in',
  'POST /api/passkeys/sign-in': 'sign_in',
  'POST /api/passkeys': 'account_changed',
  'DELETE /api/passkeys/:id': 'account_changed',
  'POST /api/users/first-admin': 'admin_made',
  'POST /api/invitations': 'role_changed',
  'POST /api/invitations/account': 'role_changed',
  'POST /api/invitations/accepted': 'role_changed',
  'POST /api/users/forgot-password': 'reset_requested',
  'POST /api/users/forgot-password-reset/:token': 'password_reset',
  'POST /api/users/api-keys': 'api_key_created',
  'DELETE /api/users/api-keys/:id': 'api_key_revoked',
  'PUT /api/users/profile/email': 'account_changed',
  'DELETE /api/users/:id': 'person_deleted',
  'PUT /api/personal-data/deleted': 'person_deleted',
  'PUT /api/personal-data/by-link/deleted': 'person_deleted',
  'DELETE /api/orders/:id/guest': 'person_deleted',
  'DELETE /api/past-customers/:id': 'person_deleted',
  'PUT /api/settings': 'settings_changed',
  'POST /api/setup/payments': 'settings_changed',
  'POST /api/setup/address': 'settings_changed',
  'PUT /api/setup/connections/payments': 'settings_changed',
  'PUT /api/setup/connections/mail': 'settings_changed',
  'DELETE /api/setup/connections/:name': 'settings_changed',
  'POST /api/setup/connections/payments/test': 'settings_changed',
  'POST /api/setup/connections/mail/test': 'settings_changed',
  'POST /api/setup/restart': 'settings_changed',
  'POST /api/webhook-endpoints': 'settings_changed',
  'PUT /api/webhook-endpoints/:id': 'settings_changed',
  'DELETE /api/webhook-endpoints/:id': 'settings_changed',
  'POST /api/webhook-endpoints/:id/secret': 'settings_changed',
  'POST /api/backups/:name/download': 'backup_downloaded',
  'GET /api/backups/:name/file': 'backup_downloaded',
  'GET /api/products/export': 'exported',
  'POST /api/exports/products': 'exported',
  'GET /api/exports/products/file': 'exported',
  'POST /api/exports/shop': 'exported',
  'GET /api/exports/shop/file': 'exported',
  'GET /api/users/export': 'exported',
  'GET /api/orders/export': 'exported',
  'GET /api/orders/export/items': 'exported',
  'GET /api/orders/export/refunds': 'exported',
  'GET /api/orders/postage': 'exported',
  'GET /api/reports/sales-tax/export': 'exported',
  'GET /api/reports/monthly-statement/export': 'exported',
  'GET /api/personal-data': 'exported',
  'POST /api/personal-data/by-link/file': 'exported',
  'GET /api/personal-data/users/:id': 'exported',
  'GET /api/personal-data/orders/:id': 'exported',
}

/** The calls that sign in. */
const SIGN_INS = ['POST /api/users/login', 'POST /api/passkeys/sign-in']

/** The event of a refusal, by its code. */
const REFUSALS: Partial<Record<ErrorCode, AuditKind>> = {
  forbidden: 'refused',
  sign_in_again: 'step_up_needed',
  password_wrong: 'password_wrong',
  email_code_invalid: 'refused',
  reset_invalid: 'refused',
  link_gone: 'refused',
  rate_limited: 'limit_reached',
  payment_unknown: 'foreign_payment',
}

/** The most events of strangers that have a row of their own, each minute in each process; the others share one. */
const MOST_ROWS_A_MINUTE = 20
const MINUTE_MS = 60_000
const WAIT_MS = 1_000

/** Calls that are events at times, as their routes say. */
const NAMED_BY_ROUTES: CallName[] = ['PUT /api/users/profile', 'PUT /api/users/:id']

/** The calls whose success can be an event. */
export const AUDITED_CALLS = [...Object.keys(SUCCESSES), ...NAMED_BY_ROUTES]

/** Adds the audit of calls to the app, before its routes, and `saveAuditEvents`, which writes what waits. */
export function auditRequests(app: FastifyInstance, db: Db) {
  const record = openRecorder(app, db)
  app.decorateRequest('audited', null)
  app.addHook('onError', (request, _, error, done) => {
    const kind = error instanceof AppError ? refusalOf(request, error.code) : undefined
    if (kind) record(request, kind)
    done()
  })
  // On these routes alone: all others are as fast as without it.
  app.addHook('onRoute', (route) => {
    for (const method of [route.method].flat()) {
      const call = callNamed(method, route.url) as CallName
      const kindOfCall = SUCCESSES[call]
      if (!kindOfCall && !NAMED_BY_ROUTES.includes(call)) continue
      const audit: onResponseHookHandler = (request, { statusCode }, done) => {
        const kind = request.audited?.kind ?? kindOfCall
        if (kind && statusCode < 400) record(request, kind)
        done()
      }
      route.onResponse = [audit, ...[route.onResponse ?? []].flat()]
    }
  })
}

/** A call as its calls.ts has it. */
const callNamed = (method: string, url: string) => `${method} ${url.replace(/(.)\/$/, '$1')}`
const callName = ({ method, routeOptions }: FastifyRequest) => callNamed(method, routeOptions.url ?? '')

function refusalOf(request: FastifyRequest, code: ErrorCode): AuditKind | undefined {
  const { caller } = request
  if (code === 'unauthenticated') {
    if (SIGN_INS.includes(callName(request))) return 'sign_in_failed'
    return bearerToken(request) ? 'refused' : undefined
  }
  // Admins see all that there is, so what they do not find is gone, not foreign.
  if (code === 'not_found') {
    const { access = 'anyone' } = request.routeOptions.config
    return access !== 'anyone' && caller && !caller.isAdmin ? 'refused' : undefined
  }
  return REFUSALS[code]
}

/** Collects events and writes them together. */
function openRecorder(app: FastifyInstance, db: Db) {
  let waiting = new Map<string, ReturnType<typeof rowOf>>()
  let timer: NodeJS.Timeout | undefined
  const ownRows = new Set<string>()
  let minute = 0
  const logEvent = rateLimitedLog(MOST_ROWS_A_MINUTE, (leftOut) =>
    app.log.warn({ leftOut }, 'Security: more happened than was logged. The audit log has the counts.'),
  )
  let saving: Promise<void> = Promise.resolve()
  /** Writes the events that wait. Resolves once these and those of earlier calls are written. */
  const save = () => {
    clearTimeout(timer)
    timer = undefined
    const rows = [...waiting.values()]
    waiting = new Map()
    saving = saving.catch(() => {}).then(() => (rows.length > 0 ? saveRows(db, rows) : undefined))
    return saving
  }
  const saveLater = () =>
    save().catch((error: unknown) => app.log.error({ error }, 'Events of the audit log could not be written.'))
  const add = (event: NewAuditEvent) => {
    const row = withinBounds(event)
    const waitingRow = waiting.get(row.dedupeKey)
    if (waitingRow) waitingRow.times++
    else waiting.set(row.dedupeKey, row)
    timer ??= setTimeout(() => void saveLater(), WAIT_MS).unref()
  }
  const withinBounds = (event: NewAuditEvent) => {
    const row = rowOf(event)
    if (!isBounded(event)) return row
    const now = Math.floor(performance.now() / MINUTE_MS)
    if (now !== minute) ownRows.clear()
    minute = now
    if (ownRows.has(row.dedupeKey)) return row
    if (ownRows.size >= MOST_ROWS_A_MINUTE) return rowOf({ kind: event.kind })
    ownRows.add(row.dedupeKey)
    return row
  }
  app.decorate('saveAuditEvents', save)
  app.addHook('onClose', saveLater)
  return (request: FastifyRequest, kind: AuditKind) => {
    const event = eventOf(request, kind)
    add(event)
    logEvent(() => request.log.info({ audit: event }, 'Security: an event for the audit log.'))
  }
}

function eventOf(request: FastifyRequest, kind: AuditKind): NewAuditEvent {
  const { caller, audited, ip } = request
  return {
    kind,
    userId: caller?.id ?? audited?.userId,
    isApiKey: caller !== null && caller.session === null,
    key: caller?.key,
    network: shortenedNetwork(ip),
    call: callName(request),
    subject: subjectOf(request),
  }
}

/** Ids alone: a parameter that is not one may be a secret or what somebody typed. */
const SUBJECT_PATTERN = /^(\d{1,12}|[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12})$/i

function subjectOf({ params }: FastifyRequest) {
  const { id } = (params ?? {}) as { id?: unknown }
  return SUBJECT_PATTERN.test(String(id)) ? String(id).toLowerCase() : undefined
}
