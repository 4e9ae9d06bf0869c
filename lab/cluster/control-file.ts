import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** DBState of pg_control.h, in the words of pg_controldata. */
const STATES = [
  'starting up',
  'shut down',
  'shut down in recovery',
  'shutting down',
  'in crash recovery',
  'in archive recovery',
  'in production',
]

/** PG_CONTROL_VERSION of PostgreSQL 18, whose ControlFileData has its fields at these places on a little-endian machine. */
const VERSION = 1800
const AT = {
  systemIdentifier: 0,
  version: 8,
  state: 16,
  checkpoint: 32,
  timeline: 48,
  minRecoveryPoint: 136,
  minRecoveryTimeline: 144,
  walLogHints: 176,
  settings: 180,
  checksums: 252,
}
const SETTINGS = [
  'max_connections',
  'max_worker_processes',
  'max_wal_senders',
  'max_prepared_xacts',
  'max_locks_per_xact',
]

/**
 * What pg_controldata prints of a data folder, as far as Patroni reads it. Throws when the folder is of another version of
 * PostgreSQL.
 */
export async function controlData(dataFolder: string): Promise<Record<string, string>> {
  const bytes = await readFile(join(dataFolder, 'global/pg_control'))
  const version = bytes.readUInt32LE(AT.version)
  if (version !== VERSION) throw new Error(`The control file has version ${version}, and only ${VERSION} can be read.`)
  const place = (at: number) => {
    const position = bytes.readBigUInt64LE(at)
    return `${(position >> 32n).toString(16).toUpperCase()}/${(position & 0xffffffffn).toString(16).toUpperCase()}`
  }
  const settings = SETTINGS.map((name, index) => [`${name} setting`, `${bytes.readInt32LE(AT.settings + 4 * index)}`])
  return {
    'Database system identifier': `${bytes.readBigUInt64LE(AT.systemIdentifier)}`,
    'Database cluster state': STATES[bytes.readUInt32LE(AT.state)] ?? 'unrecognized',
    'Latest checkpoint location': place(AT.checkpoint),
    "Latest checkpoint's TimeLineID": `${bytes.readUInt32LE(AT.timeline)}`,
    'Minimum recovery ending location': place(AT.minRecoveryPoint),
    "Min recovery ending loc's timeline": `${bytes.readUInt32LE(AT.minRecoveryTimeline)}`,
    'wal_log_hints setting': bytes[AT.walLogHints] ? 'on' : 'off',
    ...Object.fromEntries(settings),
    'Data page checksum version': `${bytes.readUInt32LE(AT.checksums)}`,
  }
}
