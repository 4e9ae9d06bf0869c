import pg from 'pg'
import { expect, inject, onTestFinished, test } from 'vitest'
import { openDatabase } from '#server/platform/db/client.ts'
import { databaseUrl, runSql } from '#server/testing/cluster.ts'
import { product } from '#server/testing/factories.ts'
import { urlOfDatabase } from './database-server.ts'
import { restoreSnapshot, takeSnapshot } from './snapshot.ts'

/** A database with a product, which nobody is connected to. */
async function stoppedShop() {
  const cluster = inject('clusterUrl')
  const name = `stopped_shop_${process.pid}`
  const drop = async () => {
    for (const end of ['', '_snapshot', '_replaced']) await runSql(cluster, `drop database if exists ${name}${end}`)
  }
  await drop()
  onTestFinished(drop)
  await runSql(cluster, `create database ${name} template template_shop`)
  const url = databaseUrl(cluster, name)
  const db = openDatabase(url, 1)
  await product(db, { name: 'Walnut Pen' })
  await db.$client.end()
  return { url, name, server: cluster }
}

const namesIn = async (url: string) => (await runSql(url, 'select name from products order by name')).rows

test('a database of one’s own goes back to how it was before an upgrade, as often as one likes', async () => {
  const { url, name } = await stoppedShop()
  await takeSnapshot(url)
  for (const newName of ['Upgraded', 'Upgraded again']) {
    await runSql(url, `update products set name = '${newName}'`)
    await runSql(url, 'alter table products add column later int')
    await restoreSnapshot(url)
    expect(await namesIn(url)).toEqual([{ name: 'Walnut Pen' }])
    // What it replaced is kept until the next time.
    expect(await namesIn(urlOfDatabase(url, `${name}_replaced`))).toEqual([{ name: newName }])
  }
  // The next upgrade takes another snapshot.
  await runSql(url, "update products set name = 'Oak Pen'")
  await takeSnapshot(url)
  await runSql(url, "update products set name = 'Upgraded'")
  await restoreSnapshot(url)
  expect(await namesIn(url)).toEqual([{ name: 'Oak Pen' }])
})

test('nothing is copied or replaced while the shop is connected, without a snapshot, or by a user who may not', async () => {
  const { url, name, server } = await stoppedShop()
  await expect(restoreSnapshot(url)).rejects.toMatchObject({ message: 'There is no snapshot of the database.' })
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await expect(takeSnapshot(url)).rejects.toMatchObject({ code: 'backup_busy' })
  await client.end()
  const role = `guest_of_${name}`.slice(0, 60)
  await runSql(server, `create role "${role}" login password 'walnut'`)
  onTestFinished(async () => void (await runSql(server, `drop role "${role}"`)))
  const asGuest = url.replace(/\/\/[^@]*@/, `//${encodeURIComponent(role)}:walnut@`)
  await expect(takeSnapshot(asGuest)).rejects.toMatchObject({ code: 'database_not_ours' })
  expect(await namesIn(url)).toEqual([{ name: 'Walnut Pen' }])
})
