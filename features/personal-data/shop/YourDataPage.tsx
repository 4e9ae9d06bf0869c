import { useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import { useForm } from '#web/forms/use-form.ts'
import { useFragment } from '#web/forms/use-fragment.ts'
import { messageOf } from '#web/lib/api-failure.ts'
import { saveDataPage } from '#web/lib/save-file.ts'
import { signedOut } from '#web/lib/sessionSlice.ts'
import { AccountForm } from '#web/shop/accounts/AccountForm.tsx'
import { EmailField } from '#web/shop/accounts/EmailField.tsx'
import { forgotPasswordProblem, formProblemOf } from '#web/shop/accounts/validation.ts'
import { useAppDispatch, useAppSelector } from '#web/shop/visitor/store.ts'
import { LAYOUT } from '#web/texts/shop.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { Button, ButtonLink } from '#web/ui/Button.tsx'
import { ConfirmButton } from '#web/ui/ConfirmButton.tsx'
import { Head } from '#web/ui/Head.tsx'
import { Link } from '#web/ui/Link.tsx'
import { Panel } from '#web/ui/Panel.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { StandingAlert } from '#web/ui/StandingAlert.tsx'
import type { DeletionPreview } from '../contract.ts'
import { Consequences, Obstacles } from './Consequences.tsx'
import {
  useDeleteLinkedDataMutation,
  useLinkedDataFileMutation,
  useLinkedDataQuery,
  useMailDataLinkMutation,
} from './personalDataApi.ts'
import { YOUR_DATA } from './texts.ts'

/** What the shop holds about somebody without an account: by a mailed link to download or to delete. */
export default function YourDataPage() {
  const [isDeleted, setDeleted] = useState(false)
  const isAccountDeleted = useDeletedAccount()
  const link = useFragment()
  if (isDeleted || isAccountDeleted) return <DeletedNote />
  return link ? <LinkedData key={link} link={link} onDeleted={() => setDeleted(true)} /> : <AskForLink />
}

/** Whether an account was just deleted on the profile, which leads here. Signs it out. */
function useDeletedAccount(): boolean {
  const deletedId = (useLocation().state as { deletedId?: string } | null)?.deletedId
  const isSignedIn = useAppSelector(({ session }) => session.user?._id === deletedId)
  const dispatch = useAppDispatch()
  useEffect(() => {
    if (deletedId && isSignedIn) dispatch(signedOut())
  }, [deletedId, isSignedIn, dispatch])
  return deletedId !== undefined
}

const nothing = () => undefined

const DeletedNote = () => (
  <AccountForm
    title={YOUR_DATA.deletedTitle}
    lead={undefined}
    problem={null}
    onDismiss={nothing}
    notice={<Alert kind="success">{YOUR_DATA.deleted}</Alert>}
  >
    <Head title={YOUR_DATA.deletedTitle} noIndex />
    <ButtonLink to="/shop" variant="secondary">
      {LAYOUT.browse}
    </ButtonLink>
  </AccountForm>
)

/** Mails the link to an address. */
function AskForLink() {
  const [send, { data }] = useMailDataLinkMutation()
  const user = useAppSelector(({ session }) => session.user)
  const { form, problem, errors, isSending, dismiss } = useForm(['email'], async ({ email }) => {
    const formProblem = forgotPasswordProblem({ email })
    if (formProblem) return formProblem
    const { error } = await send({ email })
    return error ? formProblemOf(error) : null
  })
  const [before, profile, after] = YOUR_DATA.withAccount
  return (
    <AccountForm
      title={YOUR_DATA.title}
      lead={YOUR_DATA.lead}
      problem={problem}
      onDismiss={dismiss}
      notice={data && !problem && <Alert kind="success">{data.message}</Alert>}
    >
      <Head title={YOUR_DATA.title} description={YOUR_DATA.lead} noIndex />
      <Panel>
        <form {...form} className="grid gap-5">
          <EmailField autoComplete="email" error={errors.email} />
          <Button isBusy={isSending}>{YOUR_DATA.send}</Button>
        </form>
      </Panel>
      <p className="text-center text-muted">
        {before}
        <Link to={user && !user.isGuest ? '/profile' : '/login?redirect=%2Fprofile'}>{profile}</Link>
        {after}
      </p>
    </AccountForm>
  )
}

type LinkProps = { link: string; onDeleted(): void }

function LinkedData({ link, onDeleted }: LinkProps) {
  const { data: preview, error } = useLinkedDataQuery(link, { refetchOnMountOrArgChange: true })
  const problem = error ? { message: messageOf(error), fields: {} } : null
  return (
    <AccountForm
      title={YOUR_DATA.title}
      lead={preview && YOUR_DATA.ofAddress(preview.email)}
      problem={problem}
      onDismiss={nothing}
    >
      <Head title={YOUR_DATA.title} noIndex />
      {error && (
        <ButtonLink to="/your-data" variant="secondary">
          {YOUR_DATA.again}
        </ButtonLink>
      )}
      {!preview && !error && <Skeleton className="h-64" />}
      {preview && <PreviewForm preview={preview} link={link} onDeleted={onDeleted} />}
    </AccountForm>
  )
}

function PreviewForm({ preview, link, onDeleted }: LinkProps & { preview: DeletionPreview }) {
  const [load, loading] = useLinkedDataFileMutation()
  const [remove, removing] = useDeleteLinkedDataMutation()
  const download = async () => {
    const { data } = await load(link)
    if (data !== undefined) saveDataPage(data)
  }
  const erase = async () => {
    const { error } = await remove(link)
    if (!error) onDeleted()
  }
  const failure = loading.error ?? removing.error
  const isEmpty = preview.orders + preview.unpaid + preview.requests + preview.obstacles.length === 0
  return (
    <>
      {preview.hasAccount && <Alert kind="info">{YOUR_DATA.hasAccount}</Alert>}
      {failure && <StandingAlert of={failure}>{messageOf(failure)}</StandingAlert>}
      {isEmpty ? (
        <p>{YOUR_DATA.nothing}</p>
      ) : (
        <Panel>
          <div className="grid gap-6">
            <Button isBusy={loading.isLoading} onClick={() => void download()}>
              {YOUR_DATA.download}
            </Button>
            <section aria-labelledby="delete-data" className="grid gap-4 border-t border-line pt-6">
              <h2 id="delete-data">{YOUR_DATA.deleteTitle}</h2>
              {preview.obstacles.length > 0 ? (
                <Obstacles obstacles={preview.obstacles} />
              ) : (
                <>
                  <Consequences preview={preview} isAccount={false} />
                  <ConfirmButton
                    variant="secondary"
                    isBusy={removing.isLoading}
                    sentence={YOUR_DATA.deleteSentence}
                    action={YOUR_DATA.delete}
                    onConfirm={() => void erase()}
                  >
                    {YOUR_DATA.delete}
                  </ConfirmButton>
                </>
              )}
            </section>
          </div>
        </Panel>
      )}
    </>
  )
}
