import type { Look } from '#contract/admin/look.ts'
import { LOOK_NOTICE } from '#web/texts/admin-look.ts'
import { Field } from '#web/ui/Field.tsx'
import { LookSection } from './LookSection.tsx'
import type { LookDraft } from './use-look-draft.ts'

const NONE = { text: '', path: '', from: null, to: null }

/** The notice above every page, with its days. */
export function NoticeFields({ draft: { look, change, errorAt } }: { draft: LookDraft }) {
  const notice = look.notice ?? NONE
  const set = (part: Partial<NonNullable<Look['notice']>>) => {
    const next = { ...notice, ...part }
    const isEmpty = !next.text && !next.path && !next.from && !next.to
    change({ notice: isEmpty ? null : next })
  }
  return (
    <LookSection title={LOOK_NOTICE.title} about={LOOK_NOTICE.about}>
      <Field
        label={LOOK_NOTICE.text}
        maxLength={140}
        value={notice.text}
        {...errorAt('notice.text')}
        onChange={({ currentTarget }) => set({ text: currentTarget.value })}
      />
      <Field
        label={LOOK_NOTICE.path}
        hint={LOOK_NOTICE.pathHint}
        maxLength={200}
        value={notice.path}
        {...errorAt('notice.path')}
        onChange={({ currentTarget }) => set({ path: currentTarget.value })}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <Field
          type="date"
          label={LOOK_NOTICE.from}
          hint={LOOK_NOTICE.daysHint}
          value={notice.from ?? ''}
          {...errorAt('notice.from')}
          onChange={({ currentTarget }) => set({ from: currentTarget.value || null })}
        />
        <Field
          type="date"
          label={LOOK_NOTICE.to}
          value={notice.to ?? ''}
          {...errorAt('notice.to')}
          onChange={({ currentTarget }) => set({ to: currentTarget.value || null })}
        />
      </div>
    </LookSection>
  )
}
