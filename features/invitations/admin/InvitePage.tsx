import { useState } from 'react'
import { formatDay } from '#contract/dates.ts'
import { useForm } from '#web/forms/use-form.ts'
import { isCanceled, messageOf } from '#web/lib/api-failure.ts'
import { EmailField } from '#web/shop/accounts/EmailField.tsx'
import { formProblemOf } from '#web/shop/accounts/validation.ts'
import { LoadFailure } from '#web/shop/layout/LoadFailure.tsx'
import { useShop } from '#web/shop/settings/use-shop.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { Button, ButtonLink } from '#web/ui/Button.tsx'
import { ConfirmButton } from '#web/ui/ConfirmButton.tsx'
import { Head } from '#web/ui/Head.tsx'
import { Panel } from '#web/ui/Panel.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { InvitedRole } from '../contract.ts'
import { useInvitationsQuery, useInviteMutation, useRevokeInvitationMutation } from './invitationsApi.ts'
import { INVITE } from './texts.ts'

/** Invites somebody by mail, and lists the invitations that wait. */
export default function InvitePage() {
  return (
    <div className="grid max-w-xl gap-6">
      <Head title={INVITE.title} noIndex />
      <header className="grid gap-2">
        <h1>{INVITE.title}</h1>
        <p className="text-muted">{INVITE.lead}</p>
      </header>
      <InviteForm />
      <WaitingInvitations />
      <div>
        <ButtonLink to="/admin/userlist" variant="quiet">
          {INVITE.back}
        </ButtonLink>
      </div>
    </div>
  )
}

function InviteForm() {
  const [invite] = useInviteMutation()
  const [sentTo, setSentTo] = useState<string | null>(null)
  const { form, problem, errors, isSending, dismiss } = useForm(['email', 'role'], async ({ email, role }) => {
    setSentTo(null)
    const { error } = await invite({ email, role: InvitedRole.parse(role) })
    if (error) return formProblemOf(error)
    setSentTo(email)
    form.ref.current?.reset()
    return null
  })
  return (
    <Panel>
      <form {...form} className="grid gap-5">
        {problem && <Alert onDismiss={dismiss}>{problem.message}</Alert>}
        {sentTo && (
          <Alert kind="success" onDismiss={() => setSentTo(null)}>
            {INVITE.sent(sentTo)}
          </Alert>
        )}
        <EmailField autoComplete="off" error={errors.email} />
        <fieldset className="grid gap-1">
          <legend className="text-sm font-medium">{INVITE.role}</legend>
          {InvitedRole.options.map((role) => (
            <label key={role} className="flex min-h-11 items-center gap-3">
              <input
                type="radio"
                name="role"
                value={role}
                defaultChecked={role === 'packer'}
                className="size-5 shrink-0"
              />
              <span>
                <span className="block font-medium">{INVITE.roles[role].label}</span>
                <span className="block text-sm text-muted">{INVITE.roles[role].hint}</span>
              </span>
            </label>
          ))}
        </fieldset>
        <Button isBusy={isSending} className="sm:justify-self-start">
          {INVITE.send}
        </Button>
      </form>
    </Panel>
  )
}

function WaitingInvitations() {
  const { timeZone } = useShop()
  const query = useInvitationsQuery(undefined, { refetchOnMountOrArgChange: true })
  const { data: invitations, error } = query
  const [revoke, revoking] = useRevokeInvitationMutation()
  return (
    <Panel>
      <section aria-labelledby="waiting" className="grid gap-4">
        <h2 id="waiting">{INVITE.waiting}</h2>
        <LoadFailure queries={[query]} />
        {revoking.error && !isCanceled(revoking.error) && (
          <Alert onDismiss={revoking.reset}>{messageOf(revoking.error)}</Alert>
        )}
        {!invitations && !error && <Skeleton className="h-12" />}
        {invitations?.length === 0 && <p className="text-muted">{INVITE.none}</p>}
        {invitations && invitations.length > 0 && (
          <ul className="divide-y divide-line">
            {invitations.map(({ _id, email, role, expiresAt }) => (
              <li key={_id} className="flex flex-wrap items-center justify-between gap-x-4 py-2">
                <span className="min-w-0">
                  <span className="block font-medium wrap-anywhere">{email}</span>
                  <span className="block text-sm text-muted">
                    {INVITE.works(INVITE.roles[role].label, formatDay(expiresAt, timeZone))}
                  </span>
                </span>
                <ConfirmButton
                  variant="quiet"
                  sentence={INVITE.question(email)}
                  action={INVITE.revoke}
                  aria-label={INVITE.revokeNamed(email)}
                  onConfirm={() => void revoke(_id)}
                >
                  {INVITE.revoke}
                </ConfirmButton>
              </li>
            ))}
          </ul>
        )}
      </section>
    </Panel>
  )
}
