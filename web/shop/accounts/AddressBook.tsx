import type { SavedAddress } from '#contract/saved-addresses.ts'
import { isCanceled, messageOf } from '#web/lib/api-failure.ts'
import { AddressLines } from '#web/shop/addresses/AddressLines.tsx'
import { ADDRESS_BOOK } from '#web/texts/account.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { ConfirmButton } from '#web/ui/ConfirmButton.tsx'
import { Panel } from '#web/ui/Panel.tsx'
import { useDeleteAddressMutation, useSavedAddressesQuery } from './savedAddressesApi.ts'

/** The user's saved addresses; nothing without any. The checkout adds to them. */
export default function AddressBook() {
  const { data: addresses = [] } = useSavedAddressesQuery(undefined, { refetchOnMountOrArgChange: true })
  const [remove, removing] = useDeleteAddressMutation()
  if (addresses.length === 0) return null
  return (
    <section aria-labelledby="addresses" className="grid content-start gap-6 lg:col-span-3">
      <h2 id="addresses">{ADDRESS_BOOK.title}</h2>
      {removing.error && !isCanceled(removing.error) && (
        <Alert onDismiss={removing.reset}>{messageOf(removing.error)}</Alert>
      )}
      <ul className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
        {addresses.map((address) => (
          <li key={address._id} className="grid">
            <Panel>
              <Entry address={address} onDelete={() => void remove(address._id)} />
            </Panel>
          </li>
        ))}
      </ul>
    </section>
  )
}

const Entry = ({ address, onDelete }: { address: SavedAddress; onDelete(): void }) => (
  <div className="grid justify-items-start gap-2 wrap-anywhere">
    <div>
      {address.recipient && <p className="font-medium">{address.recipient}</p>}
      <AddressLines address={address} />
    </div>
    <ConfirmButton
      variant="quiet"
      aria-label={ADDRESS_BOOK.deleteOf(address.address)}
      sentence={ADDRESS_BOOK.deleteWarning}
      action={ADDRESS_BOOK.delete}
      onConfirm={onDelete}
    >
      {ADDRESS_BOOK.delete}
    </ConfirmButton>
  </div>
)
