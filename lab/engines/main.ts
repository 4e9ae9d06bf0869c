// Runs journeys in Firefox and in WebKit, Safari's engine, against a demo shop of its own. `npm run lab -- engines webkit`
// uses one of them, `npm run lab -- engines webkit search` only the journeys with that word in their names. Fails when an
// engine is missing.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startShop } from '#scripts/start-shop.ts'
import { startFirefox } from './firefox.ts'
import { JOURNEYS } from './journeys.ts'
import { pageOf } from './page.ts'
import { startProxy } from './proxy.ts'
import type { Engine } from './tab.ts'
import { startWebKit } from './webkit.ts'

const ENGINES = {
  firefox: { start: startFirefox, packages: 'firefox-esr' },
  webkit: { start: startWebKit, packages: 'webkit2gtk-driver xvfb' },
}

const [part = '', word = ''] = process.argv.slice(2)
const data = await mkdtemp(join(tmpdir(), 'boutique-engines-'))
const shop = await startShop({ DATA_DIR: data, DATABASE_URL: '', DEMO: '1', ROBOT_CHECK: 'altcha' })
const seed = Number(process.env.SEED) || Date.now()
const proxy = await startProxy(shop.url, seed)
let passCount = 0
let failCount = 0
try {
  for (const [name, { start, packages }] of Object.entries(ENGINES)) {
    if (!name.includes(part)) continue
    const engine = await start()
    if (engine) await runJourneys(engine)
    else {
      failCount++
      console.error(`✗ ${name} is not installed: apt-get install ${packages}`)
    }
    await engine?.stop()
  }
} finally {
  proxy.stop()
  await shop.stop()
  await rm(data, { recursive: true, force: true })
}
console.log(`${passCount} passed, ${failCount} failed (delays by SEED=${seed})`)
process.exitCode = failCount > 0 ? 1 : 0

async function runJourneys(engine: Engine) {
  for (const journey of JOURNEYS.filter(({ name }) => name.includes(word))) {
    const startedAt = Date.now()
    const problem = await problemOf(engine, journey)
    const line = `${engine.name} ${engine.version}: ${journey.name} (${((Date.now() - startedAt) / 1_000).toFixed(1)} s)`
    if (problem) failCount++
    else passCount++
    console.log(problem ? `✗ ${line}\n  ${problem}` : `✓ ${line}`)
  }
}

/** What went wrong on the journey, or what the console complained about; empty when nothing did. */
async function problemOf(engine: Engine, { scripts = 'atOnce', run }: (typeof JOURNEYS)[number]) {
  proxy.arrival = scripts
  proxy.complaints.length = 0
  const tab = await engine.open()
  try {
    await run(pageOf(tab, proxy.url))
    // Scripts that never arrive are failed loads, which the console lists.
    return scripts === 'never' ? '' : proxy.complaints.join('\n  ')
  } catch (error) {
    const pageText = await tab
      .run<string>('location.href + "\\n" + document.querySelector("main")?.innerText')
      .catch(String)
    return [(error as Error).stack, pageText, ...proxy.complaints].join('\n  ')
  } finally {
    await tab.close()
  }
}
