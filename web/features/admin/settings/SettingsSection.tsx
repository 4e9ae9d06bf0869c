import { type FormEvent, Fragment, type ReactNode, useState } from 'react'
import { Alert } from '../../../ui/Alert.tsx'
import { Button } from '../../../ui/Button.tsx'
import { Panel } from '../../../ui/Panel.tsx'
import { useForm } from '../../accounts/forms.ts'
import { refusalOf } from '../../accounts/validation.ts'
import { useDraft } from './drafts.ts'
import { useUpdateSettingsMutation } from './settingsApi.ts'
import { type SettingName, type SettingTexts, updateOf } from './settingTexts.ts'

/** What a box is given: its name, what it holds at first, and what is wrong with it. */
type BoxProps = { name: SettingName; defaultValue: string; error?: string }

type Props = {
  title: string
  about: string
  names: readonly SettingName[]
  saved: SettingTexts
  children(box: (name: SettingName) => BoxProps): ReactNode
}

/** Some of the settings, saved together. What is typed stays until it is saved or discarded. */
export function SettingsSection({ title, about, names, saved, children }: Props) {
  const [update, { isSuccess, reset }] = useUpdateSettingsMutation()
  const [round, setRound] = useState(0)
  const draft = useDraft(title, Object.fromEntries(names.map((name) => [name, saved[name]])))
  const { form, problem, errors, isSending, dismiss } = useForm(names, async (texts) => {
    reset()
    const made = updateOf(texts)
    if ('problem' in made) return made.problem
    const { error } = await update(made.body)
    if (error) return refusalOf(error)
    draft.discard()
    setRound(round + 1)
    return null
  })
  const note = ({ currentTarget }: FormEvent<HTMLFormElement>) => {
    if (isSuccess) reset()
    const data = new FormData(currentTarget)
    draft.keep(Object.fromEntries(names.map((name) => [name, String(data.get(name)).replaceAll('\r\n', '\n')])))
  }
  const discard = () => {
    draft.discard()
    dismiss()
    setRound(round + 1)
  }
  return (
    <Section title={title} about={about}>
      <form {...form} onInput={note} className="grid gap-5">
        {problem && <Alert onDismiss={dismiss}>{problem.message}</Alert>}
        {isSuccess && (
          <Alert kind="success" onDismiss={reset}>
            Saved. The shop shows it now.
          </Alert>
        )}
        {/* Fresh boxes after each save. */}
        <Fragment key={round}>
          {children((name) => ({
            name,
            defaultValue: draft.texts[name] ?? '',
            ...(errors[name] ? { error: errors[name] } : {}),
          }))}
        </Fragment>
        <div className="flex flex-wrap items-center gap-x-6 gap-y-3">
          <Button variant={draft.isChanged ? 'primary' : 'secondary'} isBusy={isSending} aria-label={`Save ${title}`}>
            Save
          </Button>
          {draft.isChanged && !isSending && (
            <>
              <Button type="button" variant="quiet" onClick={discard} aria-label={`Discard changes of ${title}`}>
                Discard changes
              </Button>
              <span className="text-sm text-muted">Not saved yet</span>
            </>
          )}
        </div>
      </form>
    </Section>
  )
}

/** A heading with a word about it, and beside or below it what can be set. */
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
