import type { Hero } from '#contract/look.ts'
import { LOOK_HERO } from '#web/texts/admin-look.ts'
import { Field } from '#web/ui/Field.tsx'
import { TextAreaField } from '#web/ui/TextAreaField.tsx'
import { LookPhotoField } from './LookPhotoField.tsx'
import { LookSection } from './LookSection.tsx'
import type { LookDraft } from './use-look-draft.ts'

/** The first view of the home page: photo, headline, text and button. */
export function HeroFields({ draft: { look, uploads, change, errorAt } }: { draft: LookDraft }) {
  const { photo, title, line, button } = look.hero
  const set = (part: Partial<Hero>) => change(({ hero }) => ({ hero: { ...hero, ...part } }))
  return (
    <LookSection title={LOOK_HERO.title}>
      <LookPhotoField
        label={LOOK_HERO.photo}
        photo={photo}
        slot="hero"
        uploads={uploads}
        onChange={(changed) => set({ photo: changed })}
      />
      <Field
        label={LOOK_HERO.headline}
        maxLength={80}
        value={title}
        {...errorAt('hero.title')}
        onChange={({ currentTarget }) => set({ title: currentTarget.value })}
      />
      <TextAreaField
        label={LOOK_HERO.line}
        maxLength={240}
        value={line}
        {...errorAt('hero.line')}
        onChange={({ currentTarget }) => set({ line: currentTarget.value.replaceAll(/\s*\n\s*/g, ' ') })}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <Field
          label={LOOK_HERO.button}
          maxLength={30}
          value={button.label}
          {...errorAt('hero.button.label')}
          onChange={({ currentTarget }) => set({ button: { ...button, label: currentTarget.value } })}
        />
        <Field
          label={LOOK_HERO.path}
          hint={LOOK_HERO.pathHint}
          maxLength={200}
          value={button.path}
          {...errorAt('hero.button.path')}
          onChange={({ currentTarget }) => set({ button: { ...button, path: currentTarget.value } })}
        />
      </div>
    </LookSection>
  )
}
