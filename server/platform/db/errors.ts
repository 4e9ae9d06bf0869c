// The meaning of PostgreSQL's errors (SQLSTATE, appendix A of its manual) and of Node's when it cannot be reached: the one
// table of the shop.

/** The cause of a failed query: Drizzle wraps the errors of the driver. */
type DriverError = Error & { code?: string; constraint?: string }

const UNIQUE_VIOLATION_PATTERN = /^23505$/

/** A zero byte, or bytes that are not UTF-8. */
const INVALID_TEXT_PATTERN = /^(22021|22P05)$/

/** Waited too long for a lock or a statement; out of disk, memory or connections; I/O error; shutting down; read-only. */
const UNAVAILABLE_PATTERN =
  /^(55P03|40P01|53\w{3}|57\w{3}|58\w{3}|08\w{3}|25006|ECONNREFUSED|ECONNRESET|ERR_STREAM_DESTROYED|ETIMEDOUT|EHOSTUNREACH|ENOENT|EPIPE)$/

/** Codes after which a connection is of no more use: the server went away, shuts down, starts, or became read-only. */
const CONNECTION_LOST_PATTERN = /^(25006|57P0\d|08\w{3}|ECONNRESET|ERR_STREAM_DESTROYED|ETIMEDOUT|EHOSTUNREACH|EPIPE)$/

const BLOCKED_PATTERN = /^(55P03|40P01)$/

/** Errors of the driver that have no code. */
const NO_CONNECTION_PATTERN =
  /timeout exceeded when trying to connect|Connection terminated|timeout expired|Query read timeout|not queryable/

/** A connection that has ended, or on which the server no longer answers: it may be gone without a word. */
const ENDED_PATTERN = /Connection terminated|not queryable|Query read timeout/

const READ_ONLY_PATTERN = /^25006$/

/** A wrong host, port, user, password or database name. */
const NOT_CONNECTABLE_PATTERN = /^(ECONNREFUSED|ENOTFOUND|ETIMEDOUT|EHOSTUNREACH|ECONNRESET|28P01|28000|3D000)$/

const driverError = (error: unknown) => ((error as Error | undefined)?.cause ?? error ?? {}) as DriverError

const hasCode = (error: unknown, codes: RegExp) => codes.test(driverError(error).code ?? '')

/** Whether a unique constraint rejected the row: another one has the value already. */
export const isUniqueViolation = (error: unknown) => hasCode(error, UNIQUE_VIOLATION_PATTERN)

/** Whether the database rejected a text that it cannot store. */
export const isInvalidText = (error: unknown) => hasCode(error, INVALID_TEXT_PATTERN)

/** Whether the statement gave way to others that use the same tables: it waited too long for a lock, or in a circle. */
export const isBlocked = (error: unknown) => hasCode(error, BLOCKED_PATTERN)

/** Whether the database is overloaded, out of reach or read-only, so that a later try may succeed. */
export const isUnavailable = (error: unknown) =>
  hasCode(error, UNAVAILABLE_PATTERN) || NO_CONNECTION_PATTERN.test(driverError(error).message ?? '')

/** Whether a connection with that error is to be closed and not used again. */
export const isConnectionLost = (error: unknown) =>
  hasCode(error, CONNECTION_LOST_PATTERN) || ENDED_PATTERN.test(driverError(error).message ?? '')

/** Whether a server refused a write because it is a replica, or a former primary. */
export const isReadOnly = (error: unknown) => hasCode(error, READ_ONLY_PATTERN)

/** The error of a connection to a server that takes no writes, such as a replica or a former primary. */
export const readOnlyError = () => Object.assign(new Error('The database takes no writes.'), { code: '25006' })

/** Whether the URL of the database is wrong or nothing answers there. */
export const isNotConnectable = (error: unknown) => hasCode(error, NOT_CONNECTABLE_PATTERN)

/** The name of the constraint that rejected a row; undefined for any other error. */
export const violatedConstraint = (error: unknown) => driverError(error).constraint
