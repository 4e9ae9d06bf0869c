import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { figure } from '#server/testing/torture.ts'

type Component = { name: string; version: string; licenses?: unknown[] }

test('everything the shop depends on is locked, and listed with its licence', { tags: ['O6'] }, async ({ task }) => {
  const lock = JSON.parse(readFileSync('package-lock.json', 'utf8')) as {
    packages: Record<string, { integrity?: string; inBundle?: boolean; dev?: boolean; link?: boolean }>
  }
  // The shop itself and lab/ are ours: they and the links to them have no hash.
  const lockedPackages = Object.entries(lock.packages).filter(
    ([path, { inBundle, link }]) => path.includes('node_modules/') && !inBundle && !link,
  )
  expect(lockedPackages.filter(([, { integrity }]) => !integrity?.startsWith('sha512-')).map(([path]) => path)).toEqual(
    [],
  )

  const sbomText = execFileSync('npm', ['sbom', '--sbom-format=cyclonedx', '--package-lock-only'], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
    maxBuffer: 32 * 2 ** 20,
  })
  const { components, bomFormat } = JSON.parse(sbomText) as { components: Component[]; bomFormat: string }
  expect(bomFormat).toBe('CycloneDX')
  const { dependencies } = JSON.parse(readFileSync('package.json', 'utf8')) as { dependencies: Record<string, string> }
  for (const [name, version] of Object.entries(dependencies))
    expect(components.find((one) => one.name === name)?.version, name).toBe(version)
  // What the shop does not run with may keep its licence in a file only.
  const unlicensedNames = components.filter(({ licenses = [] }) => licenses.length === 0).map(({ name }) => name)
  expect(unlicensedNames.filter((name) => !lock.packages[`node_modules/${name}`]?.dev)).toEqual([])
  figure(task, `${components.length} parts listed, ${lockedPackages.length} locked by their hash`)
})
