import { type FormEvent, Fragment, type ReactNode, useState } from 'react'
import type { Settings } from '#contract/admin/settings.ts'
import { codeOf } from '../../../api-failure.ts'
import type { ApiFailure } from '../../../call-api.ts'
import type { FormProblem } from '../../../forms/problems.ts'
import { useForm } from '../../../forms/use-form.ts'
import { useAppDispatch } from '../../../store.ts'
import { SETTING_NAMES, SETTINGS } from '../../../texts/admin-settings.ts'
import { Alert } from '../../../ui/Alert.tsx'
import { Button } from '../../../ui/Button.tsx'
import { Panel } from '../../../ui/Panel.tsx'
import { formProblemOf } from '../../accounts/validation.ts'
import { mergeFields } from '../merge-fields.ts'
import { type SettingName, type SettingTexts, settingTexts, updateOf } from './setting-texts.ts'
import { settingsApi, useUpdateSettingsMutation } from './settingsApi.ts'
import { useDraft } from './use-draft.ts'

/** The props of a field: its name, initial value and error. */
export type BoxProps = { name: SettingName; defaultValue: string; error?: string }

type Props = {
  title: string
  about: string
  names: readonly SettingName[]
  saved: Settings
  /** What stands above the form. */
  above?: ReactNode
  children(box: (name: SettingName) => BoxProps): ReactNode
}

/** A group of settings that are saved together. Unsaved changes stay until they are saved or discarded. */
export function SettingsSection({ title, about, names, saved, above, children }: Props) {
  const [round, setRound] = useState(0)
  const draft = useDraft(title, pickTexts(names, settingTexts(saved)))
  const { save, isSaved, dismissSaved } = useSaving(names, draft, saved)
  const { form, problem, errors, isSending, dismiss } = useForm(names, async (texts) => {
    dismissSaved()
    const problem = await save(texts)
    // New fields for values that were saved, or taken over from another admin.
    if (!problem || problem.code === CHANGED) setRound(round + 1)
    return problem
  })
  const note = ({ currentTarget }: FormEvent<HTMLFormElement>) => {
    dismissSaved()
    const data = new FormData(currentTarget)
    draft.change(Object.fromEntries(names.map((name) => [name, String(data.get(name) ?? '').replaceAll('\r\n', '\n')])))
  }
  const discard = () => {
    draft.discard()
    dismiss()
    setRound(round + 1)
  }
  return (
    <Section title={title} about={about}>
      {above && <div className="mb-5 empty:hidden">{above}</div>}
      <form {...form} onInput={note} className="grid gap-5">
        {problem && <Alert onDismiss={dismiss}>{problem.message}</Alert>}
        {isSaved && (
          <Alert kind="success" onDismiss={dismissSaved}>
            {SETTINGS.saved}
          </Alert>
        )}
        <Fragment key={`${round} ${JSON.stringify(draft.loaded)}`}>
          {children((name) => ({
            name,
            defaultValue: draft.texts[name] ?? '',
            ...(errors[name] ? { error: errors[name] } : {}),
          }))}
        </Fragment>
        <div className="flex flex-wrap items-center gap-x-6 gap-y-3">
          <Button
            variant={draft.isChanged ? 'primary' : 'secondary'}
            isBusy={isSending}
            aria-label={SETTINGS.saveNamed(title)}
          >
            {SETTINGS.save}
          </Button>
          {draft.isChanged && !isSending && (
            <>
              <Button type="button" variant="quiet" onClick={discard} aria-label={SETTINGS.discardNamed(title)}>
                {SETTINGS.discard}
              </Button>
              <span className="text-sm text-muted">{SETTINGS.notSaved}</span>
            </>
          )}
        </div>
      </form>
    </Section>
  )
}

const CHANGED = 'settings_changed'
const MOST_TRIES = 3

type Draft = ReturnType<typeof useDraft>

/**
 * Saves only the changed settings, on top of those that another admin saved meanwhile. `save` returns the error: when
 * both changed the same setting, the admin has to check it and save again.
 */
function useSaving(names: readonly SettingName[], draft: Draft, saved: Settings) {
  const [update, { isSuccess, reset }] = useUpdateSettingsMutation()
  const dispatch = useAppDispatch()
  const { settings } = settingsApi.endpoints
  const fresh = async () => {
    const { data, isSuccess } = await dispatch(settings.initiate(undefined, { forceRefetch: true, subscribe: false }))
    // After a failure `data` is still what was loaded before.
    return isSuccess ? data : undefined
  }
  const save = async (mine: Record<string, string>, on = saved, tries = MOST_TRIES): Promise<FormProblem | null> => {
    const now = pickTexts(names, settingTexts(on))
    const { fields, both } = mergeFields<Record<string, string>>(names, { loaded: draft.loaded, mine, now })
    if (both.length > 0) {
      draft.change(fields, now)
      return { message: clashOf(both as SettingName[]), fields: {}, code: CHANGED }
    }
    const changed = Object.fromEntries(Object.entries(fields).filter(([name, text]) => text !== now[name]))
    const made = updateOf(changed, fields)
    if ('problem' in made) return made.problem
    const { data, error } = await update({ ...made.update, version: on.version })
    if (data) {
      dispatch(settingsApi.util.updateQueryData('settings', undefined, () => data))
      draft.discard()
      return null
    }
    const later = codeOf(error as ApiFailure) === CHANGED && tries > 1 ? await fresh() : undefined
    return later ? save(mine, later, tries - 1) : formProblemOf(error)
  }
  return { save, isSaved: isSuccess, dismissSaved: () => isSuccess && reset() }
}

const clashOf = (both: SettingName[]) => SETTINGS.changedByBoth(both.map((name) => SETTING_NAMES[name]).join(', '))

const pickTexts = (names: readonly SettingName[], texts: SettingTexts): Record<string, string> =>
  Object.fromEntries(names.map((name) => [name, texts[name]]))

/** A section with a heading and an explanation beside its content. */
export function Section({ title, about, children }: { title: string; about: string; children: ReactNode }) {
  const id = `settings-${title.toLowerCase().replaceAll(' ', '-')}`
  return (
    <section
      aria-labelledby={id}
      className="grid gap-4 border-t border-line pt-8 xl:grid-cols-[15rem_minmax(0,44rem)] xl:gap-12"
    >
      <div className="grid content-start gap-2">
        <h2 id={id}>{title}</h2>
        <p className="max-w-xl text-sm text-muted">{about}</p>
      </div>
      <Panel>{children}</Panel>
    </section>
  )
}
