import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Server } from './servers.ts'

/** Ticks of /proc/<pid>/stat in microseconds, for the usual 100 a second. */
const TICK_MICROSECONDS = 10_000

/** Starts nginx with one worker, which serves the files of the folder from disk; undefined where it is not installed. */
export async function startNginx(folder: string, port: number): Promise<Server | undefined> {
  const configuration = join(folder, 'nginx.conf')
  await writeFile(configuration, configurationOf(folder, port))
  const child = spawn('nginx', ['-p', folder, '-e', join(folder, 'error.log'), '-c', configuration], {
    stdio: 'ignore',
  })
  const isMissing = await Promise.race([once(child, 'error').then(() => true), listens(port).then(() => false)])
  if (isMissing) return undefined
  const counts = async () => {
    const pid = (await readFile(`/proc/${child.pid}/task/${child.pid}/children`, 'utf8')).trim().split(' ')[0]
    const [user = 0, system = 0] = (await readFile(`/proc/${pid}/stat`, 'utf8')).split(' ').slice(13, 15).map(Number)
    return { cpu: (user + system) * TICK_MICROSECONDS, pages: 0, queries: 0 }
  }
  return {
    url: `http://127.0.0.1:${port}`,
    counts,
    statements: () => Promise.reject(new Error('nginx has no database.')),
    cleared: () => Promise.reject(new Error('nginx has no cache of pages.')),
    async stop() {
      child.kill('SIGTERM')
      await once(child, 'exit')
    },
  }
}

const configurationOf = (folder: string, port: number) => `
  daemon off; worker_processes 1; pid ${folder}/nginx.pid;
  events { worker_connections 256; }
  http {
    access_log off; sendfile on; tcp_nopush on; keepalive_requests 100000000;
    client_body_temp_path ${folder}/body; proxy_temp_path ${folder}/proxy; fastcgi_temp_path ${folder}/fastcgi;
    uwsgi_temp_path ${folder}/uwsgi; scgi_temp_path ${folder}/scgi;
    server { listen 127.0.0.1:${port}; root ${folder}; }
  }`

async function listens(port: number) {
  for (;;) {
    const isOpen = await new Promise<boolean>((resolve) => {
      const socket = connect(port, '127.0.0.1')
      socket.once('connect', () => resolve(true)).once('error', () => resolve(false))
      socket.once('connect', () => socket.destroy())
    })
    if (isOpen) return
    await sleep(50)
  }
}
