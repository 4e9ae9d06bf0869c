// New versions of the shop's software, read from an address that the operator has configured. Off without one.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyBaseLogger } from 'fastify'
import { z } from 'zod'
import type { SetupCheck } from '#contract/admin/setup-checks.ts'
import { writeAtomically } from '#server/platform/lib/files.ts'
import { type Job, startJob } from '#server/platform/lib/jobs.ts'
import { VERSION } from '#server/platform/lib/version.ts'
import { good, todo } from '#server/shop/desk/check.ts'
import type { SetupFacts } from './facts.ts'
import { UPDATE_HEALTH } from './texts.ts'

const FILE = 'newest-version.json'
const DAY_MS = 86_400_000
const PATIENCE_MS = 10_000
const MOST_BYTES = 64 * 1024
const NOTES_SHOWN = 600

const Release = z.object({
  version: z.string().regex(/^\d{1,5}\.\d{1,5}\.\d{1,5}$/),
  notes: z
    .string()
    .transform((text) =>
      text
        .toWellFormed()
        .replaceAll(/\p{Cc}+/gu, ' ')
        .trim(),
    )
    .default(''),
})
type Release = z.infer<typeof Release>

type Works = { url: string; dataDir: string; log: FastifyBaseLogger }

/** Starts the job that asks once a day for the newest version. */
export const startCheckingUpdates = ({ url, dataDir, log }: Works): Job =>
  startJob(log, async (closing) => {
    const problem = await checkUpdates(url, dataDir, closing)
    if (problem) log.warn({ problem }, 'UPDATES_URL could not be read. It will be asked again tomorrow.')
    return DAY_MS
  })

/** Asks for the newest version and keeps the answer; after a bad one what is known stays, and its problem comes back. */
export async function checkUpdates(url: string, dataDir: string, closing?: AbortSignal): Promise<string | undefined> {
  const patience = AbortSignal.timeout(PATIENCE_MS)
  try {
    const signal = closing ? AbortSignal.any([closing, patience]) : patience
    const reply = await fetch(url, { redirect: 'error', signal, headers: { accept: 'application/json' } })
    if (!reply.ok) {
      await reply.body?.cancel()
      return `It answered ${reply.status}.`
    }
    const release = Release.parse(JSON.parse(await textOf(reply)))
    await writeAtomically(dataDir, FILE, Buffer.from(`${JSON.stringify(release)}\n`))
    return undefined
  } catch (error) {
    return String(error)
  }
}

/** The text of an answer that is not too long. */
async function textOf(reply: Response) {
  const decoder = new TextDecoder()
  let [text, bytes] = ['', 0]
  for await (const chunk of reply.body ?? []) {
    bytes += chunk.byteLength
    if (bytes > MOST_BYTES) throw new RangeError(`More than ${MOST_BYTES} bytes.`)
    text += decoder.decode(chunk, { stream: true })
  }
  return text + decoder.decode()
}

/** Whether there is a newer version, with its notes; nothing unless UPDATES_URL is set and was read. */
export async function updates({ dataDir, updatesUrl }: SetupFacts, version = VERSION): Promise<SetupCheck[]> {
  if (!updatesUrl) return []
  const newest = await knownRelease(dataDir)
  if (!newest) return []
  if (!isNewer(newest.version, version)) return [good('version', UPDATE_HEALTH.newest(version))]
  const notes = newest.notes.slice(0, NOTES_SHOWN).toWellFormed()
  return [todo('version', UPDATE_HEALTH.out(newest.version, version, notes), UPDATE_HEALTH.upgrade)]
}

async function knownRelease(dataDir: string): Promise<Release | undefined> {
  try {
    return Release.parse(JSON.parse(await readFile(join(dataDir, FILE), 'utf8')))
  } catch {
    return undefined
  }
}

/** Whether a version comes after another (Semantic Versioning, without names of pre-releases). */
function isNewer(version: string, than: string) {
  const numbers = (text: string) => text.split('.').map((part) => Number.parseInt(part, 10) || 0)
  const [one, other] = [numbers(version), numbers(than)]
  const at = [0, 1, 2].find((place) => one[place] !== other[place])
  return at !== undefined && (one[at] ?? 0) > (other[at] ?? 0)
}
