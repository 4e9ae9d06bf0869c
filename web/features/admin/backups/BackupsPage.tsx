import type { Backups } from '#contract/admin/backups.ts'
import { formatMoment } from '#contract/dates.ts'
import { messageOf } from '../../../api-failure.ts'
import { BACKUPS } from '../../../texts/admin-backups.ts'
import { Button } from '../../../ui/Button.tsx'
import { Head } from '../../../ui/Head.tsx'
import { Panel } from '../../../ui/Panel.tsx'
import { Skeleton } from '../../../ui/Skeleton.tsx'
import { StandingAlert } from '../../../ui/StandingAlert.tsx'
import { LoadFailure } from '../../layout/LoadFailure.tsx'
import { useShop } from '../../shop/use-shop.ts'
import { BackupList } from './BackupList.tsx'
import { PracticePanel } from './PracticePanel.tsx'
import { useBackups } from './use-backups.ts'

/** The backups of the shop: making one, trying whether it brings back the shop, and downloading it. */
export default function BackupsPage() {
  const { query, running, isBusy, backUp, practice, error } = useBackups()
  const { data } = query
  return (
    <section aria-labelledby="backups-title" className="grid max-w-3xl grid-cols-1 gap-6">
      <Head title={BACKUPS.title} noIndex />
      <header className="grid gap-2">
        <h1 id="backups-title">{BACKUPS.title}</h1>
        <p className="max-w-prose text-muted">{BACKUPS.about}</p>
      </header>
      <LoadFailure queries={[query]} />
      {!data && !query.error && <Skeleton className="h-dvh" />}
      {data?.folder === null && <Unconfigured />}
      {data?.folder && (
        <>
          {error && <StandingAlert of={error}>{messageOf(error)}</StandingAlert>}
          <Plan backups={data} isMaking={running === 'backup'} isBusy={isBusy} backUp={backUp} />
          {data.backups.length > 0 && (
            <PracticePanel
              last={data.practice}
              isRunning={running === 'practice'}
              isBusy={isBusy}
              practice={practice}
            />
          )}
          <BackupList backups={data.backups} />
        </>
      )}
    </section>
  )
}

const Unconfigured = () => (
  <Panel>
    <div className="grid gap-4">
      <h2 className="text-xl">{BACKUPS.unconfigured}</h2>
      <p className="max-w-prose">{BACKUPS.configure}</p>
      <pre className="rounded-md bg-sand px-4 py-3 text-sm wrap-anywhere whitespace-pre-wrap">
        <code>{BACKUPS.line}</code>
      </pre>
    </div>
  </Panel>
)

type PlanProps = { backups: Backups; isMaking: boolean; isBusy: boolean; backUp(): void }

function Plan({ backups: { folder, hour, hasBucket, failure }, isMaking, isBusy, backUp }: PlanProps) {
  const { timeZone } = useShop()
  return (
    <div className="grid gap-4">
      {failure && (
        <StandingAlert of={failure.at}>
          {BACKUPS.failed(formatMoment(failure.at, timeZone), failure.problem)}
        </StandingAlert>
      )}
      <p className="max-w-prose wrap-anywhere">
        {folder && hour !== null && BACKUPS.daily(hour, folder)} {hasBucket && BACKUPS.copied} {BACKUPS.rule}
      </p>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Button isBusy={isBusy} onClick={backUp} className="max-sm:w-full">
          {BACKUPS.make}
        </Button>
        <p role="status" className="text-sm text-muted">
          {isMaking && BACKUPS.making}
        </p>
      </div>
    </div>
  )
}
