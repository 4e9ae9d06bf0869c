import { Alert } from '../../ui/Alert.tsx'

/** What has changed in the cart since it was filled (D32). */
export function CartChanges({ changes, onDismiss }: { changes: string[]; onDismiss(): void }) {
  if (changes.length === 0) return null
  return (
    <Alert kind="warning" onDismiss={onDismiss}>
      {changes.map((change) => (
        <p key={change}>{change}</p>
      ))}
    </Alert>
  )
}
