// Runs the shop from its sources: `npm run dev`. It starts anew when a source of the server changes; Vite replaces those of
// the browser in the open page.
import { spawn } from 'node:child_process'
import { globSync } from 'node:fs'
import { SOURCES } from './start-shop.ts'

/** Not all that it imports, which `--watch` would watch: Vite writes and imports a copy of its own configuration. */
const watchedPaths = ['app/server', 'contract', 'server', ...globSync('features/*/{server,*.ts}')]

const flags = watchedPaths.map((path) => `--watch-path=${path}`)
const shop = spawn(process.execPath, [...flags, SOURCES, '--dev', ...process.argv.slice(2)], { stdio: 'inherit' })
// Ctrl-C reaches the shop itself.
process.on('SIGINT', () => {})
process.on('SIGTERM', () => shop.kill('SIGTERM'))
shop.once('exit', (code) => {
  process.exitCode = code ?? 1
})
