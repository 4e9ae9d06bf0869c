import { execFile } from 'node:child_process'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { generate } from 'orval'
import { expect, onTestFinished, test } from 'vitest'
import { testApp } from '#server/testing/app.ts'
import { admin, apiKey, product } from '#server/testing/factories.ts'

const run = promisify(execFile)

/** A program of somebody who knows only the shop's openapi.json. */
const PROGRAM = `
import { getProduct, listProducts, updateProduct } from './shop.ts'

export async function rename(key: string, name: string) {
  const { data: list, status } = await listProducts({ keyword: 'walnut' })
  if (status !== 200) throw new Error(list.message)
  const [found] = list.products
  if (!found) throw new Error('Nothing was found.')
  const options = { headers: { authorization: \`Bearer \${key}\` } }
  const renamed = await updateProduct(found._id, { name, price: 12.5 }, options)
  const refused = await updateProduct(found._id, { price: -1 }, options)
  // @ts-expect-error: a price is a number.
  void (() => updateProduct(found._id, { price: '12.50' }, options))
  const after = await getProduct(found._id)
  return { renamed: renamed.status, refused: [refused.status, refused.data], after: after.data }
}
`

/** A folder with the client that a generator makes of the API's description, and the program that uses it. */
async function generatedClient(description: object, baseUrl: string) {
  const folder = resolve('.cache/generated-client')
  await mkdir(folder, { recursive: true })
  onTestFinished(() => rm(folder, { recursive: true }))
  const [input, target, program] = ['openapi.json', 'shop.ts', 'program.ts'].map((name) => resolve(folder, name)) as [
    string,
    string,
    string,
  ]
  await writeFile(input, JSON.stringify(description))
  await writeFile(program, PROGRAM)
  await generate({ input, output: { target, client: 'fetch', mode: 'single', baseUrl } })
  return program
}

test('a client that a generator makes of the API’s description compiles, and changes a product by an API key', async () => {
  const { db, app, get } = await testApp()
  await product(db, { name: 'Walnut Pen' })
  const { key } = await apiKey(db, await admin(db, { isApi: true }))
  await app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = app.server.address() as AddressInfo
  const program = await generatedClient((await get('/api/openapi.json')).json(), `http://127.0.0.1:${port}`)
  const strict = ['--noEmit', '--strict', '--target', 'esnext', '--module', 'nodenext', '--lib', 'esnext,dom']
  await run('tsc', [...strict, '--allowImportingTsExtensions', '--types', '', '--ignoreConfig', program])
  const { rename } = await import(pathToFileURL(program).href)
  expect(await rename(key, 'Oak Pen')).toMatchObject({
    renamed: 200,
    refused: [400, { code: 'invalid_request' }],
    after: { name: 'Oak Pen', price: 12.5 },
  })
})
