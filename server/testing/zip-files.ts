// Small archives for tests, with whatever in their headers.
import { crc32, deflateRawSync } from 'node:zlib'

type PackedFile = {
  name: string
  bytes: Uint8Array
  /** Unix permissions with the kind of file. */
  mode?: number
  /** What the headers say that it unpacks to, if that is not true. */
  claimedSize?: number
  isEncrypted?: boolean
}

/** A ZIP archive of these files (APPNOTE.TXT, sections 4.3.7 to 4.3.16). */
export function zipOf(files: PackedFile[]): Buffer {
  const local: Buffer[] = []
  const central: Buffer[] = []
  let offset = 0
  for (const { name, bytes, mode = 0o100644, claimedSize = bytes.length, isEncrypted } of files) {
    const deflatedBytes = deflateRawSync(bytes)
    const common = Buffer.alloc(26)
    common.writeUInt16LE(20, 0)
    common.writeUInt16LE(isEncrypted ? 1 : 0, 2)
    common.writeUInt16LE(8, 4)
    common.writeUInt32LE(crc32(bytes), 10)
    common.writeUInt32LE(deflatedBytes.length, 14)
    common.writeUInt32LE(claimedSize, 18)
    common.writeUInt16LE(Buffer.byteLength(name), 22)
    const header = Buffer.concat([Buffer.from('PK\u0003\u0004'), common, Buffer.from(name), deflatedBytes])
    const tail = Buffer.alloc(14)
    tail.writeUInt32LE((mode << 16) >>> 0, 6)
    tail.writeUInt32LE(offset, 10)
    central.push(Buffer.concat([Buffer.from('PK\u0001\u0002'), Buffer.from([20, 3]), common, tail, Buffer.from(name)]))
    local.push(header)
    offset += header.length
  }
  const directory = Buffer.concat(central)
  const end = Buffer.alloc(18)
  end.writeUInt16LE(files.length, 4)
  end.writeUInt16LE(files.length, 6)
  end.writeUInt32LE(directory.length, 8)
  end.writeUInt32LE(offset, 12)
  return Buffer.concat([...local, directory, Buffer.from('PK\u0005\u0006'), end])
}
