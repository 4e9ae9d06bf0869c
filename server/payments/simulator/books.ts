import pg from 'pg'

/** The simulator's books: a schema of its own beside the shop's tables, which it never touches. */
export type Books = pg.Pool

const LOCK = 7_272_742

const TABLES = `
  begin;
  select pg_advisory_xact_lock(${LOCK});
  create schema if not exists square_simulator;
  create table if not exists square_simulator.payments (
    id text primary key,
    idempotency_key text not null unique,
    body_hash text not null,
    http_status int not null,
    answer jsonb not null,
    payment jsonb,
    created_at timestamptz not null,
    delayed_until timestamptz not null
  );
  create index if not exists payments_newest on square_simulator.payments (created_at, id);
  create table if not exists square_simulator.refunds (
    id text primary key,
    idempotency_key text not null unique,
    body_hash text not null,
    answer jsonb not null,
    payment_id text not null,
    refund jsonb not null
  );
  commit`

/** The books in that database. Nothing is opened before the first query. */
export function openBooks(databaseUrl: string): Books {
  const books = new pg.Pool({
    connectionString: databaseUrl,
    max: 4,
    connectionTimeoutMillis: 5_000,
    statement_timeout: 5_000,
    application_name: 'square simulator',
  })
  // An idle connection broke: the pool drops it, the next query opens another.
  books.on('error', () => {})
  return books
}

/** Makes the tables unless they are there; several processes may do so at once. */
export async function prepareBooks(books: Books) {
  await books.query(TABLES)
}

/** Runs `work` in one transaction. */
export async function inOneGo<T>(books: Books, work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  const client = await books.connect()
  try {
    await client.query('begin')
    const result = await work(client)
    await client.query('commit')
    client.release()
    return result
  } catch (error) {
    // The connection goes, and with it whatever was open on it.
    client.release(true)
    throw error
  }
}
