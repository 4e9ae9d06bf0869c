import { formatMoment } from '#contract/dates.ts'
import type { Column } from '#web/admin/lists/DataTable.tsx'
import { ListScreen } from '#web/admin/lists/ListScreen.tsx'
import { useListAddress } from '#web/admin/lists/list-address.ts'
import { messageOf } from '#web/lib/api-failure.ts'
import { useShop } from '#web/shop/settings/use-shop.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { Badge } from '#web/ui/Badge.tsx'
import { Button } from '#web/ui/Button.tsx'
import { StandingAlert } from '#web/ui/StandingAlert.tsx'
import type { Backup, Backups } from '../contract.ts'
import { BackupDownload } from './BackupActions.tsx'
import { useOpenBackupDownloadMutation } from './backupsApi.ts'
import { PracticePanel } from './PracticePanel.tsx'
import { BACKUPS } from './texts.ts'
import { useBackups } from './use-backups.ts'

/** The backups of the shop: making one, trying whether it brings back the shop, and downloading it. */
export default function BackupsPage() {
  const { query, running, isBusy, backUp, practice, error } = useBackups()
  const { data } = query
  const { folder, failure, backups = [] } = data ?? {}
  const { timeZone } = useShop()
  return (
    <div className="max-w-3xl">
      <ListScreen
        title={BACKUPS.title}
        about={BACKUPS.about}
        address={useListAddress()}
        query={{ ...query, currentData: data }}
        total={data && backups.length}
        action={
          folder && (
            <Button isBusy={isBusy} onClick={backUp}>
              {BACKUPS.make}
            </Button>
          )
        }
        banner={
          <div className="grid gap-4 empty:hidden">
            {data && !folder && <Unconfigured />}
            {error && <StandingAlert of={error}>{messageOf(error)}</StandingAlert>}
            {folder && failure && (
              <StandingAlert of={failure.at}>
                {BACKUPS.failed(formatMoment(failure.at, timeZone), failure.problem)}
              </StandingAlert>
            )}
            {folder && (
              <p role="status" className="text-sm text-muted">
                {running === 'backup' && BACKUPS.making}
              </p>
            )}
          </div>
        }
        empty={BACKUPS.empty}
        caption={BACKUPS.list}
        table={{
          columns: COLUMNS,
          rows: backups.map((backup) => ({ _id: backup.name, ...backup })),
          nameOf: ({ name }) => name,
          actions: (backup) => <Download backup={backup} />,
        }}
        foot={
          data?.folder && (
            <>
              {backups.length > 0 && (
                <PracticePanel
                  last={data.practice}
                  isRunning={running === 'practice'}
                  isBusy={isBusy}
                  practice={practice}
                />
              )}
              <Plan backups={data} />
            </>
          )
        }
      />
    </div>
  )
}

const Unconfigured = () => (
  <div className="grid gap-4">
    <h2 className="text-xl text-ink">{BACKUPS.unconfigured}</h2>
    <p className="max-w-prose">{BACKUPS.saveElsewhere}</p>
    <div className="grid justify-items-start gap-3">
      <BackupDownload />
    </div>
    <p className="max-w-prose">{BACKUPS.configure}</p>
    <pre className="rounded-md bg-sand px-4 py-3 text-sm wrap-anywhere whitespace-pre-wrap">
      <code>{BACKUPS.line}</code>
    </pre>
  </div>
)

const Plan = ({ backups: { folder, hour, hasBucket, backups } }: { backups: Backups }) => (
  <div className="grid max-w-prose gap-2 text-sm text-muted wrap-anywhere">
    <p>
      {folder && hour !== null && BACKUPS.daily(hour, folder)} {hasBucket && BACKUPS.copied} {BACKUPS.rule}
    </p>
    {backups.length > 0 && <p>{BACKUPS.private}</p>}
  </div>
)

const COLUMNS: Column<Backup & { _id: string }>[] = [
  { heading: BACKUPS.made, cell: ({ madeAt }) => <Made at={madeAt} /> },
  {
    heading: BACKUPS.content,
    cell: ({ bytes, orders }) => (
      <span className="text-muted tabular-nums">
        {[BACKUPS.size(bytes), ...(orders === null ? [] : [BACKUPS.orders(orders)])].join(' · ')}
      </span>
    ),
  },
  {
    heading: BACKUPS.state,
    cell: ({ isEncrypted, isCopied }) => (
      <span className="flex flex-wrap gap-2">
        {isEncrypted && <Badge kind="neutral">{BACKUPS.encrypted}</Badge>}
        {isCopied && <Badge kind="good">{BACKUPS.inBucket}</Badge>}
        {!isEncrypted && !isCopied && '–'}
      </span>
    ),
  },
]

const Made = ({ at }: { at: string }) => <span className="font-medium">{formatMoment(at, useShop().timeZone)}</span>

function Download({ backup: { name, madeAt } }: { backup: Backup }) {
  const [open, { isLoading, error, reset }] = useOpenBackupDownloadMutation()
  const download = async () => {
    const { data } = await open(name)
    if (data) window.location.assign(data.url)
  }
  return (
    <>
      <Button
        variant="quiet"
        isBusy={isLoading}
        onClick={() => void download()}
        aria-label={BACKUPS.downloadOf(formatMoment(madeAt, useShop().timeZone))}
      >
        {BACKUPS.download}
      </Button>
      {error && <Alert onDismiss={reset}>{messageOf(error)}</Alert>}
    </>
  )
}
