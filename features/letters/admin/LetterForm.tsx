import type { FormEvent } from 'react'
import { useNavigate } from 'react-router'
import { AddPieces } from '#web/admin/collections/AddPieces.tsx'
import { ActionBar } from '#web/admin/frame/ActionBar.tsx'
import { Disclosure } from '#web/admin/lib/Disclosure.tsx'
import { BodyField } from '#web/admin/text-pages/BodyField.tsx'
import { TheirText } from '#web/admin/text-pages/TheirText.tsx'
import { RestoredNotice } from '#web/forms/RestoredNotice.tsx'
import { isCanceled, messageOf } from '#web/lib/api-failure.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { Button } from '#web/ui/Button.tsx'
import { ConfirmButton } from '#web/ui/ConfirmButton.tsx'
import { Field } from '#web/ui/Field.tsx'
import { InView } from '#web/ui/InView.tsx'
import { Link } from '#web/ui/Link.tsx'
import { type AdminLetter, SUBJECT_MAX } from '../contract.ts'
import { LetterPreview } from './LetterPreview.tsx'
import { useDeleteLetterMutation, useLettersQuery } from './lettersApi.ts'
import { LETTER_FORM, LETTERS } from './texts.ts'
import { useLetterForm } from './use-letter-form.ts'

type Props = { letter: AdminLetter; listPath: string }

/** The form of a letter that was not sent, with the letter as its readers would get it beside it. */
export function LetterForm({ letter, listPath }: Props) {
  const editing = useLetterForm(letter)
  const { values, errors } = editing
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void editing.save()
  }
  return (
    <div className="grid gap-6">
      <Notices editing={editing} />
      <div className="grid items-start gap-8 xl:grid-cols-2">
        <form onSubmit={submit} noValidate className="grid min-w-0 gap-5">
          <Field
            label={LETTER_FORM.fields.subject}
            name="subject"
            maxLength={SUBJECT_MAX}
            autoComplete="off"
            value={values.subject}
            onChange={({ currentTarget }) => editing.change({ subject: currentTarget.value })}
            {...(errors.subject && { error: errors.subject })}
          />
          <BodyField
            body={values.body}
            hint={LETTER_FORM.bodyHint}
            onChange={(body) => editing.change({ body })}
            onProblem={(message) => editing.say({ kind: 'error', message })}
            more={(add) => (
              <Disclosure title={LETTER_FORM.products} about={LETTER_FORM.productsAbout} isOpen={false}>
                <AddPieces products={[]} onAdd={(_, { name, slug }) => add(`[${linkText(name)}](/products/${slug})`)} />
              </Disclosure>
            )}
          />
          <Actions editing={editing} listPath={listPath} />
        </form>
        <LetterPreview text={values} />
      </div>
    </div>
  )
}

/** A name as the words of a link in Markdown. */
const linkText = (name: string) => name.replaceAll(/[\\[\]*_`<&]/g, '\\$&')

type Editing = ReturnType<typeof useLetterForm>

function Notices({ editing }: { editing: Editing }) {
  const { notice, isRestored, changed } = editing
  if (!notice) return isRestored && changed.length > 0 && <RestoredNotice onDiscard={editing.discard} />
  return (
    <InView key={notice.message}>
      <Alert kind={notice.kind} onDismiss={editing.dismiss}>
        {notice.message}
        {notice.theirs !== undefined && <TheirText text={notice.theirs} />}
      </Alert>
    </InView>
  )
}

function Actions({ editing, listPath }: { editing: Editing; listPath: string }) {
  const { data } = useLettersQuery(undefined, { refetchOnMountOrArgChange: true })
  const { busy, changed, values, loaded } = editing
  const readers = data?.subscribers ?? 0
  const canSend = readers > 0 && data?.hasPostalAddress
  return (
    <>
      {data && readers === 0 && <p className="text-muted">{LETTER_FORM.nobody}</p>}
      {data && !data.hasPostalAddress && (
        <p>
          {LETTERS.noAddress} <Link to="/admin/settings/contact">{LETTERS.addAddress}</Link>
        </p>
      )}
      <ActionBar label={LETTER_FORM.save}>
        {canSend && (
          <ConfirmButton
            isBusy={busy === 'send'}
            sentence={LETTER_FORM.sendSentence(values.subject, readers)}
            action={LETTER_FORM.sendNow}
            onConfirm={() => void editing.send()}
          >
            {LETTER_FORM.send(readers)}
          </ConfirmButton>
        )}
        <Button variant={canSend ? 'secondary' : 'primary'} isBusy={busy === 'save'}>
          {LETTER_FORM.save}
        </Button>
        {changed.length > 0 && <span className="text-sm text-muted">{LETTER_FORM.notSaved}</span>}
      </ActionBar>
      <div className="flex flex-wrap items-center gap-x-8">
        <Button type="button" variant="quiet" isBusy={busy === 'test'} onClick={() => void editing.test()}>
          {LETTER_FORM.test}
        </Button>
        {changed.length > 0 && (
          <Button type="button" variant="quiet" onClick={editing.discard}>
            {LETTER_FORM.discard}
          </Button>
        )}
        {loaded._id && <DeleteButton editing={editing} listPath={listPath} />}
      </div>
    </>
  )
}

function DeleteButton({ editing, listPath }: { editing: Editing; listPath: string }) {
  const navigate = useNavigate()
  const [remove, { isLoading }] = useDeleteLetterMutation()
  const { _id: id, subject } = editing.loaded
  const drop = async () => {
    const { data, error } = await remove(id)
    if (error) return isCanceled(error) || editing.say({ kind: 'error', message: messageOf(error) })
    editing.discard()
    navigate(listPath, { replace: true, state: { banner: data.message } })
  }
  return (
    <ConfirmButton
      variant="quiet"
      isBusy={isLoading}
      sentence={LETTER_FORM.deleteSentence(subject)}
      action={LETTER_FORM.delete}
      onConfirm={() => void drop()}
    >
      {LETTER_FORM.delete}
    </ConfirmButton>
  )
}
