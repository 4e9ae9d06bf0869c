import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { runSql } from '#server/testing/cluster.ts'
import { APPS, type BALANCERS, DATABASES, type Network } from './network.ts'
import { POSTGRES_PORT, REST_PORT } from './patroni.ts'
import { type Place, type Program, ready, startProgram } from './programs.ts'

export const SHOP_PORT = 8080
export const APP_PORT = 3000
export const PRIMARY_PORT = 5432
export const REPLICA_PORT = 5433

/** What went wrong is logged. A check may take two seconds on a busy machine; what is answered counts at once. */
const DEFAULTS = `global
  maxconn 4000
  log stdout format raw daemon
defaults
  log global
  option dontlog-normal
  timeout connect 1s
  timeout check 2s
  timeout client 60s
  timeout server 60s
`

/**
 * The balancer in front of the shop. Nodes that are ready get the requests. While none is, because the database is
 * away, those that are alive get them: they have pages in their caches, and refuse the rest politely. When no check is
 * answered in time, because the machine is busy, the nodes are tried all the same. One that has just started gets ever more
 * of the requests for ten seconds, because it has nothing in its caches yet.
 */
export function shopConfiguration(network: Network): string {
  const servers = (check: string) => `
  source ${network.address('balancer')}
${APPS.map((name) => `  server ${name} ${network.address(name)}:${APP_PORT}${check}`).join('\n')}`
  const healthCheck = (path: string) => `
  option httpchk GET ${path}
  default-server inter 500ms fastinter 200ms fall 3 rise 1 slowstart 10s${servers(' check')}`
  return `${DEFAULTS}
  mode http
  option httplog
  option forwardfor
  option redispatch 1
  retries 3
  # What did not reach a node is sent to another. What may have had an effect is never sent twice.
  retry-on conn-failure empty-response

frontend shop
  bind ${network.address('balancer')}:${SHOP_PORT}
  http-request disable-l7-retry unless METH_GET
  use_backend ready if { nbsrv(ready) gt 0 }
  use_backend alive if { nbsrv(alive) gt 0 }
  default_backend any

backend ready${healthCheck('/readyz')}

backend alive${healthCheck('/healthz')}

backend any${servers('')}
`
}

/**
 * The way to the database. Patroni says which server is the primary, and every session with another one is closed, or
 * else a shop would go on talking to one that has been replaced. Reads go to one replica at a time: the shop
 * asks a replica how far it is, and the next connection must lead to the same one. A server that does not answer is out
 * after seven seconds, before Patroni's `ttl` lets there be another primary.
 */
export function databaseConfiguration(network: Network): string {
  const check = (path: string, settings: string) => `
  option httpchk
  http-check send meth OPTIONS uri ${path}
  http-check expect status 200
  default-server inter 1s fastinter 500ms fall 3 rise 1 on-marked-down shutdown-sessions ${settings}`
  const server = (name: (typeof DATABASES)[number], settings = '') =>
    `  server ${name} ${network.address(name)}:${POSTGRES_PORT} check port ${REST_PORT}${settings}`
  return `${DEFAULTS}
  mode tcp
  option tcplog
  option clitcpka
  option srvtcpka
  timeout client 1h
  timeout server 1h

listen primary
  bind ${network.address('database-balancer')}:${PRIMARY_PORT}${check('/primary', '')}
${DATABASES.map((name) => server(name)).join('\n')}

listen replica
  bind ${network.address('database-balancer')}:${REPLICA_PORT}${check('/replica', 'on-marked-up shutdown-backup-sessions')}
${DATABASES.map((name, index) => server(name, index > 0 ? ' backup' : '')).join('\n')}
`
}

const CONFIGURATIONS = { balancer: shopConfiguration, 'database-balancer': databaseConfiguration }

/** Starts the balancer in front of the shop or of the database. */
export async function startBalancer(place: Place, node: (typeof BALANCERS)[number]): Promise<Program> {
  const file = join(place.folder, `${node}.cfg`)
  await writeFile(file, CONFIGURATIONS[node](place.network))
  return startProgram(place, { node, command: ['haproxy', '-db', '-f', file] })
}

/**
 * Waits until that address of the database leads to the primary and nowhere else. HAProxy takes each server for a usable
 * one until it has asked, and gives connections to one after the other, so as many in a row as there are servers tell.
 */
export const leadsToPrimary = (url: string, program: Program) =>
  ready('database-balancer', program, async () => {
    for (const _ of DATABASES) {
      const { rows } = await runSql(url, 'select pg_is_in_recovery() as replica')
      if (rows[0].replica) return false
    }
    return true
  })
