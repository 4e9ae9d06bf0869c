/** What is printed when the shop opens. */
export const AT_START = {
  embeddedDatabase:
    'The database is the PostgreSQL that comes with the shop, for a computer of your own: its security updates come late. Docs/hosting.md says how to move to one that the server updates.',
} as const
