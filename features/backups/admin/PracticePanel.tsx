import { formatMoment } from '#contract/dates.ts'
import { useShop } from '#web/shop/settings/use-shop.ts'
import { Button } from '#web/ui/Button.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { Panel } from '#web/ui/Panel.tsx'
import type { Practice } from '../contract.ts'
import { BACKUPS } from './texts.ts'

type Props = { last: Practice | null; isRunning: boolean; isBusy: boolean; practice(): void }

/** Starts a practice restore, and says what the last one found. */
export const PracticePanel = ({ last, isRunning, isBusy, practice }: Props) => (
  <Panel>
    <div className="grid gap-4">
      <h2 className="text-xl">{BACKUPS.practice.title}</h2>
      <p className="max-w-prose text-muted">{BACKUPS.practice.about}</p>
      <div role="status" className="grid gap-3">
        {isRunning && <p>{BACKUPS.practice.running}</p>}
        {!isRunning && (last ? <Findings practice={last} /> : <p>{BACKUPS.practice.never}</p>)}
      </div>
      <Button variant="secondary" isBusy={isBusy} onClick={practice} className="justify-self-start max-sm:w-full">
        {BACKUPS.practice.start}
      </Button>
    </div>
  </Panel>
)

function Findings({ practice: { at, isGood, comparisons } }: { practice: Practice }) {
  const moment = formatMoment(at, useShop().timeZone)
  return (
    <>
      <p className="font-medium">{isGood ? BACKUPS.practice.good(moment) : BACKUPS.practice.bad(moment)}</p>
      <ul className="grid gap-2">
        {comparisons.map(({ isSame, text }) => (
          <li key={text} className="flex items-start gap-3">
            <Icon
              name={isSame ? 'check' : 'notice'}
              className={`mt-1 size-5 shrink-0 ${isSame ? 'text-good' : 'text-bad'}`}
            />
            <span className="wrap-anywhere">
              <span className="sr-only">{isSame ? BACKUPS.practice.same : BACKUPS.practice.differs}</span> {text}
            </span>
          </li>
        ))}
      </ul>
    </>
  )
}
