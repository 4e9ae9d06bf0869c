import { useState } from 'react'
import { HOME_SECTIONS, type HomeSection } from '#contract/look-choices.ts'
import { LOOK_HOME } from '../../../texts/admin-look.ts'
import { Icon } from '../../../ui/Icon.tsx'
import { LookSection } from './LookSection.tsx'
import type { LookDraft } from './use-look-draft.ts'

/** The sections of the home page: which are shown, and in which order. Hidden ones stand last. */
export function SectionOrder({ draft: { look, change } }: { draft: LookDraft }) {
  const [place, setPlace] = useState('')
  const shown = look.home
  const all = [...shown, ...HOME_SECTIONS.filter((section) => !shown.includes(section))]
  const toggle = (section: HomeSection) =>
    change({ home: shown.includes(section) ? shown.filter((one) => one !== section) : [...shown, section] })
  const move = (from: number, to: number) => {
    const home = shown.toSpliced(from, 1).toSpliced(to, 0, shown[from] as HomeSection)
    change({ home })
    setPlace(LOOK_HOME.moved(LOOK_HOME.sections[shown[from] as HomeSection], to + 1, home.length))
  }
  return (
    <LookSection title={LOOK_HOME.title} about={LOOK_HOME.about}>
      <p role="status" className="sr-only">
        {place}
      </p>
      <ol className="divide-y divide-line">
        {all.map((section) => {
          const at = shown.indexOf(section)
          const name = LOOK_HOME.sections[section]
          return (
            <li key={section} className="flex items-center gap-2 py-1">
              <label className="flex min-h-11 grow items-center gap-3 font-medium">
                <input type="checkbox" checked={at >= 0} onChange={() => toggle(section)} className="size-5 shrink-0" />
                {name}
              </label>
              <Mover label={LOOK_HOME.up(name)} icon="up" isOff={at < 1} onMove={() => move(at, at - 1)} />
              <Mover
                label={LOOK_HOME.down(name)}
                icon="down"
                isOff={at < 0 || at === shown.length - 1}
                onMove={() => move(at, at + 1)}
              />
            </li>
          )
        })}
      </ol>
    </LookSection>
  )
}

type MoverProps = { label: string; icon: 'up' | 'down'; isOff: boolean; onMove(): void }

/** Stays focusable when it has nothing to do: the section may be at its end after a press. */
const Mover = ({ label, icon, isOff, onMove }: MoverProps) => (
  <button
    type="button"
    aria-label={label}
    aria-disabled={isOff || undefined}
    onClick={isOff ? undefined : onMove}
    className="grid size-11 place-items-center rounded-full hover:bg-sand hover:text-accent aria-disabled:bg-transparent aria-disabled:text-line"
  >
    <Icon name={icon} />
  </button>
)
