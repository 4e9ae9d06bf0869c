import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { runSql } from '#server/testing/cluster.ts'
import { APPS, DATABASES, type Network } from './network.ts'
import { POSTGRES_PORT, REST_PORT } from './patroni.ts'
import { type Place, type Program, ready, startProgram } from './programs.ts'

export const SHOP_PORT = 8080
export const APP_PORT = 3000
export const PRIMARY_PORT = 5432
export const REPLICA_PORT = 5433

const DEFAULTS = `global
  maxconn 4000
defaults
  timeout connect 1s
  timeout check 1s
  timeout client 60s
  timeout server 60s
`

/**
 * The balancer in front of the shop. Nodes that are ready get the requests. While none is, because the database is
 * away, those that are alive get them: they have pages in their caches, and refuse the rest politely.
 */
export function shopConfiguration(network: Network): string {
  const servers = (path: string) => `
  option httpchk GET ${path}
  source ${network.address('balancer')}
  default-server inter 500ms fall 2 rise 1
${APPS.map((name) => `  server ${name} ${network.address(name)}:${APP_PORT} check`).join('\n')}`
  return `${DEFAULTS}
  mode http
  option forwardfor
  option redispatch 1
  retries 3
  # What did not reach a node is sent to another. What may have had an effect is never sent twice.
  retry-on conn-failure empty-response

frontend shop
  bind ${network.address('balancer')}:${SHOP_PORT}
  http-request disable-l7-retry unless METH_GET
  use_backend alive if { nbsrv(ready) eq 0 }
  default_backend ready

backend ready${servers('/readyz')}

backend alive${servers('/healthz')}
`
}

/**
 * The way to the database. Patroni says which server is the primary, and every session with another one is closed, or
 * else a shop would go on talking to one that has been replaced. Reads go to one replica at a time: the shop
 * asks a replica how far it is, and the next connection must lead to the same one.
 */
export function databaseConfiguration(network: Network): string {
  const check = (path: string, settings: string) => `
  option httpchk
  http-check send meth OPTIONS uri ${path}
  http-check expect status 200
  default-server inter 1s fall 2 rise 1 on-marked-down shutdown-sessions ${settings}`
  const server = (name: (typeof DATABASES)[number], settings = '') =>
    `  server ${name} ${network.address(name)}:${POSTGRES_PORT} check port ${REST_PORT}${settings}`
  return `${DEFAULTS}
  mode tcp
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

/** Starts both balancers. */
export async function startBalancers(place: Place): Promise<Program[]> {
  const start = async (node: 'balancer' | 'database-balancer', text: string) => {
    const file = join(place.folder, `${node}.cfg`)
    await writeFile(file, text)
    return startProgram(place, { node, command: ['haproxy', '-db', '-f', file] })
  }
  return [
    await start('balancer', shopConfiguration(place.network)),
    await start('database-balancer', databaseConfiguration(place.network)),
  ]
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
