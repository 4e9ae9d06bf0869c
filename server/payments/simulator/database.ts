import { createHash, randomBytes } from 'node:crypto'
import pg from 'pg'
import { ignoreConnectionErrors } from '../../db/client.ts'
import { LOCKS } from '../../db/locks.ts'
import type { components } from '../square-api.d.ts'

/** Something that Square sends a message about, as it is now. */
export type Change =
  | { type: 'payment.created' | 'payment.updated'; object: { payment: components['schemas']['Payment'] } }
  | { type: 'refund.created' | 'refund.updated'; object: { refund: components['schemas']['PaymentRefund'] } }
  | { type: 'dispute.created' | 'dispute.state.updated'; object: { dispute: components['schemas']['Dispute'] } }

/** The simulator's books, a schema of its own beside the shop's tables, and who is told of changes in them. */
export type Books = { pool: pg.Pool; changed(change: Change): void }

const TABLES = `
  begin;
  select pg_advisory_xact_lock(${LOCKS.simulator}, 0);
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
  create table if not exists square_simulator.disputes (
    id text primary key,
    dispute jsonb not null
  );
  commit`

/** The books in that database. Nothing is opened before the first query. */
export function openBooks(databaseUrl: string): pg.Pool {
  return ignoreConnectionErrors(
    new pg.Pool({
      connectionString: databaseUrl,
      max: 4,
      connectionTimeoutMillis: 5_000,
      statement_timeout: 5_000,
      application_name: 'square simulator',
    }),
  )
}

/** Makes the tables unless they are there; several processes may do so at once. */
export async function prepareBooks(pool: pg.Pool) {
  await pool.query(TABLES)
}

/** Runs `work` in one transaction. */
export async function inOneGo<T>({ pool }: Books, work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect()
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

/** An id as unguessable as Square's. */
export const newId = () => randomBytes(24).toString('base64url')

/** What tells two bodies under one key apart. */
export const hashOf = (body: object) => createHash('sha256').update(JSON.stringify(body)).digest('hex')
