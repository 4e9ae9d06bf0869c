import type { Backup } from '#contract/admin/backups.ts'
import { formatMoment } from '#contract/dates.ts'
import { messageOf } from '../../../api-failure.ts'
import { BACKUPS } from '../../../texts/admin-backups.ts'
import { Alert } from '../../../ui/Alert.tsx'
import { Badge } from '../../../ui/Badge.tsx'
import { Button } from '../../../ui/Button.tsx'
import { useShop } from '../../shop/use-shop.ts'
import { useOpenBackupDownloadMutation } from './backupsApi.ts'

/** The backups that the shop made, each to download. */
export const BackupList = ({ backups }: { backups: Backup[] }) => (
  <section aria-labelledby="backup-list" className="grid gap-4">
    <h2 id="backup-list" className="text-xl">
      {BACKUPS.list}
    </h2>
    {backups.length === 0 ? (
      <p className="text-muted">{BACKUPS.empty}</p>
    ) : (
      <>
        <p className="max-w-prose text-sm text-muted">{BACKUPS.private}</p>
        <ul className="divide-y divide-line rounded-lg border border-line bg-card shadow-sm">
          {backups.map((backup) => (
            <BackupItem key={backup.name} backup={backup} />
          ))}
        </ul>
      </>
    )}
  </section>
)

function BackupItem({ backup: { name, madeAt, bytes, orders, isEncrypted, isCopied } }: { backup: Backup }) {
  const [open, { isLoading, error, reset }] = useOpenBackupDownloadMutation()
  const moment = formatMoment(madeAt, useShop().timeZone)
  const download = async () => {
    const { data } = await open(name)
    if (data) window.location.assign(data.url)
  }
  return (
    <li className="grid gap-2 px-5 py-3">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <div className="grow">
          <p className="font-medium">{moment}</p>
          <p className="text-sm text-muted tabular-nums">
            {[BACKUPS.size(bytes), ...(orders === null ? [] : [BACKUPS.orders(orders)])].join(' · ')}
          </p>
        </div>
        {isEncrypted && <Badge kind="neutral">{BACKUPS.encrypted}</Badge>}
        {isCopied && <Badge kind="good">{BACKUPS.inBucket}</Badge>}
        <Button
          variant="secondary"
          isBusy={isLoading}
          onClick={() => void download()}
          aria-label={BACKUPS.downloadOf(moment)}
        >
          {BACKUPS.download}
        </Button>
      </div>
      {error && <Alert onDismiss={reset}>{messageOf(error)}</Alert>}
    </li>
  )
}
