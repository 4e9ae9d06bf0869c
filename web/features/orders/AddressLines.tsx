type Address = {
  address: string
  address2?: string | undefined
  city: string
  state: string
  postalCode: string
  country?: string | undefined
}

/** An address as on a shipping label. */
export const AddressLines = ({
  address: { address, address2, city, state, postalCode, country },
}: {
  address: Address
}) => (
  <address className="not-italic">
    {address && (
      <>
        {address}
        <br />
      </>
    )}
    {address2 && (
      <>
        {address2}
        <br />
      </>
    )}
    {city}, {state} {postalCode}
    <br />
    {country}
  </address>
)
