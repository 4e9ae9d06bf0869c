import { HOME_SECTIONS, type HomeSection } from '#contract/look-choices.ts'
import { Movers } from '#web/admin/lists/Movers.tsx'
import { useMoving } from '#web/admin/lists/use-moving.ts'
import { MOVING } from '#web/texts/admin.ts'
import { LOOK_HOME } from '#web/texts/admin-look.ts'
import { LookSection } from './LookSection.tsx'
import type { LookDraft } from './use-look-draft.ts'

/** The sections of the home page: which are shown, and in which order. Hidden ones stand last. */
export function SectionOrder({ draft: { look, change } }: { draft: LookDraft }) {
  const shown = look.home
  const all = [...shown, ...HOME_SECTIONS.filter((section) => !shown.includes(section))]
  const toggle = (section: HomeSection) =>
    change({ home: shown.includes(section) ? shown.filter((one) => one !== section) : [...shown, section] })
  const { list, moved, move } = useMoving({ rows: shown, show: (home) => change({ home }) })
  const place = moved ? MOVING.moved(LOOK_HOME.sections[moved.row], moved.to + 1, shown.length) : ''
  return (
    <LookSection title={LOOK_HOME.title} about={LOOK_HOME.about}>
      <p role="status" className="sr-only">
        {place}
      </p>
      <ol ref={list} className="divide-y divide-line">
        {all.map((section) => {
          const at = shown.indexOf(section)
          const name = LOOK_HOME.sections[section]
          return (
            <li key={section} className="flex items-center gap-2 py-1">
              <label className="flex min-h-11 grow items-center gap-3 font-medium">
                <input type="checkbox" checked={at >= 0} onChange={() => toggle(section)} className="size-5 shrink-0" />
                {name}
              </label>
              <Movers
                name={name}
                isFirst={at < 1}
                isLast={at < 0 || at === shown.length - 1}
                onMove={(by) => move(at, by)}
                className="gap-2"
              />
            </li>
          )
        })}
      </ol>
    </LookSection>
  )
}
