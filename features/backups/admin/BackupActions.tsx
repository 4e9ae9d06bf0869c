import { formatMoment } from '#contract/dates.ts'
import { messageOf } from '#web/lib/api-failure.ts'
import { useShop } from '#web/shop/settings/use-shop.ts'
import { Button } from '#web/ui/Button.tsx'
import { Link } from '#web/ui/Link.tsx'
import { StandingAlert } from '#web/ui/StandingAlert.tsx'
import { BACKUPS } from './texts.ts'
import { useBackupDownload } from './use-backup-download.ts'

/** On the shop check: makes a backup and downloads it, also where no folder for backups is configured. */
export function BackupActions() {
  return (
    <div className="grid justify-items-start gap-3">
      <BackupDownload />
      <Link to="/admin/backups" className="inline-flex min-h-11 items-center font-medium">
        {BACKUPS.all}
      </Link>
    </div>
  )
}

/** The button that makes a backup and downloads it. */
export function BackupDownload() {
  const { start, isReady, isMaking, isBusy, error, failure } = useBackupDownload()
  const { timeZone } = useShop()
  return (
    <>
      {error && <StandingAlert of={error}>{messageOf(error)}</StandingAlert>}
      {!isMaking && failure && (
        <StandingAlert of={failure.at}>
          {BACKUPS.failed(formatMoment(failure.at, timeZone), failure.problem)}
        </StandingAlert>
      )}
      <Button variant="secondary" isBusy={isBusy || !isReady} onClick={start} className="max-sm:w-full">
        {BACKUPS.makeAndDownload}
      </Button>
      <p role="status" className="text-sm text-muted empty:hidden">
        {isMaking && BACKUPS.making}
      </p>
    </>
  )
}
