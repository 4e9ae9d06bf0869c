import { statfs } from 'node:fs/promises'

/** The free and the total bytes of the disk with the folder. */
export async function diskSpace(folder: string) {
  const { bavail, blocks, bsize } = await statfs(folder)
  return { free: bavail * bsize, total: blocks * bsize }
}
