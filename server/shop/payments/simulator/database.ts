import { createHash, randomBytes } from 'node:crypto'
import pg from 'pg'
import { ignoreConnectionErrors } from '#server/platform/db/client.ts'
import type { Dispute, Payment, Refund } from '../square-api.ts'
import { processingFeeSql } from './fees.ts'

/** The lock under which the simulator makes its tables. */
const SIMULATOR_LOCK = 7_272_709

/** A changed object of which Square sends a webhook, with its present fields. */
export type Change =
  | { type: 'payment.created' | 'payment.updated'; object: { payment: Payment } }
  | { type: 'refund.created' | 'refund.updated'; object: { refund: Refund } }
  | { type: 'dispute.created' | 'dispute.state.updated'; object: { dispute: Dispute } }

/** The simulator's tables, in a schema of their own beside the shop's. `changed` receives every change of a row. */
export type SimulatorDatabase = { pool: pg.Pool; changed(change: Change): void }

/** Creates the tables if they are missing, in a transaction. */
export const SIMULATOR_TABLES = `
  -- What an earlier version did not have is made from all that is there.
  set local statement_timeout = 0;
  select pg_advisory_xact_lock(${SIMULATOR_LOCK}, 0);
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
  create index if not exists payments_approved on square_simulator.payments (delayed_until)
    where payment->>'status' = 'APPROVED';
  create table if not exists square_simulator.refunds (
    id text primary key,
    idempotency_key text not null unique,
    body_hash text not null,
    answer jsonb not null,
    payment_id text not null,
    refund jsonb not null
  );
  create index if not exists refunds_payment on square_simulator.refunds (payment_id);
  create table if not exists square_simulator.disputes (
    id text primary key,
    dispute jsonb not null
  );
  -- Payments from before the simulator charged fees.
  do $$ begin
    if to_regclass('square_simulator.payouts') is null then
      update square_simulator.payments set payment = payment || jsonb_build_object('processing_fee',
        ${processingFeeSql("(payment->'amount_money'->>'amount')::int", "payment->>'updated_at'")})
      where payment->>'status' = 'COMPLETED' and not payment ? 'processing_fee';
    end if;
  end $$;
  create table if not exists square_simulator.payouts (
    id text primary key,
    created_at timestamptz not null,
    payout jsonb not null
  );
  create index if not exists payouts_newest on square_simulator.payouts (created_at, id);
  create table if not exists square_simulator.payout_entries (
    id text primary key,
    payout_id text not null references square_simulator.payouts,
    effective_at timestamptz not null,
    entry jsonb not null
  );
  create index if not exists payout_entries_payout on square_simulator.payout_entries (payout_id, effective_at, id)`

/** A pool of connections to the simulator's tables in that database. It connects with the first query. */
export function openSimulatorPool(databaseUrl: string): pg.Pool {
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

/** Creates the tables if they are missing; several processes may call it at once. */
export async function createSimulatorTables(pool: pg.Pool) {
  await pool.query(`begin; ${SIMULATOR_TABLES}; commit`)
}

/** Runs `work` in a transaction, and answers what it does. */
export async function inTransaction<T>(
  { pool }: SimulatorDatabase,
  work: (client: pg.PoolClient) => Promise<T>,
): Promise<T> {
  const client = await pool.connect()
  try {
    await client.query('begin')
    const result = await work(client)
    await client.query('commit')
    client.release()
    return result
  } catch (error) {
    // Closes the connection, and with it the transaction.
    client.release(true)
    throw error
  }
}

/** A random id, as unguessable as Square's. */
export const newId = () => randomBytes(24).toString('base64url')

/** Hash of a request body, which tells two bodies with one idempotency key apart. */
export const hashOf = (body: object) => createHash('sha256').update(JSON.stringify(body)).digest('hex')
