// OpenStack Swift with its middleware for S3: an object store that is not ours, with a disk of its own. One machine is
// enough here; it keeps several copies of each object when it is given several.
import { execFile } from 'node:child_process'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { openBucket } from '#server/platform/media/bucket.ts'
import type { Bucket } from '#server/platform/media/store.ts'
import type { Network } from './network.ts'
import { type Place, type Program, startProgram } from './programs.ts'

const run = promisify(execFile)

const S3_PORT = 8333
/** Which of Swift's servers listens where. */
const SERVERS = { account: 6202, container: 6201, object: 6200 } as const
const ACCOUNT = { user: 'shop:owner', secret: 'the-secret-of-this-cluster' }

/** The bucket for the photos of the shop. */
export const photoBucket = (network: Network): Bucket => ({
  endpoint: `http://${network.address('photos')}:${S3_PORT}`,
  bucket: 'shop-photos',
  region: 'us-east-1',
  accessKeyId: ACCOUNT.user,
  secretAccessKey: ACCOUNT.secret,
})

/** Writes what Swift needs to know, and starts it. */
export async function startObjectStore(place: Place): Promise<Program[]> {
  const folder = join(place.folder, 'photos')
  await mkdir(join(folder, 'devices/disk'), { recursive: true })
  await writeFile(join(folder, 'swift.conf'), SECRETS)
  const host = place.network.address('photos')
  await Promise.all(Object.entries(SERVERS).map(([name, port]) => makeRing(folder, name, `${host}:${port}`)))
  return runObjectStore(place)
}

/** Starts Swift on what it has. */
export async function runObjectStore(place: Place): Promise<Program[]> {
  const folder = join(place.folder, 'photos')
  const host = place.network.address('photos')
  const start = async (name: string, port: number, text: string) => {
    const file = join(folder, `${name}.conf`)
    await writeFile(file, serverSettings({ folder, host, port }) + text)
    const log = `photos-${name}`
    return startProgram(place, { node: 'photos', command: [`swift-${name}-server`, file, '-v'], log })
  }
  const storage = Object.entries(SERVERS).map(([name, port]) => start(name, port, storageSettings(name)))
  return Promise.all([...storage, start('proxy', S3_PORT, PROXY)])
}

/** Makes the bucket unless it is there; throws while Swift is not ready. */
export async function makeBucket(bucket: Bucket) {
  const request = openBucket(bucket, 3)
  const list = () => request('GET', '?list-type=2')
  await list().catch(() => request('PUT', ''))
  await list()
}

/** One disk, one copy of each object. */
async function makeRing(folder: string, name: string, address: string) {
  const [ip = '', port = ''] = address.split(':')
  const builder = join(folder, `${name}.builder`)
  const ring = (...words: string[]) => run('swift-ring-builder', [builder, ...words])
  await ring('create', '2', '1', '1')
  await ring('add', '--region=1', '--zone=1', `--ip=${ip}`, `--port=${port}`, '--device=disk', '--weight=1')
  await ring('rebalance')
}

const SECRETS = `[swift-hash]
swift_hash_path_prefix = boutique
swift_hash_path_suffix = cluster
[storage-policy:0]
name = photos
default = yes
`

const serverSettings = ({ folder, host, port }: { folder: string; host: string; port: number }) => `[DEFAULT]
bind_ip = ${host}
bind_port = ${port}
workers = 0
user = ${process.env.USER ?? 'root'}
swift_dir = ${folder}
devices = ${folder}/devices
mount_check = false
log_level = WARNING
log_address = /dev/null
`

const storageSettings = (name: string) => `[pipeline:main]
pipeline = ${name}-server
[app:${name}-server]
use = egg:swift#${name}
`

/** The cache is asked for by tempauth, and may be away: nothing listens there. */
const PROXY = `[pipeline:main]
pipeline = catch_errors gatekeeper cache listing_formats s3api tempauth copy slo dlo versioned_writes proxy-server
[filter:catch_errors]
use = egg:swift#catch_errors
[filter:gatekeeper]
use = egg:swift#gatekeeper
[filter:cache]
use = egg:swift#memcache
memcache_servers = 127.0.0.1:1
[filter:listing_formats]
use = egg:swift#listing_formats
[filter:s3api]
use = egg:swift#s3api
location = us-east-1
[filter:tempauth]
use = egg:swift#tempauth
user_${ACCOUNT.user.replace(':', '_')} = ${ACCOUNT.secret} .admin
[filter:copy]
use = egg:swift#copy
[filter:slo]
use = egg:swift#slo
[filter:dlo]
use = egg:swift#dlo
[filter:versioned_writes]
use = egg:swift#versioned_writes
[app:proxy-server]
use = egg:swift#proxy
account_autocreate = true
`
