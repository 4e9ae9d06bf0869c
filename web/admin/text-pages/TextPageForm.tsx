import { type FormEvent, Suspense, use } from 'react'
import { useNavigate } from 'react-router'
import { type AdminTextPage, gapsIn, type PageState, TITLE_MAX } from '#contract/admin/text-pages.ts'
import { ActionBar } from '#web/admin/frame/ActionBar.tsx'
import { AdminSlotsContext } from '#web/admin/slots/admin-slots.ts'
import { RestoredNotice } from '#web/forms/RestoredNotice.tsx'
import { isCanceled, messageOf } from '#web/lib/api-failure.ts'
import { PAGE_FORM, PAGE_STATES, PAGES } from '#web/texts/admin-pages.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { Badge } from '#web/ui/Badge.tsx'
import { Button } from '#web/ui/Button.tsx'
import { ConfirmButton } from '#web/ui/ConfirmButton.tsx'
import { Field } from '#web/ui/Field.tsx'
import { InView } from '#web/ui/InView.tsx'
import { Link } from '#web/ui/Link.tsx'
import { Parts } from '#web/ui/Parts.tsx'
import { BodyField } from './BodyField.tsx'
import { PagePreview } from './PagePreview.tsx'
import { TheirText } from './TheirText.tsx'
import { useDeleteTextPageMutation } from './textPagesApi.ts'
import { useTextPageForm } from './use-text-page-form.ts'

/** Pages whose texts a lawyer should see. */
const LEGAL = ['returns', 'privacy', 'terms', 'imprint', 'withdrawal']

/** The form of a text page, with the page as it would look beside it. */
export function TextPageForm({ page, listPath }: { page: AdminTextPage; listPath: string }) {
  const editing = useTextPageForm(page)
  const { loaded, values, notice } = editing
  const { slug } = page
  const gaps = gapsIn(values.body)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void editing.publish()
  }
  return (
    <div className="grid gap-6">
      <PageFacts slug={slug} state={loaded.state} />
      <Suspense>
        <Parts of={use(AdminSlotsContext).textPage} props={{ slug }} />
      </Suspense>
      {LEGAL.includes(slug) && <Alert kind="info">{PAGE_FORM.legal}</Alert>}
      {gaps.length > 0 && <Alert kind="warning">{PAGE_FORM.gaps(gaps)}</Alert>}
      {notice && (
        <InView key={notice.message}>
          <Alert kind={notice.kind} onDismiss={editing.dismiss}>
            {notice.message}
            {notice.theirs !== undefined && <TheirText text={notice.theirs} />}
          </Alert>
        </InView>
      )}
      {!notice && editing.isRestored && editing.changed.length > 0 && <RestoredNotice onDiscard={editing.discard} />}
      <div className="grid items-start gap-8 xl:grid-cols-2">
        <form onSubmit={submit} noValidate className="grid min-w-0 gap-5">
          <Field
            label={PAGE_FORM.fields.title}
            name="title"
            maxLength={TITLE_MAX}
            autoComplete="off"
            value={values.title}
            onChange={({ currentTarget }) => editing.change({ title: currentTarget.value })}
          />
          <BodyField
            body={values.body}
            hint={slug === 'faq' ? PAGE_FORM.questionsHint : PAGE_FORM.bodyHint}
            onChange={(body) => editing.change({ body })}
            onProblem={(message) => editing.say({ kind: 'error', message })}
          />
          <Actions editing={editing} slug={slug} listPath={listPath} />
        </form>
        <PagePreview slug={slug} texts={values} />
      </div>
    </div>
  )
}

const BADGES = { live: 'good', changed: 'warning', draft: 'neutral' } as const

const PageFacts = ({ slug, state }: { slug: string; state: PageState }) => (
  <p className="-mt-4 flex flex-wrap items-center gap-x-4 gap-y-2">
    <Badge kind={BADGES[state]}>{PAGE_STATES[state]}</Badge>
    {state === 'draft' ? (
      <span className="min-w-0 text-sm break-all text-muted">{PAGE_FORM.address(`/pages/${slug}`)}</span>
    ) : (
      <Link to={`/pages/${slug}`} className="inline-flex min-h-11 min-w-0 items-center text-sm break-all">
        {`/pages/${slug}`}
      </Link>
    )}
  </p>
)

type ActionsProps = { editing: ReturnType<typeof useTextPageForm>; slug: string; listPath: string }

function Actions({ editing, slug, listPath }: ActionsProps) {
  const navigate = useNavigate()
  const [remove, { isLoading }] = useDeleteTextPageMutation()
  const { loaded, busy } = editing
  const { title, state } = loaded
  const isUnsaved = editing.changed.length > 0
  const drop = async () => {
    const { data, error } = await remove(slug)
    if (error) return isCanceled(error) || editing.say({ kind: 'error', message: messageOf(error) })
    editing.discard()
    navigate(listPath, { replace: true, state: { banner: data.message } })
  }
  return (
    <>
      <ActionBar label={PAGE_FORM.publish}>
        <Button isBusy={busy === 'publish'}>{state === 'draft' ? PAGE_FORM.publish : PAGE_FORM.publishChanges}</Button>
        <Button type="button" variant="secondary" isBusy={busy === 'save'} onClick={() => void editing.save()}>
          {PAGE_FORM.saveDraft}
        </Button>
        {isUnsaved && <span className="text-sm text-muted">{PAGE_FORM.notSaved}</span>}
      </ActionBar>
      <div className="flex flex-wrap items-center gap-x-8">
        {isUnsaved && (
          <Button type="button" variant="quiet" onClick={editing.discard}>
            {PAGE_FORM.discard}
          </Button>
        )}
        {state !== 'draft' && (
          <ConfirmButton
            variant="quiet"
            isBusy={busy === 'unpublish'}
            sentence={PAGE_FORM.unpublishSentence(title)}
            action={PAGE_FORM.unpublish}
            onConfirm={() => void editing.unpublish()}
          >
            {PAGE_FORM.unpublish}
          </ConfirmButton>
        )}
        <ConfirmButton
          variant="quiet"
          isBusy={isLoading}
          aria-label={PAGES.deleteOne(title)}
          sentence={PAGE_FORM.deleteSentence(title)}
          action={PAGE_FORM.delete}
          onConfirm={() => void drop()}
        >
          {PAGE_FORM.delete}
        </ConfirmButton>
      </div>
    </>
  )
}
