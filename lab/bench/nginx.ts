import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { startInstalled } from '#server/testing/installed-programs.ts'
import type { Server } from './servers.ts'

/** Ticks of /proc/<pid>/stat in microseconds, for the usual 100 a second. */
const TICK_MICROSECONDS = 10_000

/** Starts nginx with one worker, which serves the files of the folder from disk; undefined where it is not installed. */
export async function startNginx(folder: string, port: number): Promise<Server | undefined> {
  const configuration = join(folder, 'nginx.conf')
  await writeFile(configuration, configurationOf(folder, port))
  const errors = join(folder, 'error.log')
  const nginx = await startInstalled(['nginx', '-p', folder, '-e', errors, '-c', configuration], port)
  if (!nginx) return undefined
  const counts = async () => {
    const pid = (await readFile(`/proc/${nginx.pid}/task/${nginx.pid}/children`, 'utf8')).trim().split(' ')[0]
    const [user = 0, system = 0] = (await readFile(`/proc/${pid}/stat`, 'utf8')).split(' ').slice(13, 15).map(Number)
    return { cpu: (user + system) * TICK_MICROSECONDS, pages: 0, queries: 0 }
  }
  return {
    url: `http://127.0.0.1:${port}`,
    counts,
    stop: nginx.stop,
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
