// The laboratories: `npm run lab -- bench pages` prepares what that one needs, and runs it with the words that follow.
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'

type Laboratory = { file: string; needs?: string[]; env?: Record<string, string>; words?: string[] }

const LABORATORIES: Record<string, Laboratory> = {
  bench: { file: 'bench/main.ts' },
  cdn: { file: 'torture/main.ts', env: { CDN_PROGRAM: 'varnish' }, words: ['D13'] },
  'desk-day': { file: 'screens/desk-day.ts', needs: ['--browser'] },
  engines: { file: 'engines/main.ts' },
  lighthouse: { file: 'bench/lighthouse.ts', needs: ['--browser', '--lighthouse'] },
  measure: { file: 'measure.ts', needs: ['--no-build'] },
  pooler: { file: 'torture/main.ts', env: { POOLER_PROGRAM: 'pgbouncer' }, words: ['D17'] },
  screens: { file: 'screens/screens.ts', needs: ['--browser'] },
  torture: { file: 'torture/main.ts', needs: ['--browser'] },
}

const [name = '', ...words] = process.argv.slice(2)
const laboratory = Object.hasOwn(LABORATORIES, name) ? LABORATORIES[name] : undefined
if (laboratory) process.exitCode = run(laboratory)
else {
  console.error(`Usage: npm run lab -- <${Object.keys(LABORATORIES).join(' | ')}>; lab/README.md says what each does.`)
  process.exitCode = 1
}

function run({ file, needs = [], env, words: ownWords = [] }: Laboratory): number {
  const prepared = start('scripts/prepare.mjs', needs)
  return prepared === 0 ? start(join('lab', file), [...ownWords, ...words], env) : prepared
}

function start(file: string, args: string[], env: Record<string, string> = {}): number {
  return spawnSync(process.execPath, [file, ...args], { stdio: 'inherit', env: { ...process.env, ...env } }).status ?? 1
}
