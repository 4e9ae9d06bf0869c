import type { Product } from '#contract/products.ts'
import { LoadFailure, type LoadQuery } from '#web/shop/layout/LoadFailure.tsx'
import { CART } from '#web/texts/checkout.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { Link } from '#web/ui/Link.tsx'

type Props = { changes: string[]; sold: Product[]; load: LoadQuery; onDismiss(): void }

/** Notices on changed cart items with ways to ask for pieces like the `sold` ones, or the error of the refresh. */
export const CartChanges = ({ changes, sold, load, onDismiss }: Props) => (
  <>
    <LoadFailure queries={[load]} />
    {changes.length > 0 && (
      <Alert kind="warning" onDismiss={onDismiss}>
        {changes.map((change) => (
          <p key={change}>{change}</p>
        ))}
        {sold.map(({ _id, slug, name }) => (
          <p key={_id}>
            <Link to={`/requests/sister/${slug}`}>{CART.askForSister(name)}</Link>
          </p>
        ))}
      </Alert>
    )}
  </>
)
