import { useEffect, useState } from 'react'
import type { Backups } from '../contract.ts'
import { useBackupsQuery, useStartBackupMutation, useStartPracticeMutation } from './backupsApi.ts'

/** How often the shop is asked how far it is, and for how long after a press until it says that it has begun, or ended. */
const EVERY_MS = 1_500
const BEGIN_MS = 120_000

/** The backups, and what starts one or a practice. Follows what is going on until it ends. */
export function useBackups() {
  const [before, setBefore] = useState<string | null>(null)
  const query = useBackupsQuery(undefined, { refetchOnMountOrArgChange: true })
  const running = query.data?.running ?? null
  const outcome = outcomeIn(query.data)
  const isPressed = before === outcome
  useBackupsQuery(undefined, { skip: !isPressed && !running, pollingInterval: EVERY_MS })
  const [backUp, backingUp] = useStartBackupMutation()
  const [practice, practicing] = useStartPracticeMutation()
  useEffect(() => {
    if (running) return setBefore(null)
    if (!isPressed) return
    const timer = setTimeout(() => setBefore(null), BEGIN_MS)
    return () => clearTimeout(timer)
  }, [running, isPressed])
  const press = (start: () => { unwrap(): Promise<unknown> }) => () => {
    setBefore(outcome)
    start()
      .unwrap()
      .catch(() => setBefore(null))
  }
  return {
    query,
    running,
    isBusy: isPressed || running !== null,
    backUp: press(() => backUp()),
    practice: press(() => practice()),
    error: backingUp.error ?? practicing.error,
  }
}

/** What tells that a backup or a practice has ended since. */
const outcomeIn = ({ backups, failure, practice }: Partial<Backups> = {}) =>
  JSON.stringify([backups?.[0]?.name, failure?.at, practice?.at])
