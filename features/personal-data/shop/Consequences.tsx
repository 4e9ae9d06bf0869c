import { Alert } from '#web/ui/Alert.tsx'
import type { DeletionPreview } from '../contract.ts'
import { CONSEQUENCES } from './texts.ts'

/** What a deletion deletes, and what stays of it. */
export function Consequences({ preview, isAccount }: { preview: DeletionPreview; isAccount: boolean }) {
  const { orders, parcels, unpaid, requests } = preview
  const sentences = [
    isAccount ? CONSEQUENCES.account : CONSEQUENCES.address,
    ...(requests > 0 ? [CONSEQUENCES.requests(requests)] : []),
    ...(unpaid > 0 ? [CONSEQUENCES.unpaid(unpaid)] : []),
    ...(orders > 0 ? [CONSEQUENCES.orders(orders)] : []),
    ...(parcels > 0 ? [CONSEQUENCES.parcels(parcels)] : []),
    CONSEQUENCES.backups,
  ]
  return (
    <ul className="grid list-disc gap-2 pl-5">
      {sentences.map((sentence) => (
        <li key={sentence}>{sentence}</li>
      ))}
    </ul>
  )
}

/** What has to end before anything can be deleted. */
export const Obstacles = ({ obstacles }: Pick<DeletionPreview, 'obstacles'>) => (
  <Alert kind="info">
    <p className="font-medium">{CONSEQUENCES.notYet}</p>
    {obstacles.map((sentence) => (
      <p key={sentence}>{sentence}</p>
    ))}
  </Alert>
)
