import { useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import type { DeletionPreview } from '#contract/personal-data.ts'
import { messageOf } from '../../api-failure.ts'
import { useForm } from '../../forms/use-form.ts'
import { useFragment } from '../../forms/use-fragment.ts'
import { saveDataPage } from '../../save-file.ts'
import { useAppDispatch, useAppSelector } from '../../store.ts'
import { YOUR_DATA } from '../../texts/personal-data.ts'
import { LAYOUT } from '../../texts/shop.ts'
import { Alert } from '../../ui/Alert.tsx'
import { Button, ButtonLink } from '../../ui/Button.tsx'
import { ConfirmButton } from '../../ui/ConfirmButton.tsx'
import { Head } from '../../ui/Head.tsx'
import { Link } from '../../ui/Link.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { StandingAlert } from '../../ui/StandingAlert.tsx'
import { AccountForm } from '../accounts/AccountForm.tsx'
import { EmailField } from '../accounts/EmailField.tsx'
import { signedOut } from '../accounts/sessionSlice.ts'
import { forgotPasswordProblem, formProblemOf } from '../accounts/validation.ts'
import { Consequences, Obstacles } from './Consequences.tsx'
import {
  useDeleteLinkedDataMutation,
  useLinkedDataFileMutation,
  useLinkedDataQuery,
  useMailDataLinkMutation,
} from './personalDataApi.ts'

/** What the shop holds about somebody without an account: by a mailed link to download or to delete. */
export default function YourDataPage() {
  const [isDeleted, setDeleted] = useState(false)
  const isAccountDeleted = useDeletedAccount()
  const link = useFragment()
  if (isDeleted || isAccountDeleted) return <Deleted />
  return link ? <LinkedData key={link} link={link} onDeleted={() => setDeleted(true)} /> : <AskForLink />
}

/** Whether an account was just deleted on the profile, which leads here. Signs it out. */
function useDeletedAccount(): boolean {
  const deleted = (useLocation().state as { deleted?: string } | null)?.deleted
  const isSignedIn = useAppSelector(({ session }) => session.user?._id === deleted)
  const dispatch = useAppDispatch()
  useEffect(() => {
    if (deleted && isSignedIn) dispatch(signedOut())
  }, [deleted, isSignedIn, dispatch])
  return deleted !== undefined
}

const nothing = () => undefined

const Deleted = () => (
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
    const found = forgotPasswordProblem({ email })
    if (found) return found
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
      {preview && <Found preview={preview} link={link} onDeleted={onDeleted} />}
    </AccountForm>
  )
}

function Found({ preview, link, onDeleted }: LinkProps & { preview: DeletionPreview }) {
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
