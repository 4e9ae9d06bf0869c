import { Alert } from '../../ui/Alert.tsx'
import { LoadFailure, type LoadQuery } from '../layout/LoadFailure.tsx'

type Props = { changes: string[]; load: LoadQuery; onDismiss(): void }

/** Notices on changed cart items, or the error of the refresh. */
export const CartChanges = ({ changes, load, onDismiss }: Props) => (
  <>
    <LoadFailure queries={[load]} />
    {changes.length > 0 && (
      <Alert kind="warning" onDismiss={onDismiss}>
        {changes.map((change) => (
          <p key={change}>{change}</p>
        ))}
      </Alert>
    )}
  </>
)
