import { formatMoment } from '#contract/dates.ts'
import { useShop } from '#web/shop/settings/use-shop.ts'
import { LOOK_HISTORY } from '#web/texts/admin-look.ts'
import { ConfirmButton } from '#web/ui/ConfirmButton.tsx'
import { LookSection } from './LookSection.tsx'
import type { LookDraft } from './use-look-draft.ts'

/** The looks of the past, each with a button that publishes it again. */
export function LookHistory({ draft: { saved }, onRestore }: { draft: LookDraft; onRestore(id: number): void }) {
  const { timeZone } = useShop()
  if (saved.history.length === 0) return null
  return (
    <LookSection title={LOOK_HISTORY.title} about={LOOK_HISTORY.about}>
      <ul className="divide-y divide-line">
        {saved.history.map(({ id, publishedAt }) => {
          const moment = formatMoment(publishedAt, timeZone)
          return (
            <li key={id} className="flex flex-wrap items-center justify-between gap-x-6 py-1">
              <time dateTime={publishedAt}>{moment}</time>
              <ConfirmButton
                variant="quiet"
                aria-label={LOOK_HISTORY.backTo(moment)}
                sentence={LOOK_HISTORY.confirm(moment)}
                action={LOOK_HISTORY.back}
                onConfirm={async () => onRestore(id)}
              >
                {LOOK_HISTORY.back}
              </ConfirmButton>
            </li>
          )
        })}
      </ul>
    </LookSection>
  )
}
