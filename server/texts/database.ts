/** What an operator reads when the shop cannot work with the configured database. */
export const DATABASE = {
  unreachable: (setting: string, reason: string | undefined) =>
    `Cannot connect to the database of ${setting}: ${reason}`,
  readOnly: (setting: string) =>
    `The database of ${setting} takes no writes: it is a replica, or a primary that is being replaced. Give an address that always leads to the primary.`,
  pooled: (setting: string) =>
    `${setting} leads to a connection pooler (such as PgBouncer), on which locks and notifications are lost. Give the address of PostgreSQL itself in DATABASE_DIRECT_URL; DATABASE_URL may then lead to the pooler.`,
  elsewhere:
    'DATABASE_URL and DATABASE_DIRECT_URL lead to different databases. Both have to lead to the same primary, one of them through the pooler.',
  poolerSettings: (statements: string) =>
    `The connections of the pooler at DATABASE_URL lack settings that the shop relies on. Have it run on each new connection to PostgreSQL (PgBouncer: connect_query): ${statements}`,
}
