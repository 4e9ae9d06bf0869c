import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { testApp } from '#server/testing/app.ts'

const PATH = '/.well-known/apple-developer-merchantid-domain-association'

async function domainFile(content: string) {
  const folder = await mkdtemp(join(tmpdir(), 'boutique-apple-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const path = join(folder, 'association')
  await writeFile(path, content)
  return path
}

test("Apple finds the domain's file as plain text, as it is on the disk now", { tags: ['H9'] }, async () => {
  const path = await domainFile('7B227073704964')
  const { get } = await testApp({ appleDomainFile: path })
  const reply = await get(PATH)
  expect(reply.statusCode).toBe(200)
  expect(reply.headers['content-type']).toBe('text/plain; charset=utf-8')
  expect(reply.body).toBe('7B227073704964')
  await writeFile(path, 'renewed')
  expect((await get(PATH)).body).toBe('renewed')
})

test.for([
  ['is not configured', undefined],
  ['is not there', '/nowhere/association'],
] as const)(
  'a file that %s is not found, and no page stands in for it',
  { tags: ['H9'] },
  async ([, appleDomainFile]) => {
    const { get } = await testApp({ appleDomainFile })
    const reply = await get(PATH)
    expect(reply.statusCode).toBe(404)
    expect(reply.headers['content-type']).toContain('application/json')
  },
)
