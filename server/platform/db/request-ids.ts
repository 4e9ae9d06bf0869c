import { AsyncLocalStorage, AsyncResource } from 'node:async_hooks'
import type { Pool, PoolClient } from 'pg'

type ConnectCallback = (
  error: Error | undefined,
  client: PoolClient | undefined,
  done: (release?: unknown) => void,
) => void

/** The name that the shop's connections have in PostgreSQL's log. */
export const APPLICATION_NAME = 'boutique'

const requestIds = new AsyncLocalStorage<string>()

/** Runs `next`, and all that follows from it, as part of the request with that id. */
export const inRequest = (id: string, next: () => void) => requestIds.run(id, next)

/**
 * Has PostgreSQL's log name the request of each line: a connection that a request takes from the pool is called
 * `boutique` and the request's id. The name leaves in one packet with the first statement.
 */
export function nameRequestsInLog(pool: Pool) {
  const names = new WeakMap<PoolClient, string>()
  const rename = (client: PoolClient) => {
    const id = requestIds.getStore()
    const name = id ? `${APPLICATION_NAME} ${id}` : APPLICATION_NAME
    if ((names.get(client) ?? APPLICATION_NAME) === name) return
    names.set(client, name)
    const text = `select set_config('application_name', $1, false)`
    // A broken connection says so at the statement that follows.
    client.query({ name: 'name_request', text, values: [name] }).catch(() => {})
  }
  callBackInContext(pool, rename)
}

/**
 * Has the pool hand out a connection in the context of whoever asked for it; by itself it does so in that of whoever gave
 * it back. `onTaken` sees each first.
 */
export function callBackInContext(pool: Pool, onTaken = (_: PoolClient) => {}) {
  const connect = pool.connect.bind(pool) as (taken: ConnectCallback) => void
  const bound = (callback: ConnectCallback): ConnectCallback =>
    AsyncResource.bind((error, client, done) => {
      if (client) onTaken(client)
      callback(error, client, done)
    })
  const connectBound = (callback?: ConnectCallback) =>
    callback
      ? connect(bound(callback))
      : new Promise((resolve, reject) => {
          connect(bound((error, client) => (client ? resolve(client) : reject(error))))
        })
  pool.connect = connectBound as Pool['connect']
}
