import type { SetupCheck } from '#contract/admin/setup-checks.ts'
import { diskSpace } from '#server/platform/lib/disk-space.ts'
import { good, todo } from '#server/shop/desk/check.ts'
import type { SetupFacts } from './facts.ts'
import { DISK_SETUP } from './texts.ts'

type Folders = Pick<SetupFacts, 'dataDir'>

const GIB = 2 ** 30
const LEAST_FREE = { bytes: GIB, share: 0.05 }

/** How much of the disk with the data is free. */
export async function disk({ dataDir }: Folders): Promise<SetupCheck> {
  const { free, total } = await diskSpace(dataDir)
  const finding = DISK_SETUP.free(gigabytes(free), gigabytes(total))
  const isLow = free < LEAST_FREE.bytes || free < LEAST_FREE.share * total
  return isLow ? todo('disk', finding, DISK_SETUP.makeRoom) : good('disk', finding)
}

const gigabytes = (bytes: number) => `${(bytes / GIB).toFixed(bytes < 10 * GIB ? 1 : 0)} GB`
