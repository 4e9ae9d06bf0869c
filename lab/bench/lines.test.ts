import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, inject, onTestFinished, test } from 'vitest'
import { claimsOf, type LineSize, simulateLine } from './lines.ts'
import { prove } from './proofs.ts'

const SMALL: LineSize = {
  clients: 200,
  productCount: 8,
  joinMs: 2_000,
  restMs: 5_000,
  windowMs: 500,
  spreadMs: 0,
  unusedSeconds: 10,
}

test('of 200 who wait in line for 8 pieces those at its head get them, and the others are told', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'boutique-line-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const cluster = inject('clusterUrl')
  const result = await simulateLine({ cluster, data: folder, card: cluster, folder }, SMALL)
  prove(claimsOf(result, SMALL))
  expect(result.facts.admitted).toBeGreaterThanOrEqual(SMALL.productCount)
})
