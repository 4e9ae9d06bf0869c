import { type ReactNode, useEffect, useState } from 'react'
import { Provider } from 'react-redux'
import { useParams } from 'react-router'
import { TEXT } from '#contract/texts.ts'
import type { UserInfo } from '#contract/users.ts'
import { messageOf } from '#web/lib/api-failure.ts'
import { callApi } from '#web/lib/call-api.ts'
import { isNotFound, LoadFailure } from '#web/shop/layout/LoadFailure.tsx'
import { makeStore, useAppSelector } from '#web/shop/visitor/store.ts'
import { ORDER_LINK } from '#web/texts/checkout.ts'
import { LAYOUT } from '#web/texts/shop.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { Button, ButtonLink } from '#web/ui/Button.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { Head } from '#web/ui/Head.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { LinkContext } from './order-link.ts'
import { useClaimOrderMutation, useOpenOrderMutation, useRenewOrderLinkMutation } from './orderLinksApi.ts'

type Props = { linkKey: string; children: ReactNode; otherwise: ReactNode }

/**
 * The page of an order that the link of an email opens, whoever is signed in. A signed-in user, who may own the order by
 * now, sees `otherwise` when the link no longer works.
 */
export function LinkedOrder({ linkKey, children, otherwise }: Props) {
  const { id = '' } = useParams()
  const [open, { data, error }] = useOpenOrderMutation()
  const isUser = useAppSelector(({ session }) => session.user !== null && !session.user.isGuest)
  useEffect(() => {
    open({ id, key: linkKey })
  }, [open, id, linkKey])
  if (data)
    return (
      <>
        {isUser && <AddToAccount id={id} linkKey={linkKey} />}
        <OpenedOrder key={data.token} buyer={data}>
          {children}
        </OpenedOrder>
      </>
    )
  if (isNotFound(error)) return isUser ? otherwise : <ExpiredLink id={id} />
  return (
    <Page>
      {error ? (
        <LoadFailure queries={[{ error, refetch: () => open({ id, key: linkKey }) }]} />
      ) : (
        <Skeleton className="h-96" />
      )}
    </Page>
  )
}

/** A store of its own: the link signs nobody in, and leaves the cart of this browser alone. */
function OpenedOrder({ buyer, children }: { buyer: UserInfo; children: ReactNode }) {
  const [store] = useState(() => makeStore(callApi, { session: { user: buyer, restored: true } }))
  return (
    <LinkContext value>
      <Provider store={store}>{children}</Provider>
    </LinkContext>
  )
}

function AddToAccount({ id, linkKey }: { id: string; linkKey: string }) {
  const [claim, { data, error, isLoading, reset }] = useClaimOrderMutation()
  return (
    <Page>
      {error && <Alert onDismiss={reset}>{messageOf(error)}</Alert>}
      {data ? (
        <Alert kind="success">
          {data.message} <a href={`/order/${id}`}>{ORDER_LINK.seeInAccount}</a>
        </Alert>
      ) : (
        <div className="flex flex-wrap items-center gap-4">
          <p>{ORDER_LINK.addLead}</p>
          <Button variant="secondary" isBusy={isLoading} onClick={() => claim({ id, key: linkKey })}>
            {ORDER_LINK.add}
          </Button>
        </div>
      )}
    </Page>
  )
}

function ExpiredLink({ id }: { id: string }) {
  const [renew, { data, error, isLoading, reset }] = useRenewOrderLinkMutation()
  return (
    <Page>
      <EmptyState title={ORDER_LINK.gone} heading="h1">
        <p>{ORDER_LINK.whyGone}</p>
        {error && <Alert onDismiss={reset}>{messageOf(error)}</Alert>}
        {data ? (
          <Alert kind="success">{data.message}</Alert>
        ) : (
          <Button isBusy={isLoading} onClick={() => renew(id)}>
            {ORDER_LINK.sendNew}
          </Button>
        )}
        <div className="flex flex-wrap justify-center gap-3">
          <ButtonLink to="/orders/find" variant="quiet">
            {LAYOUT.findOrders}
          </ButtonLink>
          <ButtonLink to={`/login?redirect=${encodeURIComponent(`/order/${id}`)}`} variant="quiet">
            {TEXT.signIn}
          </ButtonLink>
        </div>
      </EmptyState>
    </Page>
  )
}

const Page = ({ children }: { children: ReactNode }) => (
  <div className="mx-auto grid w-full max-w-page gap-6 px-5 pt-8 sm:px-8">
    <Head noIndex />
    {children}
  </div>
)
