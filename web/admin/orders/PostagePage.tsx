import { useState } from 'react'
import { useDownload } from '#web/admin/lists/use-download.ts'
import { LoadFailure } from '#web/shop/layout/LoadFailure.tsx'
import { POSTAGE } from '#web/texts/admin-orders.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Head } from '#web/ui/Head.tsx'
import { Link } from '#web/ui/Link.tsx'
import { Panel } from '#web/ui/Panel.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { usePostageCheckQuery } from './postageApi.ts'
import { TrackingUpload } from './TrackingUpload.tsx'

/** Orders go out to a postage service as a file, and its tracking numbers come back as one. */
export default function PostagePage() {
  return (
    <div className="grid max-w-3xl gap-8">
      <Head title={POSTAGE.title} noIndex />
      <header className="grid gap-2">
        <h1>{POSTAGE.title}</h1>
        <p className="max-w-prose text-muted">{POSTAGE.about}</p>
      </header>
      <PostageDownload />
      <TrackingUpload />
    </div>
  )
}

type Numbered = { _id: string; number: number }

function PostageDownload() {
  const query = usePostageCheckQuery(undefined, { refetchOnMountOrArgChange: true })
  const { data, error } = query
  const { download, isLoading } = useDownload('/api/orders/postage', 'postage.csv')
  const [failure, setFailure] = useState<string | null>(null)
  return (
    <Panel>
      <section aria-labelledby="postage-file" className="grid justify-items-start gap-4">
        <h2 id="postage-file">{POSTAGE.out}</h2>
        <LoadFailure queries={[query]} />
        {!data && !error && <Skeleton className="h-12" />}
        {data && <p>{POSTAGE.packages(data.packages)}</p>}
        {data && <OrderLinks sentence={POSTAGE.pickups} orders={data.pickups} />}
        {data && <OrderLinks sentence={POSTAGE.unweighed} orders={data.unweighed} />}
        {data && <OrderLinks sentence={POSTAGE.undeclared} orders={data.undeclared} />}
        {failure && <Alert onDismiss={() => setFailure(null)}>{failure}</Alert>}
        <Button
          variant="secondary"
          disabled={!data?.packages}
          isBusy={isLoading}
          onClick={async () => setFailure(await download())}
        >
          {POSTAGE.download}
        </Button>
      </section>
    </Panel>
  )
}

/** A sentence about some orders, with a link to each; nothing without any. */
const OrderLinks = ({ sentence, orders }: { sentence(count: number): string; orders: Numbered[] }) =>
  orders.length > 0 && (
    <p className="text-sm text-muted">
      {sentence(orders.length)}{' '}
      {orders.map(({ _id, number }, place) => (
        <span key={_id}>
          {place > 0 && ', '}
          <Link to={`/order/${_id}`}>{number}</Link>
        </span>
      ))}
    </p>
  )
